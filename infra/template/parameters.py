"""What whoever deploys decides; asked for by CloudFormation, checked before anything is made."""

from chalicelib.tenants.plans import plans
from infra.template.cfn import Json, is_given
from infra.template.stage import Stage


def parameters(stage: Stage) -> Json:
    """The parameters of a stage's stacks, and the conditions that hang on them."""
    return {
        "Parameters": {
            "OpenTenant": {
                "Type": "String",
                "Default": "",
                "AllowedPattern": "^([a-z0-9-]{1,40})?$",
                "Description": "A tenant whose rooms need no key; empty for none",
            },
            "OpenPlan": {
                "Type": "String",
                "Default": "free",
                "AllowedValues": [*plans()],
                "Description": "The plan of the tenant that needs no key",
            },
            "TimeScale": {
                "Type": "Number",
                "Default": 1,
                "Description": "How many times as fast as real time the games' clock runs",
                **({"AllowedValues": [1]} if stage.is_kept else {"MinValue": 1, "MaxValue": 3600}),
            },
            "JoinUrl": {
                "Type": "String",
                "AllowedPattern": "^https?://.*\\{code\\}.*$",
                "Description": "The page on which a player enters a room, with {code} for its code",
            },
            "AssetBase": {
                "Type": "String",
                "AllowedPattern": "^https?://.+$",
                "Description": "Where the decks' pictures are served from",
            },
            "AlarmEmail": {
                "Type": "String",
                "Default": "",
                "Description": "Who is written to when an alarm goes off; empty for nobody",
            },
            "ApiDomain": {
                "Type": "String",
                "Default": "",
                "Description": "A domain of one's own for REST; empty for none",
            },
            "SocketDomain": {
                "Type": "String",
                "Default": "",
                "Description": "Another one for WebSockets; empty for none",
            },
            "CertificateArn": {
                "Type": "String",
                "Default": "",
                "Description": "The certificate of these domains, in the region of the stack",
            },
        },
        "Conditions": {
            "HasAlarmEmail": is_given("AlarmEmail"),
            "HasApiDomain": {"Fn::And": [is_given("ApiDomain"), is_given("CertificateArn")]},
            "HasSocketDomain": {"Fn::And": [is_given("SocketDomain"), is_given("CertificateArn")]},
        },
        "Rules": {
            f"{domain}NeedsACertificate": {
                "RuleCondition": is_given(domain),
                "Assertions": [
                    {
                        "Assert": is_given("CertificateArn"),
                        "AssertDescription": f"{domain} needs a CertificateArn",
                    }
                ],
            }
            for domain in ("ApiDomain", "SocketDomain")
        },
    }
