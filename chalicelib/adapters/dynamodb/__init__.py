"""The one table in DynamoDB: its rooms, what is said in them, its sockets, its due rooms, its tenants."""

from chalicelib.adapters.dynamodb.archive import DynamoArchive
from chalicelib.adapters.dynamodb.buckets import DynamoBuckets
from chalicelib.adapters.dynamodb.chat import DynamoTalk
from chalicelib.adapters.dynamodb.connections import DynamoConnections
from chalicelib.adapters.dynamodb.due_rooms import DynamoDueRooms
from chalicelib.adapters.dynamodb.own_decks import DynamoShelf
from chalicelib.adapters.dynamodb.register import DynamoRegister
from chalicelib.adapters.dynamodb.rooms import OPENINGS_KEPT_S, DynamoRooms
from chalicelib.adapters.dynamodb.tenants import DynamoTenants
from chalicelib.adapters.dynamodb.trouble import store_trouble
from chalicelib.adapters.dynamodb.usage import DynamoUsage
from chalicelib.adapters.dynamodb.webhooks import DynamoWebhooks

__all__ = [
    "OPENINGS_KEPT_S",
    "DynamoArchive",
    "DynamoBuckets",
    "DynamoConnections",
    "DynamoDueRooms",
    "DynamoRegister",
    "DynamoRooms",
    "DynamoShelf",
    "DynamoTalk",
    "DynamoTenants",
    "DynamoUsage",
    "DynamoWebhooks",
    "store_trouble",
]
