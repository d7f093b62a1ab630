"""One CloudFormation stack: made or changed through a change set, and deleted."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from botocore.exceptions import ClientError, WaiterError

NO_CHANGES: Final = ("didn't contain changes", "No updates are to be performed")
CAPABILITIES: Final = ("CAPABILITY_IAM", "CAPABILITY_AUTO_EXPAND")


class DeployFailed(Exception):
    """The stack is not as it was asked for; says why."""


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack by its name, whether it exists or not; `client` is boto3's for CloudFormation."""

    client: Any
    name: str
    poll_s: float = 5

    def found(self) -> dict[str, Any] | None:
        """What CloudFormation knows of it; None if nothing was ever made of it."""
        try:
            stack: dict[str, Any] = self.client.describe_stacks(StackName=self.name)["Stacks"][0]
        except ClientError as error:
            if "does not exist" in str(error):
                return None
            raise
        return None if stack["StackStatus"] in ("REVIEW_IN_PROGRESS", "DELETE_COMPLETE") else stack

    def outputs(self) -> dict[str, str]:
        """Its outputs by name; none if it does not exist."""
        return {o["OutputKey"]: o["OutputValue"] for o in (self.found() or {}).get("Outputs", [])}

    def deploy(self, template: Mapping[str, Any], template_url: str, given: Mapping[str, str]) -> bool:
        """Make it or change it; False if it is so already. What is not given stays as it was.

        Raises DeployFailed. A change that fails half-way is rolled back by CloudFormation.
        """
        found = self.found()
        kind = "create" if found is None else "update"
        change = self.client.create_change_set(
            StackName=self.name,
            ChangeSetName=f"{self.name}-{kind}",
            ChangeSetType=kind.upper(),
            TemplateURL=template_url,
            Parameters=self._parameters(template, given, found),
            Capabilities=list(CAPABILITIES),
        )["Id"]
        try:
            self._wait("change_set_create_complete", ChangeSetName=change)
        except WaiterError:
            reason = str(self.client.describe_change_set(ChangeSetName=change).get("StatusReason"))
            self.client.delete_change_set(ChangeSetName=change)
            if any(words in reason for words in NO_CHANGES):
                return False
            raise DeployFailed(f"{self.name} cannot be changed so: {reason}") from None
        self.client.execute_change_set(ChangeSetName=change)
        self._end(f"stack_{kind}_complete")
        return True

    def delete(self) -> None:
        """Delete it; raises DeployFailed if something in it may not be deleted."""
        self.client.delete_stack(StackName=self.name)
        self._end("stack_delete_complete")

    def resource(self, logical_id: str) -> str:
        """The real name of one of its resources."""
        found = self.client.describe_stack_resource(StackName=self.name, LogicalResourceId=logical_id)
        return str(found["StackResourceDetail"]["PhysicalResourceId"])

    def _parameters(
        self, template: Mapping[str, Any], given: Mapping[str, str], found: Mapping[str, Any] | None
    ) -> list[dict[str, Any]]:
        kept = {p["ParameterKey"] for p in (found or {}).get("Parameters", [])}
        parameters: list[dict[str, Any]] = []
        for name, wanted in template.get("Parameters", {}).items():
            if name in given:
                parameters.append({"ParameterKey": name, "ParameterValue": given[name]})
            elif name in kept:
                parameters.append({"ParameterKey": name, "UsePreviousValue": True})
            elif "Default" not in wanted:
                raise DeployFailed(f"the new stack {self.name} needs {name}: {wanted.get('Description')}")
        return parameters

    def _wait(self, until: str, **what: str) -> None:
        config = {"Delay": self.poll_s, "MaxAttempts": int(1800 / self.poll_s)}
        self.client.get_waiter(until).wait(**what, WaiterConfig=config)

    def _end(self, until: str) -> None:
        try:
            self._wait(until, StackName=self.name)
        except WaiterError as error:
            raise DeployFailed("\n  ".join([f"{self.name}: {error}", *self._failures()])) from None

    def _failures(self) -> list[str]:
        events = self.client.describe_stack_events(StackName=self.name)["StackEvents"]
        return [
            f"{event['LogicalResourceId']}: {event.get('ResourceStatusReason', event['ResourceStatus'])}"
            for event in reversed(events)
            if event["ResourceStatus"].endswith("_FAILED")
        ]
