"""Domains of one's own, where they are wanted. Their DNS records are made by whoever owns the zone."""

from typing import Any

from infra.template.cfn import Json, att, ref


def domains() -> Json:
    """Both domains with their mappings, here and not in Chalice's configuration: it maps sockets wrongly."""
    return {
        "Resources": {
            "RestDomain": _if(
                "HasApiDomain",
                "AWS::ApiGateway::DomainName",
                DomainName=ref("ApiDomain"),
                RegionalCertificateArn=ref("CertificateArn"),
                EndpointConfiguration={"Types": ["REGIONAL"]},
                SecurityPolicy="TLS_1_2",
            ),
            "RestDomainMapping": _if(
                "HasApiDomain",
                "AWS::ApiGateway::BasePathMapping",
                DomainName=ref("RestDomain"),
                RestApiId=ref("RestAPI"),
                Stage=ref("RestAPI.Stage"),
            ),
            "SocketsDomain": _if(
                "HasSocketDomain",
                "AWS::ApiGatewayV2::DomainName",
                DomainName=ref("SocketDomain"),
                DomainNameConfigurations=[
                    {
                        "CertificateArn": ref("CertificateArn"),
                        "EndpointType": "REGIONAL",
                        "SecurityPolicy": "TLS_1_2",
                    }
                ],
            ),
            "SocketsDomainMapping": _if(
                "HasSocketDomain",
                "AWS::ApiGatewayV2::ApiMapping",
                DomainName=ref("SocketsDomain"),
                ApiId=ref("WebsocketAPI"),
                Stage=ref("WebsocketAPIStage"),
            ),
        },
        "Outputs": {
            "ApiDomainTarget": {
                "Condition": "HasApiDomain",
                "Description": "What the DNS record of ApiDomain points to",
                "Value": att("RestDomain", "RegionalDomainName"),
            },
            "SocketDomainTarget": {
                "Condition": "HasSocketDomain",
                "Description": "What the DNS record of SocketDomain points to",
                "Value": att("SocketsDomain", "RegionalDomainName"),
            },
        },
    }


def _if(condition: str, kind: str, **properties: Any) -> Json:
    return {"Type": kind, "Condition": condition, "Properties": properties}
