"""Webhooks with S3's event record, with boto3."""

import http.server
import json
import queue
import threading
import unittest
import urllib.request

from running import Server
from s3_testing import S3Tests


class Hooks(http.server.BaseHTTPRequestHandler):
    """Receives webhooks."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.put((self.headers["Content-Type"], json.loads(body)))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *arguments):
        pass


class EventTests(S3Tests):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.hooks = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hooks)
        cls.hooks.received = queue.Queue()
        threading.Thread(target=cls.hooks.serve_forever, daemon=True).start()
        cls.server.stop()
        cls.server = Server(cls.folder.name, "--allow-proxy-targets", f"127.0.0.1:{cls.hooks.server_port}")
        cls.client = cls.new_client()
        mapping = {
            "request": {"s3": {}}, "response": {"modify": {}},
            "serveEventListeners": [
                {"name": "webhook", "parameters": {"url": f"http://127.0.0.1:{cls.hooks.server_port}/events", "s3Event": True}}]}
        request = urllib.request.Request(cls.server.http + "/__admin/mappings", json.dumps(mapping).encode(), method="POST")
        urllib.request.urlopen(request, timeout=60).read()

    @classmethod
    def tearDownClass(cls):
        cls.hooks.shutdown()
        cls.hooks.server_close()
        super().tearDownClass()

    def events(self):
        content_type, document = self.hooks.received.get(timeout=60)
        self.assertEqual(content_type, "application/json")
        return document["Records"]

    def event(self):
        records = self.events()
        self.assertEqual(len(records), 1)
        return records[0]

    def test_each_change_is_told_once(self):
        bucket = self.new_bucket()
        sent = self.client.put_object(Bucket=bucket, Key="red flower/ä.jpg", Body=b"hello")
        event = self.event()
        self.assertEqual((event["eventName"], event["eventSource"], event["eventVersion"]), ("ObjectCreated:Put", "aws:s3", "2.1"))
        self.assertEqual(event["s3"]["bucket"]["name"], bucket)
        self.assertEqual(event["s3"]["object"]["key"], "red+flower/%C3%A4.jpg")
        self.assertEqual(event["s3"]["object"]["size"], 5)
        self.assertEqual(event["s3"]["object"]["eTag"], sent["ETag"].strip('"'))
        self.assertEqual(event["responseElements"]["x-amz-request-id"], sent["ResponseMetadata"]["RequestId"])
        self.assertEqual(event["userIdentity"]["principalId"], "AWS:test")
        self.assert_refused(
            412, "PreconditionFailed", self.client.put_object, Bucket=bucket, Key="red flower/ä.jpg", Body=b"", IfNoneMatch="*")
        self.client.get_object(Bucket=bucket, Key="red flower/ä.jpg")["Body"].read()
        self.client.copy_object(Bucket=bucket, Key="copy", CopySource={"Bucket": bucket, "Key": "red flower/ä.jpg"})
        self.assertEqual(self.event()["eventName"], "ObjectCreated:Copy")
        upload = self.client.create_multipart_upload(Bucket=bucket, Key="parts")["UploadId"]
        tag = self.client.upload_part(Bucket=bucket, Key="parts", UploadId=upload, PartNumber=1, Body=b"xyz")["ETag"]
        self.client.complete_multipart_upload(
            Bucket=bucket, Key="parts", UploadId=upload, MultipartUpload={"Parts": [{"PartNumber": 1, "ETag": tag}]})
        event = self.event()
        self.assertEqual((event["eventName"], event["s3"]["object"]["size"]), ("ObjectCreated:CompleteMultipartUpload", 3))
        self.client.delete_objects(Bucket=bucket, Delete={"Objects": [{"Key": "copy"}, {"Key": "never"}, {"Key": "parts"}]})
        records = self.events()
        self.assertEqual([record["eventName"] for record in records], ["ObjectRemoved:Delete"] * 3)
        self.assertEqual([record["s3"]["object"]["key"] for record in records], ["copy", "never", "parts"])
        self.assertLess(records[0]["s3"]["object"]["sequencer"], records[1]["s3"]["object"]["sequencer"])
        self.client.delete_object(Bucket=bucket, Key="never")
        self.client.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Enabled"})
        self.client.delete_object(Bucket=bucket, Key="red flower/ä.jpg")
        event = self.event()
        self.assertEqual(event["eventName"], "ObjectRemoved:DeleteMarkerCreated")
        self.assertTrue(event["s3"]["object"]["versionId"])
        self.assertTrue(self.hooks.received.empty())

    def test_who_signed_a_form_is_told(self):
        bucket = self.new_bucket()
        made = self.new_client(signature_version="s3v4").generate_presigned_post(bucket, "signed.jpg")
        parts = "".join(
            f"--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n" for name, value in made["fields"].items())
        body = (parts + "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\nmeow\r\n--x--\r\n").encode()
        request = urllib.request.Request(made["url"], body, {"Content-Type": "multipart/form-data; boundary=x"}, method="POST")
        urllib.request.urlopen(request, timeout=60).read()
        self.assertEqual(self.event()["userIdentity"]["principalId"], "AWS:test")
        with urllib.request.urlopen(self.server.http + "/__admin/requests?limit=1", timeout=60) as response:
            call = json.load(response)["requests"][0]["request"]["s3"]
        self.assertEqual((call["key"], call["accessKey"], call["signature"]), ("signed.jpg", "test", "AWS4-HMAC-SHA256 form"))

    def test_forms_are_counted_whatever_the_length_of_their_files(self):
        bucket = self.new_bucket()
        made = self.new_client(signature_version="s3v4").generate_presigned_post(bucket, "counted/${filename}")
        parts = "".join(
            f"--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n" for name, value in made["fields"].items())
        head = (parts + "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n").encode()
        for length in (5, 60_000, 70_000, 3_000_000):
            body = head + bytes(length) + b"\r\n--x--\r\n"
            request = urllib.request.Request(made["url"], body, {"Content-Type": "multipart/form-data; boundary=x"}, method="POST")
            urllib.request.urlopen(request, timeout=60).read()
        asked = {"operation": "PostObject", "bucket": bucket, "key": "counted/a", "accessKey": "test", "signature": "AWS4-HMAC-SHA256 form"}
        pattern = json.dumps({"s3": asked}).encode()
        request = urllib.request.Request(self.server.http + "/__admin/requests/find", pattern, method="POST")
        with urllib.request.urlopen(request, timeout=60) as response:
            found = json.load(response)["requests"]
        self.assertEqual([entry["s3"] for entry in found], [asked] * 4)

    def test_a_form_is_told(self):
        bucket = self.new_bucket()
        boundary = "x"
        body = (
            f"--{boundary}\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\nup/${{filename}}\r\n--{boundary}\r\n"
            f"Content-Disposition: form-data; name=\"file\"; filename=\"cat.jpg\"\r\n\r\nmeow\r\n--{boundary}--\r\n").encode()
        request = urllib.request.Request(
            f"{self.server.s3}/{bucket}", body, {"Content-Type": f"multipart/form-data; boundary={boundary}"}, method="POST")
        urllib.request.urlopen(request, timeout=60).read()
        event = self.event()
        self.assertEqual((event["eventName"], event["s3"]["object"]["key"]), ("ObjectCreated:Post", "up/cat.jpg"))
        self.assertEqual(event["userIdentity"]["principalId"], "Anonymous")
        pattern = json.dumps({"s3": {"operation": "PostObject", "bucket": bucket, "key": "up/cat.jpg"}}).encode()
        request = urllib.request.Request(self.server.http + "/__admin/requests/find", pattern, method="POST")
        with urllib.request.urlopen(request, timeout=60) as response:
            found = json.load(response)["requests"]
        self.assertEqual([entry["s3"] for entry in found], [{"operation": "PostObject", "bucket": bucket, "key": "up/cat.jpg"}])


if __name__ == "__main__":
    unittest.main()
