"""The queues on which alarms and webhooks wait, and where those end that nobody could handle."""

from typing import Final

from infra.template.cfn import Json, att, ref, sub

DAY_S: Final = 24 * 60 * 60
ALARM_HIDDEN_S: Final = 6 * 60
WEBHOOK_HIDDEN_S: Final = 4 * 60
"""Six times the time limit of the function, as Lambda asks for."""
RECEIVES: Final = 5
BATCHES_AT_ONCE: Final = 50
"""Of ten rooms each. When a whole hall is due in one second, alarms take no more of the account's functions
than this, and requests, which settle their rooms themselves, find some left."""
DELIVERIES_AT_ONCE: Final = 20
"""Batches of ten attempts each, all side by side; one takes ten seconds where a server does not answer."""


def queue() -> Json:
    """The queues, their dead letters, and how messages reach the functions."""
    return {
        "Resources": {
            "AlarmQueue": _queue("DeadLetters", ALARM_HIDDEN_S),
            "DeadLetters": _dead_letters(),
            "Alarms": _fed_by("AlarmQueue", "AlarmsSqsEventSource", BATCHES_AT_ONCE),
            "WebhookQueue": _queue("DeadWebhooks", WEBHOOK_HIDDEN_S),
            "DeadWebhooks": _dead_letters(),
            "Deliveries": _fed_by("WebhookQueue", "DeliveriesSqsEventSource", DELIVERIES_AT_ONCE),
        },
        "Outputs": {
            "AlarmQueueUrl": {"Value": ref("AlarmQueue")},
            "DeadLettersUrl": {"Value": ref("DeadLetters")},
            "WebhookQueueUrl": {"Value": ref("WebhookQueue")},
            "DeadWebhooksUrl": {"Value": ref("DeadWebhooks")},
        },
    }


def _queue(dead_letters: str, hidden_s: int) -> Json:
    return {
        "Type": "AWS::SQS::Queue",
        "Properties": {
            "VisibilityTimeout": hidden_s,
            "MessageRetentionPeriod": DAY_S,
            "SqsManagedSseEnabled": True,
            "RedrivePolicy": {
                "deadLetterTargetArn": att(dead_letters, "Arn"),
                "maxReceiveCount": RECEIVES,
            },
        },
    }


def _dead_letters() -> Json:
    return {
        "Type": "AWS::SQS::Queue",
        "Properties": {"MessageRetentionPeriod": 14 * DAY_S, "SqsManagedSseEnabled": True},
    }


def _fed_by(queue: str, source: str, at_once: int) -> Json:
    return {
        "Properties": {
            "Events": {
                source: {
                    "Properties": {
                        # In the place of Chalice's own `Fn::Sub`; `Fn::GetAtt` would stand beside it.
                        "Queue": sub(f"${{{queue}.Arn}}"),
                        "FunctionResponseTypes": ["ReportBatchItemFailures"],
                        "ScalingConfig": {"MaximumConcurrency": at_once},
                    }
                }
            }
        }
    }
