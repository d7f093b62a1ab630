"""Proves the package without an AWS account: judges the template, and runs it on a local AWS."""
