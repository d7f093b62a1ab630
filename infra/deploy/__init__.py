"""Puts on AWS what was packaged: through S3 and CloudFormation, as the credentials in the environment."""
