"""Runs Chalice's packager over the folder that it is started in, after the checks that it leaves out.

python -m infra.package.chalice_build STAGE ADDITIONS OUT
"""

import sys

from chalice.cli.factory import CLIFactory
from chalice.deploy.validate import validate_configuration, validate_lambda_architecture


def build(stage: str, additions: str, out: str) -> None:
    """Write the archive and the template into a folder; raises ValueError for a wrong configuration."""
    factory = CLIFactory(".")
    config = factory.create_config_obj(stage)
    validate_configuration(config)
    validate_lambda_architecture(config)
    packager = factory.create_app_packager(
        config, factory.create_package_options(), "cloudformation", "json", additions
    )
    packager.package_app(config, out, stage)


if __name__ == "__main__":
    build(*sys.argv[1:])
