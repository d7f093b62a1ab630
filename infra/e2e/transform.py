"""Expands a SAM template as CloudFormation does, offline: reads it from stdin, writes the other to stdout.

Runs by itself in the linters' environment, which this project's own has nothing of.
"""

import json
import sys

from samtranslator.translator.transform import transform


class NoManagedPolicies:
    """What the transform asks IAM for; nothing here names such a policy."""

    def load(self) -> dict[str, str]:
        """No policy."""
        return {}


if __name__ == "__main__":
    json.dump(transform(json.load(sys.stdin), {}, NoManagedPolicies()), sys.stdout)
