"""Pictures by a real S3 client: boto3."""

import hashlib
import unittest
import urllib.request
from concurrent.futures import ThreadPoolExecutor

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

from running import SAMPLE, Server

BUCKET = "pose-images"


class S3ClientTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.client = boto3.client(
            "s3", endpoint_url=cls.server.s3, region_name="us-east-1", aws_access_key_id="test", aws_secret_access_key="test",
            config=Config(retries={"max_attempts": 1}, s3={"addressing_style": "path"}))

    @classmethod
    def tearDownClass(cls):
        cls.client.close()
        cls.server.stop()

    def refusal(self, operation, **arguments):
        with self.assertRaises(ClientError) as caught:
            operation(Bucket=BUCKET, **arguments)
        response = caught.exception.response
        return response["Error"]["Code"], response["ResponseMetadata"]["HTTPStatusCode"]

    def test_every_object_is_its_file(self):
        files = [file for file in (SAMPLE / "s3" / BUCKET).iterdir() if not file.name.endswith(".meta.json")]
        self.assertEqual(len(files), 24)

        def fetch(file):
            return file, self.client.get_object(Bucket=BUCKET, Key=file.name)

        with ThreadPoolExecutor(8) as pool:
            for file, answer in pool.map(fetch, files):
                with self.subTest(file.name):
                    body = answer["Body"].read()
                    self.assertEqual(body, file.read_bytes())
                    self.assertEqual(answer["ETag"], f'"{hashlib.md5(body).hexdigest()}"')
                    self.assertEqual(answer["ContentType"], "image/png" if file.suffix == ".png" else "image/jpeg")
                    self.assertIn(answer["CacheControl"], ("public, max-age=3600", "no-cache"))
                    self.assertIn("people-count", answer["Metadata"])

    def test_head_says_the_same_as_get(self):
        head = self.client.head_object(Bucket=BUCKET, Key="pose-01.jpg")
        whole = self.client.get_object(Bucket=BUCKET, Key="pose-01.jpg")
        whole["Body"].read()
        for name in ("ETag", "ContentLength", "LastModified", "ContentType"):
            self.assertEqual(head[name], whole[name], name)

    def test_ranges(self):
        size = (SAMPLE / "s3" / BUCKET / "pose-01.jpg").stat().st_size
        part = self.client.get_object(Bucket=BUCKET, Key="pose-01.jpg", Range="bytes=-10")
        self.assertEqual(part["ContentRange"], f"bytes {size - 10}-{size - 1}/{size}")
        self.assertEqual(len(part["Body"].read()), 10)
        code, status = self.refusal(self.client.get_object, Key="pose-01.jpg", Range=f"bytes={size}-")
        self.assertEqual((code, status), ("InvalidRange", 416))

    def test_conditions(self):
        tag = self.client.head_object(Bucket=BUCKET, Key="pose-01.jpg")["ETag"]
        self.assertEqual(self.refusal(self.client.get_object, Key="pose-01.jpg", IfNoneMatch=tag)[1], 304)
        self.assertEqual(self.refusal(self.client.get_object, Key="pose-01.jpg", IfMatch='"other"')[1], 412)

    def test_what_is_not_there(self):
        self.assertEqual(self.refusal(self.client.get_object, Key="no-such-key"), ("NoSuchKey", 404))
        with self.assertRaises(self.client.exceptions.NoSuchBucket):
            self.client.get_object(Bucket="no-such-bucket", Key="x")

    def test_a_presigned_url_needs_no_client(self):
        url = self.client.generate_presigned_url("get_object", Params={"Bucket": BUCKET, "Key": "pose-02.jpg"}, ExpiresIn=60)
        with urllib.request.urlopen(url) as answer:
            self.assertEqual(answer.read(), (SAMPLE / "s3" / BUCKET / "pose-02.jpg").read_bytes())


if __name__ == "__main__":
    unittest.main()
