"""The queue on which alarms wait, and where those end that nobody could handle."""

from typing import Final

from infra.template.cfn import Json, att, ref, sub

DAY_S: Final = 24 * 60 * 60
VISIBILITY_S: Final = 6 * 60
"""Six times the time limit of the function, as Lambda asks for."""
RECEIVES: Final = 5
BATCHES_AT_ONCE: Final = 50
"""Of ten rooms each. When a whole hall is due in one second, alarms take no more of the account's functions
than this, and requests, which settle their rooms themselves, find some left."""


def queue() -> Json:
    """The queue, its dead letters, and how messages reach the function."""
    return {
        "Resources": {
            "AlarmQueue": {
                "Type": "AWS::SQS::Queue",
                "Properties": {
                    "VisibilityTimeout": VISIBILITY_S,
                    "MessageRetentionPeriod": DAY_S,
                    "SqsManagedSseEnabled": True,
                    "RedrivePolicy": {
                        "deadLetterTargetArn": att("DeadLetters", "Arn"),
                        "maxReceiveCount": RECEIVES,
                    },
                },
            },
            "DeadLetters": {
                "Type": "AWS::SQS::Queue",
                "Properties": {"MessageRetentionPeriod": 14 * DAY_S, "SqsManagedSseEnabled": True},
            },
            "Alarms": {
                "Properties": {
                    "Events": {
                        "AlarmsSqsEventSource": {
                            "Properties": {
                                # In the place of Chalice's own `Fn::Sub`; `Fn::GetAtt` would stand beside it.
                                "Queue": sub("${AlarmQueue.Arn}"),
                                "FunctionResponseTypes": ["ReportBatchItemFailures"],
                                "ScalingConfig": {"MaximumConcurrency": BATCHES_AT_ONCE},
                            }
                        }
                    }
                }
            },
        },
        "Outputs": {
            "AlarmQueueUrl": {"Value": ref("AlarmQueue")},
            "DeadLettersUrl": {"Value": ref("DeadLetters")},
        },
    }
