"""All additions as one document, which Chalice's packager merges into its own."""

from infra.template.cfn import Json
from infra.template.domains import domains
from infra.template.functions import functions
from infra.template.gateway import gateway
from infra.template.parameters import parameters
from infra.template.queue import queue
from infra.template.stage import Stage
from infra.template.storage import storage
from infra.template.watch import watch


def additions(stage: Stage) -> Json:
    """What a stage's template has besides Chalice's; no two parts name the same resource."""
    parts = (
        parameters(stage),
        storage(stage),
        functions(stage),
        queue(),
        gateway(stage),
        watch(),
        domains(),
    )
    whole: Json = {}
    for part in parts:
        for section, members in part.items():
            have = whole.setdefault(section, {})
            if have.keys() & members.keys():
                raise ValueError(f"two parts of the template write {sorted(have.keys() & members.keys())}")
            have.update(members)
    return whole
