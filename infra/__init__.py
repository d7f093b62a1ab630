"""How the service is run: the tables, the local server, and later the stack."""
