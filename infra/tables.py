"""The one description of the DynamoDB tables, in CloudFormation's words; stack, server and tests use it."""

from typing import Any, Final

ROOMS_TABLE: Final = "tapadillo-rooms"

ROOMS: Final[dict[str, Any]] = {
    "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": [
        {"AttributeName": "pk", "AttributeType": "S"},
        {"AttributeName": "sk", "AttributeType": "S"},
        {"AttributeName": "due_shard", "AttributeType": "S"},
        {"AttributeName": "due_at", "AttributeType": "N"},
    ],
    "KeySchema": [
        {"AttributeName": "pk", "KeyType": "HASH"},
        {"AttributeName": "sk", "KeyType": "RANGE"},
    ],
    "GlobalSecondaryIndexes": [
        {
            "IndexName": "due",
            "KeySchema": [
                {"AttributeName": "due_shard", "KeyType": "HASH"},
                {"AttributeName": "due_at", "KeyType": "RANGE"},
            ],
            "Projection": {"ProjectionType": "KEYS_ONLY"},
        },
    ],
    "TimeToLiveSpecification": {"AttributeName": "expires_at", "Enabled": True},
}


def create_tables(client: Any, name: str = ROOMS_TABLE) -> None:
    """Create the rooms table through a boto3 DynamoDB client; one that is there already is left as it is."""
    properties = dict(ROOMS)
    time_to_live = properties.pop("TimeToLiveSpecification")
    try:
        client.create_table(TableName=name, **properties)
    except client.exceptions.ResourceInUseException:
        return
    client.update_time_to_live(TableName=name, TimeToLiveSpecification=time_to_live)
