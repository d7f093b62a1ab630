"""The one table in DynamoDB: its rooms, what is said in them, its sockets, its due rooms."""

from chalicelib.adapters.dynamodb.chat import DynamoTalk
from chalicelib.adapters.dynamodb.connections import DynamoConnections
from chalicelib.adapters.dynamodb.due_rooms import DynamoDueRooms
from chalicelib.adapters.dynamodb.rooms import OPENINGS_KEPT_S, DynamoRooms
from chalicelib.adapters.dynamodb.trouble import store_trouble

__all__ = [
    "OPENINGS_KEPT_S",
    "DynamoConnections",
    "DynamoDueRooms",
    "DynamoRooms",
    "DynamoTalk",
    "store_trouble",
]
