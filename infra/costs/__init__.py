"""What an evening costs on AWS, computed from what a played one asks of it: `python -m infra.costs`."""
