"""The modes off, expiry and strict, each in the server's own session and in two others at once, with the same bucket and the same keys: boto3,
the AWS CLI, and a client that streams in chunks with a trailer."""

import http.client
import os
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request
import zlib
from base64 import b64encode
from collections import namedtuple
from concurrent.futures import ThreadPoolExecutor
from json import load
from pathlib import Path
from urllib.parse import urlsplit

import boto3
from botocore.client import Config
from botocore.exceptions import ClientError

from running import Server

sys.path.insert(0, str(Path(__file__).resolve().parent / "s3"))

import signing  # noqa: E402

KEY = namedtuple("Key", "access_key secret_key")("test", "sec/ret+key")
BUCKET = "same-bucket"
MIB = 1 << 20
# In two parts for boto3's managed transfers and for the AWS CLI.
LONG = 9 * MIB


class ModeTests(unittest.TestCase):
    def check_mode(self, mode):
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(os.path.join(folder, "s3", "pictures"))
            Path(folder, "s3", "pictures", "a.jpg").write_bytes(b"picture")
            server = Server(folder, "--s3-auth", mode, "--s3-key", f"{KEY.access_key}:{KEY.secret_key}")
            try:
                urls = [server.s3]
                for _ in range(2):
                    asked = urllib.request.Request(f"{server.http}/__admin/sessions", b"{}", method="POST")
                    with urllib.request.urlopen(asked, timeout=60) as response:
                        urls.append(load(response)["s3BaseUrl"])
                with ThreadPoolExecutor(len(urls)) as pool:
                    # What each session wrote is there when all have written.
                    for step in (self.write, self.read, self.end):
                        list(pool.map(step, urls, [mode] * len(urls), b"abc"))
            finally:
                server.stop()

    def client(self, url):
        return boto3.client("s3", endpoint_url=url, region_name="us-east-1", aws_access_key_id=KEY.access_key,
                            aws_secret_access_key=KEY.secret_key, config=Config(retries={"max_attempts": 1}, signature_version="s3v4"))

    def command(self, url, *arguments):
        environment = {**os.environ, "AWS_ACCESS_KEY_ID": KEY.access_key, "AWS_SECRET_ACCESS_KEY": KEY.secret_key, "AWS_REGION": "us-east-1",
                       "AWS_CONFIG_FILE": os.devnull, "AWS_SHARED_CREDENTIALS_FILE": os.devnull, "AWS_EC2_METADATA_DISABLED": "true"}
        result = subprocess.run([Path(sys.executable).parent / "aws", "--endpoint-url", url, *arguments], env=environment,
                                capture_output=True, text=True, timeout=300)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def stream(self, url, body):
        """An upload without a length: aws-chunked in HTTP's chunks, the checksum behind it."""
        parts = urlsplit(url)
        path = f"{parts.path.rstrip('/')}/{BUCKET}/streamed"
        headers = {"content-encoding": "aws-chunked", "x-amz-decoded-content-length": str(len(body)), "x-amz-trailer": "x-amz-checksum-crc32"}
        fields = signing.fields(KEY, parts.netloc, "PUT", path, headers, "STREAMING-UNSIGNED-PAYLOAD-TRAILER")
        checksum = b64encode(zlib.crc32(body).to_bytes(4, "big"))
        pieces = [b"%x\r\n%s\r\n" % (len(body[at:at + 65_536]), body[at:at + 65_536]) for at in range(0, len(body), 65_536)]
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=120)
        connection.request("PUT", path, iter([*pieces, b"0\r\nx-amz-checksum-crc32:" + checksum + b"\r\n\r\n"]),
                           {**fields, "Transfer-Encoding": "chunked"}, encode_chunked=True)
        response = connection.getresponse()
        self.assertEqual((response.status, response.headers["x-amz-checksum-crc32"]), (200, checksum.decode()), response.read())
        connection.close()

    def write(self, url, mode, letter):
        client, body = self.client(url), bytes([letter]) * 1_000
        client.create_bucket(Bucket=BUCKET)
        client.put_object(Bucket=BUCKET, Key="put", Body=body, Metadata={"letter": chr(letter)})
        client.copy_object(Bucket=BUCKET, Key="copied", CopySource=f"{BUCKET}/put")
        client.put_object(Bucket="pictures", Key="a.jpg", Body=body)
        with tempfile.NamedTemporaryFile() as file:
            file.write(bytes([letter]) * LONG)
            file.flush()
            client.upload_file(file.name, BUCKET, "parts")
            self.command(url, "s3", "cp", file.name, f"s3://{BUCKET}/by-command")
        self.stream(url, bytes([letter]) * MIB)
        client.close()

    def read(self, url, mode, letter):
        client = self.client(url)
        # Clients send `GET /__session/ID`, without a slash at its end, and sign it.
        self.assertEqual([bucket["Name"] for bucket in client.list_buckets()["Buckets"]], ["pictures", BUCKET])
        found = {entry["Key"]: entry["Size"] for entry in client.list_objects_v2(Bucket=BUCKET)["Contents"]}
        self.assertEqual(found, {"put": 1_000, "copied": 1_000, "parts": LONG, "by-command": LONG, "streamed": MIB})
        for key, size in found.items():
            response = client.get_object(Bucket=BUCKET, Key=key)
            self.assertTrue(response["Body"].read() == bytes([letter]) * size, f"{key} differs")
        self.assertEqual(client.head_object(Bucket=BUCKET, Key="copied")["Metadata"], {"letter": chr(letter)})
        self.assertEqual(client.get_object(Bucket="pictures", Key="a.jpg")["Body"].read(), bytes([letter]) * 1_000)
        link = client.generate_presigned_url("get_object", Params={"Bucket": BUCKET, "Key": "put"}, ExpiresIn=3_600)
        self.assertEqual(self.status(link), 200)
        self.assertEqual(self.status(link.replace("X-Amz-Expires=3600", "X-Amz-Expires=3500")), 403 if mode == "strict" else 200)
        self.assertEqual(self.status(f"{url}/{BUCKET}/put"), 403 if mode == "strict" else 200)
        day = link.partition("X-Amz-Date=")[2][:8]
        self.assertEqual(self.status(link.replace(day, "20200101")), 200 if mode == "off" else 403)
        client.close()

    def end(self, url, mode, letter):
        client = self.client(url)
        keys = [{"Key": entry["Key"]} for entry in client.list_objects_v2(Bucket=BUCKET)["Contents"]]
        self.assertEqual(len(client.delete_objects(Bucket=BUCKET, Delete={"Objects": keys})["Deleted"]), len(keys))
        client.delete_bucket(Bucket=BUCKET)
        with self.assertRaises(ClientError) as caught:
            client.head_bucket(Bucket=BUCKET)
        self.assertEqual(caught.exception.response["ResponseMetadata"]["HTTPStatusCode"], 404)
        client.close()

    def status(self, url):
        try:
            with urllib.request.urlopen(url, timeout=60) as response:
                return response.status
        except urllib.error.HTTPError as error:
            error.close()
            return error.code

    def test_off(self):
        self.check_mode("off")

    def test_expiry(self):
        self.check_mode("expiry")

    def test_strict(self):
        self.check_mode("strict")


if __name__ == "__main__":
    unittest.main()
