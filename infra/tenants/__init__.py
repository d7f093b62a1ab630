"""The operator's command for tenants: `python -m infra.tenants --help`."""
