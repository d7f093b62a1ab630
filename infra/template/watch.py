"""When somebody is told that something is wrong."""

from typing import Any, Final

from infra.template.cfn import Json, att, choose, ref
from infra.template.functions import FUNCTIONS

MINUTE_S: Final = 60
LONGEST_WAIT_S: Final = 15 * MINUTE_S
"""An alarm may lie in the queue for so long by design."""


def watch() -> Json:
    """The alarms, and the topic to which they speak."""
    return {
        "Resources": {
            "Watch": {
                "Type": "AWS::SNS::Topic",
                "Properties": {
                    "Subscription": choose(
                        "HasAlarmEmail", [{"Protocol": "email", "Endpoint": ref("AlarmEmail")}]
                    )
                },
            },
            "FunctionsFail": _alarm(
                "A function ended with an error or ran out of time", Metrics=_of_all_functions("Errors")
            ),
            "FunctionsAreThrottled": _alarm(
                "Calls were turned away: too many functions run at once in this account",
                Metrics=_of_all_functions("Throttles"),
            ),
            "RequestsFail": _alarm(
                "REST requests were answered with 5xx, five or more in five minutes",
                **_metric("AWS/ApiGateway", "5XXError", "Sum", "ApiName", ref("AWS::StackName")),
                Period=5 * MINUTE_S,
                Threshold=5,
            ),
            "LettersAreDead": _alarm(
                "Alarms could not be handled in five attempts",
                **_metric(
                    "AWS/SQS",
                    "ApproximateNumberOfMessagesVisible",
                    "Maximum",
                    "QueueName",
                    att("DeadLetters", "QueueName"),
                ),
                Period=MINUTE_S,
                Threshold=1,
            ),
            "AlarmsAreLate": _alarm(
                "An alarm has been in the queue for a minute longer than any may wait there",
                **_metric(
                    "AWS/SQS",
                    "ApproximateAgeOfOldestMessage",
                    "Maximum",
                    "QueueName",
                    att("AlarmQueue", "QueueName"),
                ),
                Period=MINUTE_S,
                Threshold=LONGEST_WAIT_S + MINUTE_S,
            ),
        },
        "Outputs": {"WatchTopic": {"Value": ref("Watch")}},
    }


def _alarm(description: str, **properties: Any) -> Json:
    return {
        "Type": "AWS::CloudWatch::Alarm",
        "Properties": {
            "AlarmDescription": description,
            "AlarmActions": [ref("Watch")],
            "OKActions": [ref("Watch")],
            "EvaluationPeriods": 1,
            "TreatMissingData": "notBreaching",
            "ComparisonOperator": "GreaterThanOrEqualToThreshold",
            "Threshold": 1,
            **properties,
        },
    }


def _metric(namespace: str, name: str, statistic: str, dimension: str, value: Any) -> Json:
    return {
        "Namespace": namespace,
        "MetricName": name,
        "Statistic": statistic,
        "Dimensions": [{"Name": dimension, "Value": value}],
    }


def _of_all_functions(metric: str) -> list[Json]:
    """One figure for all functions together: one alarm to pay for, and the log says which it was."""
    each: list[Json] = [
        {
            "Id": f"m{n}",
            "ReturnData": False,
            "MetricStat": {
                "Metric": {
                    "Namespace": "AWS/Lambda",
                    "MetricName": metric,
                    "Dimensions": [{"Name": "FunctionName", "Value": ref(function)}],
                },
                "Period": MINUTE_S,
                "Stat": "Sum",
            },
        }
        for n, function in enumerate(FUNCTIONS)
    ]
    return [*each, {"Id": "all", "Expression": "SUM(METRICS())", "Label": metric}]
