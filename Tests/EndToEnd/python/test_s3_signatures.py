"""Strict mode with boto3 at its defaults: signatures, links, and what a request without a key may do."""

import json
import os
import tempfile
import unittest
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from email.utils import parsedate_to_datetime

import boto3
from botocore import UNSIGNED
from botocore.client import Config
from botocore.exceptions import ClientError

from running import Server, call


class S3SignatureTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        for name, content in {
            "pictures/a b+ü.jpg": "picture", "pictures/hidden.jpg": "hidden", "pictures/hidden.jpg.meta.json": '{"acl": "private"}',
        }.items():
            path = os.path.join(cls.folder.name, "s3", name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as file:
                file.write(content)
        cls.server = Server(
            cls.folder.name, "--s3-auth", "strict", "--s3-key", "test:secret", "--s3-key", "other:key/+x",
            "--s3-public-host", "minio:9000")
        cls.client = cls.new_client()

    @classmethod
    def tearDownClass(cls):
        cls.client.close()
        cls.server.stop()
        cls.folder.cleanup()

    @classmethod
    def new_client(cls, url=None, key="test", secret="secret", **options):
        return boto3.client(
            "s3", endpoint_url=url or cls.server.s3, region_name="eu-west-1", aws_access_key_id=key, aws_secret_access_key=secret,
            config=Config(retries={"max_attempts": 1}, **options))

    def refusal(self, operation, **arguments):
        with self.assertRaises(ClientError) as caught:
            operation(**arguments)
        return caught.exception.response["Error"]["Code"]

    def fetch(self, url, method="GET", headers={}, body=None):
        """The status and the body."""
        try:
            with urllib.request.urlopen(urllib.request.Request(url, method=method, headers=headers, data=body)) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

    def admin(self, path, value, base=None):
        request = urllib.request.Request(
            (base or self.server.http) + "/__admin/" + path, method="POST", data=json.dumps(value).encode())
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def exercise(self, client, bucket):
        """Writes, reads, copies and deletes with one client."""
        client.create_bucket(Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})
        for key in ("plain", "a b+c/ü.jpg", "x//y", "100%", "~tilde*'()"):
            client.put_object(Bucket=bucket, Key=key, Body=key.encode(), Metadata={"name": "value"}, ContentType="text/plain")
            self.assertEqual(client.get_object(Bucket=bucket, Key=key)["Body"].read(), key.encode())
            client.copy_object(Bucket=bucket, Key=key + ".copy", CopySource={"Bucket": bucket, "Key": key})
        listed = client.list_objects_v2(Bucket=bucket, Prefix="a b+", Delimiter="/")
        self.assertEqual([prefix["Prefix"] for prefix in listed["CommonPrefixes"]], ["a b+c/"])
        upload = client.create_multipart_upload(Bucket=bucket, Key="parts")["UploadId"]
        part = client.upload_part(Bucket=bucket, Key="parts", UploadId=upload, PartNumber=1, Body=b"part")
        client.complete_multipart_upload(
            Bucket=bucket, Key="parts", UploadId=upload, MultipartUpload={"Parts": [{"PartNumber": 1, "ETag": part["ETag"]}]})
        keys = [entry["Key"] for entry in client.list_objects_v2(Bucket=bucket)["Contents"]]
        self.assertEqual(len(keys), 11)
        client.delete_objects(Bucket=bucket, Delete={"Objects": [{"Key": key} for key in keys]})
        client.delete_bucket(Bucket=bucket)

    def test_every_request_of_a_client_is_verified(self):
        self.exercise(self.client, "bucket-4")

    def test_version_2_is_verified(self):
        self.exercise(self.new_client(signature_version="s3"), "bucket-2")

    def test_another_key_with_signs_in_its_secret(self):
        self.exercise(self.new_client(key="other", secret="key/+x"), "other")

    def test_sessions_do_not_meet(self):
        urls = [self.admin("sessions", {})["s3BaseUrl"] for _ in range(2)] + [self.server.s3]
        with ThreadPoolExecutor(3) as pool:
            for _ in pool.map(lambda url: self.exercise(self.new_client(url), "same"), urls):
                pass

    def test_wrong_keys_are_refused(self):
        for version in ("s3v4", "s3"):
            with self.subTest(version):
                wrong = self.new_client(secret="wrong", signature_version=version)
                unknown = self.new_client(key="nobody", signature_version=version)
                for client, code in ((wrong, "SignatureDoesNotMatch"), (unknown, "InvalidAccessKeyId")):
                    self.assertEqual(self.refusal(client.list_buckets), code)
                    self.assertEqual(self.refusal(client.put_object, Bucket="pictures", Key="new", Body=b"x"), code)
        self.assertEqual(self.refusal(self.client.get_object, Bucket="pictures", Key="new"), "NoSuchKey")

    def test_links(self):
        for version in ("s3v4", "s3"):
            with self.subTest(version):
                client = self.new_client(signature_version=version)
                url = client.generate_presigned_url("get_object", Params={"Bucket": "pictures", "Key": "a b+ü.jpg"}, ExpiresIn=60)
                self.assertEqual(self.fetch(url), (200, "picture"))
                for wrong in ((url, "DELETE"), (url, "HEAD"), (url.replace("pictures", "pictured"),)):
                    self.assertEqual(self.fetch(*wrong)[0], 403)
                status, body = self.fetch(url.replace("a%20b", "a%20c"))
                self.assertEqual(status, 403)
                self.assertIn("<Code>SignatureDoesNotMatch</Code>", body)
                self.assertIn("<StringToSign>", body)

    def test_an_upload_by_a_link_is_bound_to_its_type(self):
        url = self.client.generate_presigned_url(
            "put_object", Params={"Bucket": "pictures", "Key": "up", "ContentType": "image/png"}, ExpiresIn=60)
        self.assertEqual(self.fetch(url, "PUT", {"Content-Type": "text/html"}, b"x")[0], 403)
        self.assertEqual(self.fetch(url, "PUT", {"Content-Type": "image/png", "x-amz-meta-a": "1"}, b"x")[0], 403)
        self.assertEqual(self.fetch(url, "PUT", {"Content-Type": "image/png"}, b"x")[0], 200)
        self.assertEqual(self.client.head_object(Bucket="pictures", Key="up")["ContentType"], "image/png")
        self.client.delete_object(Bucket="pictures", Key="up")

    def test_a_link_ends_when_the_test_advances_the_clock(self):
        session = self.admin("sessions", {"clock": "manual"})
        client = self.new_client(session["s3BaseUrl"])
        url = client.generate_presigned_url("get_object", Params={"Bucket": "pictures", "Key": "hidden.jpg"}, ExpiresIn=600)
        self.assertEqual(self.fetch(url), (200, "hidden"))
        self.admin("clock/advance", {"milliseconds": 601_000}, session["baseUrl"])
        status, body = self.fetch(url)
        self.assertEqual(status, 403)
        self.assertIn("<Message>Request has expired</Message>", body)

    def test_the_date_is_the_sessions(self):
        """The SDKs that correct their clock take it from this field."""
        session = self.admin("sessions", {"clock": "manual"})
        client = self.new_client(session["s3BaseUrl"])
        self.admin("clock/advance", {"milliseconds": 3_600_000}, session["baseUrl"])
        with self.assertRaises(ClientError) as caught:
            client.list_buckets()
        answer = caught.exception.response
        self.assertEqual(answer["Error"]["Code"], "RequestTimeTooSkewed")
        date = parsedate_to_datetime(answer["ResponseMetadata"]["HTTPHeaders"]["date"])
        self.assertGreater(date - datetime.now(timezone.utc), timedelta(minutes=50))
        anonymous = self.new_client(session["s3BaseUrl"], signature_version=UNSIGNED)
        read = anonymous.get_object(Bucket="pictures", Key="a b+ü.jpg")
        self.assertGreaterEqual(parsedate_to_datetime(read["ResponseMetadata"]["HTTPHeaders"]["date"]), date)
        self.assertEqual(read["Body"].read(), b"picture")

    def test_a_link_for_another_name_of_the_server(self):
        client = self.new_client("http://minio:9000")
        url = client.generate_presigned_url("get_object", Params={"Bucket": "pictures", "Key": "hidden.jpg"}, ExpiresIn=60)
        self.assertEqual(self.fetch(url.replace("http://minio:9000", self.server.s3)), (200, "hidden"))

    def test_a_server_that_ignores_conditions_and_ranges(self):
        request = {"s3": {"operation": {"matches": "GetObject|HeadObject"}, "key": "hidden.jpg"}}
        status, stub = call(self.server.http + "/__admin/mappings", "POST", {"request": request, "response": {"modify": {"status": 200}}})
        self.assertEqual(status, 201)
        self.addCleanup(call, self.server.http + "/__admin/mappings/" + stub["id"], "DELETE")
        arguments = {"Bucket": "pictures", "Key": "hidden.jpg"}
        for conditions in ({"Range": "bytes=0-1"}, {"IfNoneMatch": "*"}, {"IfMatch": '"other"'}):
            read = self.client.get_object(**arguments, **conditions)
            self.assertEqual(read["ResponseMetadata"]["HTTPStatusCode"], 200)
            self.assertEqual(read["Body"].read(), b"hidden")
            self.assertEqual(self.client.head_object(**arguments, **conditions)["ContentLength"], 6)

    def test_requests_without_a_key(self):
        anonymous = self.new_client(signature_version=UNSIGNED)
        self.assertEqual(anonymous.get_object(Bucket="pictures", Key="a b+ü.jpg")["Body"].read(), b"picture")
        for operation, arguments in (
            (anonymous.get_object, {"Bucket": "pictures", "Key": "hidden.jpg"}), (anonymous.list_buckets, {}),
            (anonymous.put_object, {"Bucket": "pictures", "Key": "new", "Body": b"x"}),
            (anonymous.delete_object, {"Bucket": "pictures", "Key": "a b+ü.jpg"}), (anonymous.create_bucket, {"Bucket": "mine"}),
        ):
            self.assertEqual(self.refusal(operation, **arguments), "AccessDenied")
        self.client.create_bucket(Bucket="open", ACL="public-read", CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})
        self.client.put_object(Bucket="open", Key="public", Body=b"x", ACL="public-read")
        self.client.put_object(Bucket="open", Key="private", Body=b"x")
        self.assertEqual(len(anonymous.list_objects_v2(Bucket="open")["Contents"]), 2)
        self.assertEqual(anonymous.get_object(Bucket="open", Key="public")["Body"].read(), b"x")
        self.assertEqual(self.refusal(anonymous.get_object, Bucket="open", Key="private"), "AccessDenied")
        self.assertEqual(self.refusal(anonymous.put_object, Bucket="open", Key="new", Body=b"x"), "AccessDenied")

    def test_the_log_says_what_differs(self):
        # The log is written after the response; it is whole when its server has stopped.
        server = Server(self.folder.name, "--s3-auth", "strict", "--s3-key", "test:secret")
        try:
            for version, key in (("s3v4", "Credential="), ("s3", "AWSAccessKeyId=")):
                client = self.new_client(server.s3, signature_version=version)
                url = client.generate_presigned_url("get_object", Params={"Bucket": "pictures", "Key": "hidden.jpg"}, ExpiresIn=60)
                for changed, method in ((url, "DELETE"), (url.replace(key, key + "not"), "GET"), (url.replace("hidden", "other"), "GET")):
                    self.assertEqual(self.fetch(changed, method)[0], 403)
        finally:
            server.stop()
        log = server.messages
        secret = "Either the client's secret for \"test\" is not the server's, or the request is not the one that was signed."
        for sentence, count in (("It was signed for GET, and is a DELETE.", 2), ('The access key "nottest" is not among the server\'s', 2), (secret, 2)):
            self.assertEqual(log.count(sentence), count, log)


if __name__ == "__main__":
    unittest.main()
