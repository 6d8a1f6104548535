"""Scripts for S3: patterns by operation, S3's errors, and everything that goes wrong, with boto3 and by hand."""

import http.client
import json
import socket
import threading
import time
import unittest
import urllib.error
import urllib.request
from urllib.parse import urlsplit

import boto3
from boto3.s3.transfer import TransferConfig
from botocore.client import Config
from botocore.exceptions import FlexibleChecksumError, HTTPClientError, IncompleteReadError, ResponseStreamingError

from s3_testing import S3Tests

MEBIBYTE = bytes(range(256)) * 4096
PART = 5 * 1024 * 1024


class ScriptTests(S3Tests):
    def setUp(self):
        self.bucket = self.new_bucket()
        self.address = urlsplit(self.server.s3)

    def admin(self, method, path, body=None, base=None):
        request = urllib.request.Request(
            (base or self.server.http) + "/__admin" + path, json.dumps(body).encode() if body is not None else None, method=method)
        with urllib.request.urlopen(request, timeout=60) as response:
            text = response.read()
            return json.loads(text) if text else None

    def stub(self, s3, *responses, base=None, **fields):
        """Adds a stub for an S3 request in this test's bucket; it is gone at the end of the test."""
        mapping = {"request": {"s3": {"bucket": self.bucket, **s3}}, **fields}
        mapping.update({"response": responses[0]} if len(responses) == 1 else {"responses": list(responses)})
        identity = self.admin("POST", "/mappings", mapping, base)["id"]
        if base is None:
            self.addCleanup(self.admin, "DELETE", f"/mappings/{identity}")
        return identity

    def requests(self, **s3):
        """How many requests the journal has."""
        return self.admin("POST", "/requests/count", {"s3": {"bucket": self.bucket, **s3}})["count"]

    def put(self, key, body=b"0123456789"):
        return self.client.put_object(Bucket=self.bucket, Key=key, Body=body)

    def patient(self, attempts=4, **options):
        """A client that tries again."""
        return boto3.client(
            "s3", endpoint_url=self.server.s3, region_name="us-east-1", aws_access_key_id="test", aws_secret_access_key="secret",
            config=Config(retries={"total_max_attempts": attempts, "mode": "standard"}, **options))

    def raw(self, method, key, headers={}, host=None):
        """A request by hand: status, fields and body."""
        connection = http.client.HTTPConnection(self.address.hostname, self.address.port, timeout=60)
        self.addCleanup(connection.close)
        connection.request(method, f"/{key}" if host else f"/{self.bucket}/{key}", headers={**headers, **({"Host": host} if host else {})})
        response = connection.getresponse()
        return response.status, response.headers, response.read()

    # Patterns

    def test_a_pattern_matches_on_every_address(self):
        self.put("a b.jpg")
        session = self.admin("POST", "/sessions", {})
        self.addCleanup(self.admin, "DELETE", f"/sessions/{session['id']}")
        stub = {"request": {"s3": {"operation": "GetObject", "bucket": self.bucket, "key": "a b.jpg"}}, "response": {"status": 299}}
        self.admin("POST", "/mappings", stub, session["baseUrl"])
        self.stub({"operation": "GetObject", "key": "a b.jpg"}, {"status": 299})
        self.assertEqual(self.raw("GET", "a%20b.jpg")[0], 299)
        self.assertEqual(self.raw("GET", "a%20b.jpg?x-id=GetObject", host=f"{self.bucket}.localhost")[0], 299)
        self.assertEqual(self.raw("HEAD", "a%20b.jpg")[0], 200)
        path = f"/__session/{session['id']}/{self.bucket}/a%20b.jpg"
        with urllib.request.urlopen(self.server.s3 + path, timeout=60) as response:
            self.assertEqual(response.status, 299)
        in_session = self.admin("POST", "/requests/count", {"s3": {"key": "a b.jpg"}}, session["baseUrl"])
        self.assertEqual(in_session["count"], 1)
        self.assertEqual(self.requests(key="a b.jpg", operation="GetObject"), 2)

    def test_the_journal_says_what_was_asked(self):
        upload = self.client.create_multipart_upload(Bucket=self.bucket, Key="long")["UploadId"]
        self.client.upload_part(Bucket=self.bucket, Key="long", UploadId=upload, PartNumber=3, Body=b"x")
        self.assertEqual(self.requests(operation="UploadPart", uploadId=upload, partNumber=3), 1)
        self.assertEqual(self.requests(operation="UploadPart", partNumber={"matches": "[12]"}), 0)
        found = self.admin("POST", "/requests/find", {"s3": {"bucket": self.bucket, "operation": "UploadPart"}})["requests"]
        self.assertEqual(
            found[0]["s3"], {
                "operation": "UploadPart", "bucket": self.bucket, "key": "long", "uploadId": upload, "partNumber": 3, "accessKey": "test",
                "signature": "AWS4-HMAC-SHA256"})
        link = self.new_client(signature_version="s3v4").generate_presigned_url("get_object", Params={"Bucket": self.bucket, "Key": "none"})
        with self.assertRaises(urllib.error.HTTPError):
            urllib.request.urlopen(link, timeout=60)
        entry = self.admin("GET", "/requests?limit=1")["requests"][0]
        self.assertEqual(entry["request"]["s3"]["signature"], "AWS4-HMAC-SHA256 link")
        awaited = self.admin("POST", "/requests/await", {"s3": {"bucket": self.bucket, "key": "none"}, "timeoutMilliseconds": 60000})
        self.assertEqual(awaited["requests"][0]["request"]["s3"]["operation"], "GetObject")
        self.client.abort_multipart_upload(Bucket=self.bucket, Key="long", UploadId=upload)

    # Errors

    def test_503_twice_then_the_object(self):
        self.put("a.jpg")
        self.stub({"operation": "GetObject", "key": "a.jpg"}, {"s3Error": "SlowDown"}, {"s3Error": "SlowDown"}, {"modify": {}})
        self.assertEqual(self.patient().get_object(Bucket=self.bucket, Key="a.jpg")["Body"].read(), b"0123456789")
        self.assertEqual(self.requests(operation="GetObject", key="a.jpg"), 3)

    def test_an_error_is_that_of_s3(self):
        self.stub({"operation": "GetObject"}, {"s3Error": "SlowDown"})
        refused = self.assert_refused(503, "SlowDown", self.client.get_object, Bucket=self.bucket, Key="a")
        self.assertEqual(refused["Error"]["Message"], "Please reduce your request rate.")
        self.stub({"operation": "HeadObject"}, {"s3Error": "AccessDenied"})
        status, fields, body = self.raw("HEAD", "a")
        self.assertEqual((status, body), (403, b""))
        self.assertTrue(fields["x-amz-request-id"])
        self.stub({"operation": "PutObject"}, {"s3Error": {"code": "Tired", "message": "Later.", "status": 420}})
        self.assert_refused(420, "Tired", self.put, key="a")
        self.assertEqual(self.keys(self.bucket), [])

    def test_now_and_then(self):
        self.put("a.jpg")
        self.stub({"operation": "GetObject"}, {"s3Error": "InternalError"}, probability=0.5)
        answers = [self.raw("GET", "a.jpg")[0] for _ in range(40)]
        self.assertEqual(set(answers), {200, 500})

    def test_an_upload_in_parts_fails_inside_a_200(self):
        upload = self.client.create_multipart_upload(Bucket=self.bucket, Key="a")["UploadId"]
        tag = self.client.upload_part(Bucket=self.bucket, Key="a", UploadId=upload, PartNumber=1, Body=b"x")["ETag"]
        complete = {"Bucket": self.bucket, "Key": "a", "UploadId": upload, "MultipartUpload": {"Parts": [{"PartNumber": 1, "ETag": tag}]}}
        self.stub(
            {"operation": "CompleteMultipartUpload"}, {"s3Error": {"code": "InternalError", "status": 200}}, {"modify": {}})
        self.assertIn("ETag", self.patient().complete_multipart_upload(**complete))
        self.assertEqual(self.requests(operation="CompleteMultipartUpload"), 2)
        self.assertEqual(self.keys(self.bucket), ["a"])

    def test_what_was_written_although_the_answer_says_otherwise(self):
        self.stub({"operation": "PutObject"}, {"modify": {"s3Error": "InternalError"}})
        self.assert_refused(500, "InternalError", self.put, key="a")
        self.assertEqual(self.keys(self.bucket), ["a"])

    # Downloads

    def test_cut_at_half_under_the_full_length(self):
        self.put("a.jpg", MEBIBYTE)
        self.stub(
            {"operation": "GetObject"}, {"modify": {"fault": {"effect": "truncate", "at": {"bodyFraction": 0.5}}}})
        got = self.client.get_object(Bucket=self.bucket, Key="a.jpg")
        self.assertEqual(got["ContentLength"], len(MEBIBYTE))
        with self.assertRaises((IncompleteReadError, ResponseStreamingError)):
            got["Body"].read()

    def test_a_cut_download_is_taken_up_again(self):
        self.put("a.jpg", MEBIBYTE)
        self.stub(
            {"operation": "GetObject"}, {"modify": {"fault": "CONNECTION_RESET_BY_PEER"}},
            {"modify": {"fault": {"effect": "truncate"}}}, {"modify": {}})
        target = self.folder.name + "/download"
        self.client.download_file(self.bucket, "a.jpg", target, Config=TransferConfig(use_threads=False))
        with open(target, "rb") as file:
            self.assertEqual(file.read(), MEBIBYTE)
        self.assertEqual(self.requests(operation="GetObject"), 3)

    def test_a_wrong_tag_and_a_wrong_checksum(self):
        sent = self.put("a.jpg")
        self.stub(
            {"operation": "GetObject", "key": "a.jpg"},
            {"modify": {"headers": {"ETag": '"00000000000000000000000000000000"'}, "removeHeaders": ["x-amz-checksum-crc32"]}},
            {"modify": {"headers": {"x-amz-checksum-crc32": "AAAAAA=="}}})
        got = self.client.get_object(Bucket=self.bucket, Key="a.jpg")
        self.assertNotEqual(got["ETag"], sent["ETag"])
        self.assertEqual(got["Body"].read(), b"0123456789")
        self.assertTrue(got["ResponseMetadata"]["RequestId"])
        with self.assertRaises(FlexibleChecksumError):
            self.client.get_object(Bucket=self.bucket, Key="a.jpg")["Body"].read()

    def test_a_slow_bucket(self):
        self.put("a.jpg", MEBIBYTE)
        self.stub({}, {"modify": {"network": {"downKilobitsPerSecond": 8_000, "upKilobitsPerSecond": 8_000}}})
        for request in [
                lambda: self.client.get_object(Bucket=self.bucket, Key="a.jpg")["Body"].read(), lambda: self.put("b.jpg", MEBIBYTE)]:
            start = time.monotonic()
            request()
            self.assertGreater(time.monotonic() - start, 0.9)

    def test_a_slow_bucket_is_slow_without_an_object(self):
        self.stub({}, {"modify": {"fixedDelayMilliseconds": 200}})
        start = time.monotonic()
        self.assertEqual(self.raw("GET", "none")[0], 404)
        self.assertGreater(time.monotonic() - start, 0.19)

    # Uploads

    def test_the_upload_that_dies_at_its_third_part(self):
        fault = {"fault": {"effect": "reset", "at": "requestBody", "count": 1}}
        self.stub({"operation": "UploadPart", "partNumber": 3}, {"modify": fault})
        data = MEBIBYTE * 16
        with self.assertRaises(HTTPClientError):
            self.upload(self.patient(1), "a", data)
        self.assertNotIn("a", self.keys(self.bucket))
        self.admin("POST", "/scenarios/reset")
        self.upload(self.patient(), "b", data)
        self.assertEqual(self.client.head_object(Bucket=self.bucket, Key="b")["ContentLength"], len(data))

    def upload(self, client, key, data):
        target = self.folder.name + "/upload"
        with open(target, "wb") as file:
            file.write(data)
        client.upload_file(
            target, self.bucket, key,
            Config=TransferConfig(multipart_threshold=PART, multipart_chunksize=PART, use_threads=False))

    def test_every_third_part_dies(self):
        self.stub(
            {"operation": "UploadPart"}, {"modify": {}}, {"modify": {}},
            {"modify": {"fault": {"effect": "reset", "at": "requestBody"}}}, repeat="cycle")
        data = MEBIBYTE * 21
        self.upload(self.patient(), "a", data)
        self.assertEqual(self.client.get_object(Bucket=self.bucket, Key="a")["Body"].read(), data)
        self.assertEqual(self.requests(operation="UploadPart"), 7)

    def test_slow_down_for_an_upload(self):
        self.stub({"operation": "PutObject"}, {"s3Error": "SlowDown"}, {"modify": {}})
        self.patient().put_object(Bucket=self.bucket, Key="a", Body=MEBIBYTE)
        self.assertEqual(self.client.get_object(Bucket=self.bucket, Key="a")["Body"].read(), MEBIBYTE)

    def test_a_long_upload_is_refused_before_its_body(self):
        self.stub({"operation": "PutObject"}, {"s3Error": "SlowDown"})
        client = socket.create_connection((self.address.hostname, self.address.port), timeout=60)
        self.addCleanup(client.close)
        client.sendall(f"PUT /{self.bucket}/a HTTP/1.1\r\nHost: localhost\r\nContent-Length: {1 << 30}\r\n\r\n".encode())
        response = http.client.HTTPResponse(client, method="PUT")
        response.begin()
        self.assertEqual(response.status, 503)
        self.assertIn(b"<Code>SlowDown</Code>", response.read())

    def test_an_answer_is_held(self):
        gate = f"gate-{self.bucket}"
        self.stub({"operation": "PutObject"}, {"modify": {"hold": gate}})
        thread = threading.Thread(target=self.put, args=("a",))
        thread.start()
        self.admin("POST", f"/gates/{gate}/wait", {"arrivals": 1, "timeoutMilliseconds": 60000})
        self.assertEqual(self.keys(self.bucket), ["a"])
        self.assertTrue(thread.is_alive())
        self.admin("POST", f"/gates/{gate}/release", {"count": 1})
        thread.join(60)
        self.assertFalse(thread.is_alive())

    def test_expectations(self):
        session = self.admin("POST", "/sessions", {})
        self.admin(
            "POST", "/mappings", {
                "name": "the picture", "request": {"s3": {"operation": "GetObject", "key": "a.jpg"}}, "response": {"modify": {}},
                "expect": {"count": 2}}, session["baseUrl"])
        with urllib.request.urlopen(session["s3BaseUrl"] + "/pictures/a.jpg", timeout=60) as response:
            response.read()
        report = self.admin("DELETE", f"/sessions/{session['id']}")
        self.assertFalse(report["ok"])
        self.assertIn("the picture", json.dumps(report["expectations"]))

    # Misses

    def test_what_was_deleted_is_no_miss(self):
        session = self.admin("POST", "/sessions", {"strict": True})
        client = self.new_client(session["s3BaseUrl"])
        client.create_bucket(Bucket="own")
        for bucket in ["own", "pictures"]:
            client.put_object(Bucket=bucket, Key="b", Body=b"x")
            client.delete_object(Bucket=bucket, Key="b")
            self.assert_refused(404, "NoSuchKey", client.get_object, Bucket=bucket, Key="b")
        client.delete_object(Bucket="pictures", Key="a.jpg")
        self.assert_refused(404, "NoSuchKey", client.get_object, Bucket="pictures", Key="a.jpg")
        self.assert_refused(404, "NoSuchCORSConfiguration", client.get_bucket_cors, Bucket="pictures")
        self.assert_refused(404, "NoSuchUpload", client.list_parts, Bucket="pictures", Key="c", UploadId="none")
        client.delete_bucket(Bucket="own")
        self.assert_refused(404, "NoSuchBucket", client.list_objects_v2, Bucket="own")
        report = self.admin("DELETE", f"/sessions/{session['id']}")
        self.assertEqual(report["unmatched"], [])
        self.assertTrue(report["ok"])

    def test_what_never_was_is_a_miss(self):
        session = self.admin("POST", "/sessions", {"strict": True})
        client = self.new_client(session["s3BaseUrl"])
        self.assert_refused(404, "NoSuchKey", client.get_object, Bucket="pictures", Key="never.jpg")
        report = self.admin("DELETE", f"/sessions/{session['id']}")
        self.assertFalse(report["ok"])
        self.assertEqual(report["unmatched"][0]["s3"]["key"], "never.jpg")


if __name__ == "__main__":
    unittest.main()
