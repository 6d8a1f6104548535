"""What the tests with boto3 share: a server over an empty folder, clients at their defaults, and buckets that no other test uses."""

import itertools
import os
import tempfile
import unittest

import boto3
from botocore.client import Config
from botocore.exceptions import ClientError

from running import Server


class S3Tests(unittest.TestCase):
    """One server for a class of tests. Every test has its own buckets."""

    numbers = itertools.count()

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        os.makedirs(os.path.join(cls.folder.name, "s3", "pictures"))
        with open(os.path.join(cls.folder.name, "s3", "pictures", "a.jpg"), "wb") as file:
            file.write(b"picture")
        cls.server = Server(cls.folder.name)
        cls.client = cls.new_client()

    @classmethod
    def tearDownClass(cls):
        cls.client.close()
        cls.server.stop()
        cls.folder.cleanup()

    @classmethod
    def new_client(cls, url=None, **options):
        return boto3.client(
            "s3", endpoint_url=url or cls.server.s3, region_name="us-east-1", aws_access_key_id="test", aws_secret_access_key="secret",
            config=Config(retries={"max_attempts": 1}, **options))

    def new_bucket(self, **arguments):
        name = f"bucket-{next(self.numbers)}"
        self.client.create_bucket(Bucket=name, **arguments)
        return name

    def filled_bucket(self, keys):
        bucket = self.new_bucket()
        for key in keys:
            self.client.put_object(Bucket=bucket, Key=key, Body=key)
        return bucket

    def assert_refused(self, status, code, operation, **arguments):
        """The operation fails with this status and this code."""
        with self.assertRaises(ClientError) as caught:
            operation(**arguments)
        response = caught.exception.response
        self.assertEqual((response["ResponseMetadata"]["HTTPStatusCode"], response["Error"]["Code"]), (status, code))
        return response

    def keys(self, bucket, **arguments):
        return [entry["Key"] for entry in self.client.list_objects_v2(Bucket=bucket, **arguments).get("Contents", [])]
