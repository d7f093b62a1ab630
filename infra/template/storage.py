"""The rooms table, and the secret from which the tokens of seats are made."""

from infra.tables import ROOMS
from infra.template.cfn import Json, ref
from infra.template.stage import Stage


def storage(stage: Stage) -> Json:
    """What lives longer than a deployment.

    There are no backups of rooms: they last hours, and their people may ask to be forgotten.
    """
    policy = "Retain" if stage.is_kept else "Delete"
    return {
        "Resources": {
            "RoomsTable": {
                "Type": "AWS::DynamoDB::Table",
                "DeletionPolicy": policy,
                "UpdateReplacePolicy": policy,
                "Properties": {
                    **ROOMS,
                    "SSESpecification": {"SSEEnabled": True},
                    "DeletionProtectionEnabled": stage.is_kept,
                    "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": False},
                },
            },
            "TokenSecret": {
                "Type": "AWS::SecretsManager::Secret",
                "DeletionPolicy": policy,
                "UpdateReplacePolicy": policy,
                "Properties": {
                    "Description": "Every token of a seat is computed from this; a new one ends all seats",
                    "GenerateSecretString": {"PasswordLength": 64, "ExcludePunctuation": True},
                },
            },
        },
        "Outputs": {"RoomsTableName": {"Value": ref("RoomsTable")}},
    }
