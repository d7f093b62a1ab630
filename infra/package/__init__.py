"""Builds what is deployed: one archive with the code and the decks, one CloudFormation template."""
