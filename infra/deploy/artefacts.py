"""The bucket through which archives and templates reach CloudFormation; all in it is named by content."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from botocore.exceptions import ClientError

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Artefacts:
    """A bucket of the account in one region, made when it is first needed; `client` is boto3's for S3."""

    client: Any
    bucket: str

    def ensure(self) -> None:
        """Make the bucket if there is none; closed to the public."""
        try:
            self.client.head_bucket(Bucket=self.bucket)
        except ClientError as error:
            if error.response["ResponseMetadata"]["HTTPStatusCode"] != 404:
                raise
            region = self.client.meta.region_name
            # The oldest region is the one that may not be named.
            where = {} if region == "us-east-1" else {"LocationConstraint": region}
            more = {"CreateBucketConfiguration": where} if where else {}
            self.client.create_bucket(Bucket=self.bucket, **more)
        self.client.put_public_access_block(
            Bucket=self.bucket,
            PublicAccessBlockConfiguration=dict.fromkeys(
                ("BlockPublicAcls", "IgnorePublicAcls", "BlockPublicPolicy", "RestrictPublicBuckets"), True
            ),
        )

    def put(self, content: bytes, name: str) -> str:
        """Upload something; its key."""
        key = f"{hashlib.sha256(content).hexdigest()}/{name}"
        self.client.put_object(Bucket=self.bucket, Key=key, Body=content)
        return key

    def url(self, key: str) -> str:
        """Where CloudFormation finds what has this key."""
        return f"{self.client.meta.endpoint_url}/{self.bucket}/{key}"

    def put_template(self, template: Json) -> str:
        """Upload a template; its address."""
        text = json.dumps(template, sort_keys=True, separators=(",", ":"))
        return self.url(self.put(text.encode(), "template.json"))

    def with_code(self, template: Json, archive: Path) -> Json:
        """The template, its functions made from this archive, which is uploaded."""
        code = {"Bucket": self.bucket, "Key": self.put(archive.read_bytes(), archive.name)}
        resources = {
            name: {**resource, "Properties": {**resource["Properties"], "CodeUri": code}}
            if resource["Type"] == "AWS::Serverless::Function"
            else resource
            for name, resource in template["Resources"].items()
        }
        return {**template, "Resources": resources}
