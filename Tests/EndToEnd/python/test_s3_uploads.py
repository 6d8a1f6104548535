"""Uploads as streams: in little memory, refused before the body, broken off at any moment, with scripted faults and slow links."""

import base64
import hashlib
import http.client
import json
import os
import random
import socket
import struct
import tempfile
import time
import unittest
import urllib.request
import zlib
from pathlib import Path
from unittest.mock import patch
from urllib.parse import urlsplit

import running
from running import Server
from s3_testing import S3Tests

MEBIBYTE = bytes(range(256)) * 4096


def chunked(data, size=65_536, trailer=b""):
    """The data in the encoding of unsigned chunks."""
    for start in range(0, len(data), size):
        chunk = data[start:start + size]
        yield b"%x\r\n%s\r\n" % (len(chunk), chunk)
    yield b"0\r\n" + trailer + b"\r\n"


class UploadTests(S3Tests):
    def setUp(self):
        self.bucket = self.new_bucket()
        self.address = urlsplit(self.server.s3)

    def connect(self):
        client = socket.create_connection((self.address.hostname, self.address.port), timeout=60)
        self.addCleanup(client.close)
        return client

    def head(self, key, **fields):
        lines = [f"PUT /{self.bucket}/{key} HTTP/1.1", "Host: localhost"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

    def response(self, client):
        response = http.client.HTTPResponse(client, method="PUT")
        response.begin()
        return response.status, response.read().decode()

    def admin(self, method, path, body=None):
        request = urllib.request.Request(self.server.http + "/__admin" + path, json.dumps(body).encode() if body else None, method=method)
        with urllib.request.urlopen(request, timeout=20) as response:
            text = response.read()
            return json.loads(text) if text else None

    def status(self, name):
        """A line of /proc about the server, in KiB or as a number."""
        return int(next(line for line in Path(f"/proc/{self.server.process.pid}/status").read_text().splitlines() if line.startswith(name)).split()[1])

    def open_files(self):
        """Unnamed files that the server has open, also those of objects that other tests have stored."""
        folder = Path(f"/proc/{self.server.process.pid}/fd")
        found = 0
        for link in folder.iterdir():
            try:
                found += "(deleted)" in os.readlink(link)
            except FileNotFoundError:
                pass
        return found

    def eventually(self, is_so):
        deadline = time.monotonic() + 20
        while not is_so():
            self.assertLess(time.monotonic(), deadline, "it did not come to be so")
            # A request that the server answers behind what it has to do.
            urllib.request.urlopen(self.server.http + "/__admin/health", timeout=20).read()

    def test_long_bodies_take_little_memory(self):
        before, files = self.status("VmHWM"), self.open_files()
        with tempfile.TemporaryFile() as file:
            digest = hashlib.md5()
            for index in range(200):
                piece = MEBIBYTE[index:] + MEBIBYTE[:index]
                digest.update(piece)
                file.write(piece)
            file.seek(0)
            sent = self.client.put_object(Bucket=self.bucket, Key="long", Body=file)
        self.assertEqual(sent["ETag"], f'"{digest.hexdigest()}"')
        self.assertLess(self.status("VmHWM") - before, 64 * 1024)
        got = self.client.get_object(Bucket=self.bucket, Key="long", Range="bytes=-3")
        self.assertEqual(got["Body"].read(), (MEBIBYTE[199:] + MEBIBYTE[:199])[-3:])
        self.client.delete_object(Bucket=self.bucket, Key="long")
        self.eventually(lambda: self.open_files() == files)

    def test_a_stream_of_chunks_within_chunks(self):
        data = MEBIBYTE * 3
        checksum = base64.b64encode(struct.pack(">I", zlib.crc32(data)))
        for value, status in [(checksum, 200), (b"AAAAAA==", 400)]:
            connection = http.client.HTTPConnection(self.address.hostname, self.address.port, timeout=60)
            connection.request(
                "PUT", f"/{self.bucket}/stream", body=chunked(data, trailer=b"x-amz-checksum-crc32:" + value + b"\r\n"),
                headers={
                    "x-amz-content-sha256": "STREAMING-UNSIGNED-PAYLOAD-TRAILER", "x-amz-decoded-content-length": str(len(data)),
                    "x-amz-trailer": "x-amz-checksum-crc32", "Content-Encoding": "aws-chunked", "Transfer-Encoding": "chunked"},
                encode_chunked=True)
            response = connection.getresponse()
            self.assertEqual(response.status, status, response.read())
            connection.close()
        got = self.client.get_object(Bucket=self.bucket, Key="stream")
        self.assertEqual(got["Body"].read(), data)
        self.assertNotIn("ContentEncoding", got)

    def test_stubs_and_the_journal_have_the_content_of_chunks(self):
        """Long bodies are in a file; each chunk has the data of one line."""
        request = {"s3": {"bucket": self.bucket, "operation": "PutObject"}, "bodyPatterns": [{"contains": "line 7\n"}]}
        response = {"status": 418, "body": "{{request.body}}", "transformers": ["response-template"]}
        identity = self.admin("POST", "/mappings", {"request": request, "response": response})["id"]
        self.addCleanup(self.admin, "DELETE", f"/mappings/{identity}")
        for data, status in [(b"line 7\n", 418), (b"line 7\n" * 200_000, 418), (b"line 8\n", 200)]:
            body = b"".join(chunked(data, 7))
            connection = http.client.HTTPConnection(self.address.hostname, self.address.port, timeout=60)
            connection.request(
                "PUT", f"/{self.bucket}/lines", body=body,
                headers={
                    "x-amz-content-sha256": "STREAMING-UNSIGNED-PAYLOAD-TRAILER", "x-amz-decoded-content-length": str(len(data)),
                    "Content-Encoding": "aws-chunked"})
            answer = connection.getresponse()
            self.assertEqual((answer.status, answer.read()), (status, data if status == 418 else b""))
            connection.close()
        self.assertEqual(self.client.get_object(Bucket=self.bucket, Key="lines")["Body"].read(), b"line 8\n")
        pattern = {"s3": {"bucket": self.bucket, "operation": "PutObject"}}
        entries = self.admin("POST", "/requests/find", pattern)["requests"]
        self.assertEqual(sorted(entry["body"] for entry in entries), ["", "line 7\n", "line 8\n"])
        long, = (entry for entry in entries if not entry["body"])
        self.assertEqual(long["bodyLength"], 1_400_000)
        self.assertEqual(long["bodySha256"], hashlib.sha256(b"line 7\n" * 200_000).hexdigest())

    def test_a_refusal_comes_before_the_body(self):
        client = self.connect()
        client.sendall(self.head("a", Content_Length=5, Expect="100-continue"))
        client.sendall(b"")
        self.assertEqual(client.recv(25), b"HTTP/1.1 100 Continue\r\n\r\n")
        client.sendall(b"hello")
        self.assertEqual(self.response(client)[0], 200)
        for fields, status, code in [
                ({"If_None_Match": "*"}, 412, "PreconditionFailed"), ({"Content_MD5": "x"}, 400, "InvalidDigest"),
                ({"x_amz_content_sha256": "x"}, 400, "InvalidArgument")]:
            client = self.connect()
            client.sendall(self.head("a", Content_Length=5, Expect="100-continue", **fields))
            answer = self.response(client)
            self.assertEqual(answer[0], status)
            self.assertIn(f"<Code>{code}</Code>", answer[1])
        # Without the expectation the connection stays.
        client = self.connect()
        for _ in range(2):
            client.sendall(self.head("a", Content_Length=5, If_None_Match="*") + b"other")
            self.assertEqual(self.response(client)[0], 412)
        self.assertEqual(self.client.get_object(Bucket=self.bucket, Key="a")["Body"].read(), b"hello")

    def test_a_length_is_required(self):
        client = self.connect()
        client.sendall(self.head("a"))
        answer = self.response(client)
        self.assertEqual(answer[0], 411)
        self.assertIn("<Code>MissingContentLength</Code>", answer[1])

    def test_what_is_broken_off_leaves_nothing(self):
        chance = random.Random(14)
        files = self.open_files()
        for index in range(120):
            client = self.connect()
            length = chance.randrange(1, 3_000_000)
            client.sendall(self.head(f"broken-{index}", Content_Length=length))
            rest = chance.randrange(0, length)
            while rest > 0:
                count = min(rest, chance.randrange(1, len(MEBIBYTE)))
                client.sendall(MEBIBYTE[:count])
                rest -= count
            if index % 2:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client.close()
        self.eventually(lambda: self.open_files() == files)
        self.assertEqual(self.keys(self.bucket), [])

    def test_scripted_faults_in_uploads(self):
        stub = {
            "request": {"method": "PUT", "urlPath": f"/{self.bucket}/a", "listener": "s3"},
            "responses": [
                {"modify": {"fault": {"effect": "reset", "at": "requestBody"}}}, {"status": 503},
                {"modify": {"fixedDelayMilliseconds": 1}}]}
        identity = self.admin("POST", "/mappings", stub)["id"]
        self.addCleanup(self.admin, "DELETE", f"/mappings/{identity}")
        client = self.connect()
        with self.assertRaises(OSError):
            client.sendall(self.head("a", Content_Length=len(MEBIBYTE)) + MEBIBYTE)
            if not client.recv(1):
                raise ConnectionResetError()
        for status in [503, 200]:
            client = self.connect()
            client.sendall(self.head("a", Content_Length=len(MEBIBYTE)) + MEBIBYTE)
            self.assertEqual(self.response(client)[0], status)
        self.assertEqual(self.client.get_object(Bucket=self.bucket, Key="a")["Body"].read(), MEBIBYTE)
        entries = self.admin("GET", "/requests")["requests"]
        mine = [entry for entry in entries if entry["request"]["url"] == f"/{self.bucket}/a" and entry["request"]["method"] == "PUT"]
        self.assertEqual(len(mine), 3)

    def test_the_journal_has_the_body(self):
        self.client.put_object(Bucket=self.bucket, Key="journalled", Body=b"hello")
        found = self.admin("POST", "/requests/find", {
            "method": "PUT", "urlPath": f"/{self.bucket}/journalled", "bodyPatterns": [{"equalTo": "hello"}]})
        self.assertEqual(len(found["requests"]), 1)

    def test_an_upload_on_a_slow_link(self):
        self.admin("PUT", "/network", {"upKilobitsPerSecond": 8_000})
        self.addCleanup(self.admin, "DELETE", "/network")
        start = time.monotonic()
        self.client.put_object(Bucket=self.bucket, Key="slow", Body=MEBIBYTE)
        self.assertGreater(time.monotonic() - start, 0.9)
        self.assertEqual(self.client.head_object(Bucket=self.bucket, Key="slow")["ContentLength"], len(MEBIBYTE))

    def test_long_objects_leave_descriptors_to_connections(self):
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(os.path.join(folder, "s3", "bucket"))
            program = Path(folder, "with-few-files")
            # The program raises the soft limit, which a shell mostly sets to 1,024, to the hard one.
            program.write_text(f'#!/bin/sh\nulimit -S -n 128\nulimit -H -n 256\nexec "{running.PROGRAM}" "$@"\n')
            program.chmod(0o755)
            with patch.object(running, "PROGRAM", program):
                server = Server(folder)
            self.addCleanup(server.stop)
            client = self.new_client(server.s3)
            self.addCleanup(client.close)

            def fill():
                for number in range(256):
                    client.put_object(Bucket="bucket", Key=str(number), Body=bytes(70_000))

            self.assert_refused(503, "SlowDown", fill)
            self.assertGreater(client.list_objects_v2(Bucket="bucket")["KeyCount"], 128)
            other = self.new_client(server.s3)
            self.addCleanup(other.close)
            self.assertEqual(other.get_object(Bucket="bucket", Key="0")["ContentLength"], 70_000)
            other.delete_object(Bucket="bucket", Key="0")
            client.put_object(Bucket="bucket", Key="0", Body=bytes(70_000))


class EndOfServerTests(unittest.TestCase):
    """What a server that is killed in the middle of uploads leaves behind."""

    def test_nothing_is_left(self):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as spool:
            os.makedirs(os.path.join(folder, "s3", "bucket"))
            before = os.environ.get("TMPDIR")
            os.environ["TMPDIR"] = spool
            try:
                server = Server(folder)
            finally:
                if before is None:
                    del os.environ["TMPDIR"]
                else:
                    os.environ["TMPDIR"] = before
            address = urlsplit(server.s3)
            clients = []
            for index in range(8):
                client = socket.create_connection((address.hostname, address.port), timeout=60)
                client.sendall(f"PUT /bucket/{index} HTTP/1.1\r\nHost: a\r\nContent-Length: 99000000\r\n\r\n".encode() + MEBIBYTE)
                clients.append(client)
            server.process.kill()
            server.process.wait(timeout=20)
            server.process.stdout.close()
            server.log.close()
            for client in clients:
                client.close()
            self.assertEqual(os.listdir(spool), [])
            self.assertEqual(os.listdir(os.path.join(folder, "s3", "bucket")), [])


if __name__ == "__main__":
    unittest.main()
