"""`make tenant`: tenants are made, put on plans, given keys and relieved of them."""

import argparse
import os
import secrets
import sys
import time
from collections.abc import Sequence
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from chalicelib.decks.present import instant
from chalicelib.tenants import administration
from chalicelib.tenants.administration import NewKey, TenantTrouble
from chalicelib.tenants.plans import plans
from chalicelib.tenants.ports import TenantStore
from chalicelib.tenants.tenant import SECRET_BYTES, Tenant
from infra.tenants.leaving import Unanswered, export, purge
from infra.tenants.stores import NoStore, of_server, of_stack, open_of_server, open_of_stack, url_of_stack

DAY_S = 24 * 60 * 60
LEAVING = {"export": export, "purge": purge}


def main(arguments: Sequence[str]) -> int:
    """Do what is asked; the exit code."""
    asked = _parser().parse_args(arguments)
    try:
        store = of_stack(asked.stack) if asked.stack else of_server(asked.server)
        if asked.what in LEAVING:
            LEAVING[asked.what](store, url_of_stack(asked.stack) if asked.stack else asked.server, asked.id)
        else:
            _do(store, asked)
    except TenantTrouble as trouble:
        print(f"error: {trouble}" + (f" ({trouble.accepted})" if trouble.accepted else ""), file=sys.stderr)
        return 1
    except (NoStore, Unanswered, BotoCoreError, ClientError) as trouble:
        print(f"error: {trouble}", file=sys.stderr)
        return 1
    return 0


def _do(store: TenantStore, asked: argparse.Namespace) -> None:
    now = time.time_ns() // 1_000_000
    match asked.what:
        case "create":
            if asked.id == (open_of_stack(asked.stack) if asked.stack else open_of_server(asked.server)):
                raise TenantTrouble("tenant_exists")  # a record of it would change what needs no key
            administration.create(store, asked.id, asked.plan, asked.origin, now)
            _tell(administration.add_key(store, asked.id, "pk", _secret(), now))
            _tell(administration.add_key(store, asked.id, "sk", _secret(), now))
        case "plan":
            administration.set_plan(store, asked.id, asked.plan)
        case "origins":
            administration.set_origins(store, asked.id, asked.origin)
        case "key":
            _tell(administration.add_key(store, asked.id, asked.kind, _secret(), now))
        case "rotate":
            _tell(administration.rotate_key(store, asked.id, asked.key, asked.grace, _secret(), now))
        case "revoke":
            administration.revoke_key(store, asked.id, asked.key, now)
    tenant = store.get(asked.id)
    if tenant is None:
        raise TenantTrouble("tenant_not_found")
    _show(tenant)


def _tell(made: NewKey) -> None:
    print(f"{made.text}   <- {made.key.id}; shown this once")


def _show(tenant: Tenant) -> None:
    print(f"{tenant.id}: plan {tenant.plan}, origins {', '.join(tenant.origins) or 'none'}")
    if tenant.closing_at is not None:
        ended = f", purged at {instant(tenant.purged_at)}" if tenant.purged_at is not None else ""
        print(f"  being deleted since {instant(tenant.closing_at)}{ended}")
    for key in tenant.keys:
        ends = f", ends {instant(key.ends_at)}" if key.ends_at is not None else ""
        lent = ", lent to the operator" if key.is_lent else ""
        print(f"  {key.id}  {key.kind}  …{key.ends_with}  of {instant(key.created_at)}{ends}{lent}")


def _secret() -> str:
    return secrets.token_hex(SECRET_BYTES)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="make tenant DO=", description=__doc__)
    port = os.environ.get("PORT") or "8000"
    parser.add_argument(
        "--server", default=f"http://127.0.0.1:{port}", help="a local server (default: its PORT)"
    )
    parser.add_argument("--stack", help="a stack on AWS instead, by the credentials of the environment")
    commands = parser.add_subparsers(dest="what", required=True)

    def command(name: str, what: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=what)
        made.add_argument("id", help="the tenant")
        return made

    origin: dict[str, Any] = {"default": [], "help": "of pages that may use publishable keys"}
    create = command("create", "a new tenant with a publishable and a secret key")
    create.add_argument("--plan", default="free", choices=list(plans()))
    create.add_argument("--origin", action="append", **origin)
    command("show", "its plan, origins and keys")
    command("plan", "put it on another plan").add_argument("plan", choices=list(plans()))
    command("origins", "the allowed origins, all of them").add_argument("origin", nargs="*", **origin)
    command("key", "another key").add_argument("kind", choices=["pk", "sk"])
    rotate = command("rotate", "a new key in the place of another")
    rotate.add_argument("key", help="the id of the key")
    rotate.add_argument("--grace", type=int, default=DAY_S, help="seconds for which the old one still works")
    command("revoke", "end a key at once").add_argument("key", help="the id of the key")
    command("export", "all that is kept of it, a line of JSON for each thing")
    confirmed = command("purge", "delete all that is kept of it, and itself; prints the receipt")
    confirmed.add_argument("--yes", action="store_true", required=True, help="there is no way back")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
