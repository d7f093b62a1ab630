"""When somebody is told that something is wrong."""

from typing import Any, Final

from chalicelib.adapters.telemetry import NAMESPACE
from infra.template.cfn import Json, att, choose, ref
from infra.template.functions import FUNCTIONS

MINUTE_S: Final = 60
LONGEST_WAIT_S: Final = 15 * MINUTE_S
"""An alarm may lie in the queue for so long by design."""
LATE_MS: Final = 5_000
"""Deadlines are told within two or three seconds; after five, the people at the table wonder."""
LOST: Final = 3
FEW_SAVES: Final = 100
"""In so few, one lively ballot would look like a crisis."""
CONTESTED: Final = 0.5


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
                **_waiting("DeadLetters"),
                Period=MINUTE_S,
                Threshold=1,
            ),
            "WebhooksAreDead": _alarm(
                "Attempts to deliver webhooks could not be made in five tries",
                **_waiting("DeadWebhooks"),
                Period=MINUTE_S,
                Threshold=1,
            ),
            "QueueIsStuck": _alarm(
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
            "DeadlinesAreLate": _alarm(
                "One deadline in ten took effect five seconds late or more, in two of three minutes",
                **_own("Lateness", Source="queue"),
                ExtendedStatistic="p90",
                Period=MINUTE_S,
                EvaluationPeriods=3,
                DatapointsToAlarm=2,
                Threshold=LATE_MS,
            ),
            "AlarmsAreLost": _alarm(
                "The sweep found three deadlines or more in five minutes that no alarm had come for",
                **_own("Lateness", Source="sweep"),
                Statistic="SampleCount",
                Period=5 * MINUTE_S,
                Threshold=LOST,
            ),
            "RoomsAreContested": _alarm(
                "More than one save in two lost a race, of a hundred or more in five minutes",
                Metrics=_rate("Conflicts", "Saves"),
                Threshold=CONTESTED,
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


def _own(name: str, **dimensions: str) -> Json:
    """A metric that the functions write themselves."""
    of_stack = [{"Name": "Stack", "Value": ref("AWS::StackName")}]
    others = [{"Name": dimension, "Value": value} for dimension, value in dimensions.items()]
    return {"Namespace": NAMESPACE, "MetricName": name, "Dimensions": of_stack + others}


def _rate(counted: str, among: str) -> list[Json]:
    """How many of one there are for each of the other; nothing where those are few."""
    each: list[Json] = [
        {
            "Id": name.lower(),
            "ReturnData": False,
            "MetricStat": {"Metric": _own(name), "Period": 5 * MINUTE_S, "Stat": "Sum"},
        }
        for name in (counted, among)
    ]
    many, few = among.lower(), f"FILL({counted.lower()}, 0)"
    rate = f"IF({many} >= {FEW_SAVES}, {few} / {many}, 0)"
    return [*each, {"Id": "rate", "Expression": rate, "Label": f"{counted} for each of {among}"}]


def _waiting(queue: str) -> Json:
    """How many messages a queue holds."""
    name = att(queue, "QueueName")
    return _metric("AWS/SQS", "ApproximateNumberOfMessagesVisible", "Maximum", "QueueName", name)


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
