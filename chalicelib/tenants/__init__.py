"""The tenants: whose frontend it is, what its keys open, and how much it may ask for."""
