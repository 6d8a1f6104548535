"""Malformed input on the S3 listener's socket: S3's code in XML, nothing changed, and nothing outside of the folder."""

import base64
import json
import os
import socket
import threading
import unittest
import http.client
import zlib
from urllib.parse import urlsplit
from xml.etree import ElementTree

from s3_testing import S3Tests

STREAMED = {"x-amz-content-sha256": "STREAMING-UNSIGNED-PAYLOAD-TRAILER"}


class BadInputTests(S3Tests):
    def setUp(self):
        self.bucket = self.new_bucket()
        self.client.put_object(Bucket=self.bucket, Key="kept", Body=b"kept")
        self.address = urlsplit(self.server.s3)

    def send(self, method, target, fields=None, body=b"", length=True):
        """A request as it is written here. Returns status, fields and body."""
        with socket.create_connection((self.address.hostname, self.address.port), timeout=60) as client:
            lines = [f"{method} {target} HTTP/1.1", "Host: localhost"]
            if length and "Transfer-Encoding" not in (fields or {}):
                lines.append(f"Content-Length: {len(body)}")
            lines += [f"{name}: {value}" for name, value in (fields or {}).items()]
            data = ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body
            sender = threading.Thread(target=self.push, args=(client, data))
            sender.start()
            response = http.client.HTTPResponse(client, method=method)
            response.begin()
            result = response.status, dict(response.getheaders()), response.read()
            sender.join(60)
            return result

    @staticmethod
    def push(client, data):
        try:
            client.sendall(data)
        except OSError:
            pass

    def refused(self, status, code, method, target, fields=None, body=b"", **options):
        """The request gets this error as XML, and nothing has changed."""
        got, headers, text = self.send(method, target, fields, body, **options)
        self.assertEqual((got, headers.get("Content-Type")), (status, "application/xml"), text[:300])
        self.assertEqual(ElementTree.fromstring(text).findtext("Code"), code, text[:300])
        self.unchanged()
        return text

    def unchanged(self):
        self.assertEqual(self.keys(self.bucket), ["kept"])
        self.assertEqual(self.client.get_object(Bucket=self.bucket, Key="kept")["Body"].read(), b"kept")

    def put(self, status, code, body, length, **fields):
        fields = {**STREAMED, "x-amz-decoded-content-length": length, **{name.replace("_", "-"): value for name, value in fields.items()}}
        return self.refused(status, code, "PUT", f"/{self.bucket}/bad", fields, body)

    # aws-chunked

    def test_sizes_of_chunks(self):
        for size in [b"FFFFFFFFFFFFFFFF", b"7FFFFFFFFFFFFFFF", b"10000000000000000", b"-1", b"", b"0x5", b"5 5", b"g", b"00000000000000000000005"]:
            with self.subTest(size=size):
                got, _, text = self.send(
                    "PUT", f"/{self.bucket}/bad", {**STREAMED, "x-amz-decoded-content-length": 5}, size + b"\r\nhello\r\n0\r\n\r\n")
                self.assertIn(got, (400, 403), text)
                self.assertTrue(ElementTree.fromstring(text).findtext("Code"))
                self.unchanged()

    def test_chunks_that_are_not_what_they_say(self):
        self.put(400, "IncompleteBody", b"6\r\nhello\r\n0\r\n\r\n", 5)
        self.put(400, "IncompleteBody", b"4\r\nhello\r\n0\r\n\r\n", 5)
        self.put(400, "IncompleteBody", b"5\r\nhello\r\n", 5)
        self.put(400, "IncompleteBody", b"5\r\nhel", 5)
        self.put(400, "IncompleteBody", b"", 5)

    def test_decoded_length_that_differs(self):
        for length in [4, 6, 0, 5_000_000]:
            with self.subTest(length=length):
                self.put(400, "IncompleteBody", b"5\r\nhello\r\n0\r\n\r\n", length)
        for length in ["x", "-5", "5.0", "", "0x5"]:
            with self.subTest(length=length):
                self.put(411, "MissingContentLength", b"5\r\nhello\r\n0\r\n\r\n", length)
        self.put(400, "EntityTooLarge", b"5\r\nhello\r\n0\r\n\r\n", 6 << 30)
        self.put(400, "EntityTooLarge", b"5\r\nhello\r\n0\r\n\r\n", "9" * 30)
        self.refused(411, "MissingContentLength", "PUT", f"/{self.bucket}/bad", STREAMED, b"5\r\nhello\r\n0\r\n\r\n")

    def test_trailers(self):
        right = base64.b64encode(zlib.crc32(b"hello").to_bytes(4, "big"))
        wrong = base64.b64encode(b"\0\0\0\0")
        data = b"5\r\nhello\r\n0\r\n"
        crc = {"x_amz_trailer": "x-amz-checksum-crc32"}
        self.put(400, "BadDigest", data + b"x-amz-checksum-crc32:" + wrong + b"\r\n\r\n", 5, **crc)
        self.put(400, "InvalidRequest", data + b"x-amz-checksum-crc32:none\r\n\r\n", 5, **crc)
        # Present and not announced.
        self.put(400, "MalformedTrailerError", data + b"x-amz-checksum-crc32:" + right + b"\r\n\r\n", 5)
        self.put(400, "MalformedTrailerError", data + b"x-amz-checksum-sha1:" + right + b"\r\n\r\n", 5, **crc)
        self.put(400, "MalformedTrailerError", data + b"no colon\r\n\r\n", 5, **crc)
        self.put(400, "InvalidRequest", data + b"\r\n", 5, x_amz_trailer="x-amz-checksum-md4")
        self.put(400, "InvalidRequest", data + b"\r\n", 5, x_amz_trailer="x-amz-checksum-crc32, x-amz-checksum-sha1")

    def test_two_checksums(self):
        self.refused(400, "InvalidRequest", "PUT", f"/{self.bucket}/bad", {
            "x-amz-checksum-crc32": "AAAAAA==", "x-amz-checksum-crc32c": "AAAAAA=="}, b"")
        self.put(400, "InvalidRequest", b"0\r\n\r\n", 0, x_amz_checksum_crc32="AAAAAA==", x_amz_trailer="x-amz-checksum-crc32")

    # XML

    def test_documents(self):
        bomb = b'<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]><Delete><Object><Key>&b;</Key></Object></Delete>'
        outside = b'<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]><Delete><Object><Key>&a;</Key></Object></Delete>'
        many = b"<Delete>" + b"".join(b"<Object><Key>%d</Key></Object>" % number for number in range(1_001)) + b"</Delete>"
        deep = b"<Delete>" * 500 + b"</Delete>" * 500
        for body in [bomb, outside, many, deep, b"", b"<Delete>", b"<Delete/>", b"\xff\xfe", b"<Delete><Object/></Delete>", b"<Other/>"]:
            with self.subTest(body=body[:40]):
                digest = base64.b64encode(__import__("hashlib").md5(body).digest()).decode()
                self.refused(400, "MalformedXML", "POST", f"/{self.bucket}?delete", {"Content-MD5": digest}, body)

    def test_ten_thousand_and_one_parts(self):
        upload = self.client.create_multipart_upload(Bucket=self.bucket, Key="bad")["UploadId"]
        self.addCleanup(lambda: self.client.abort_multipart_upload(Bucket=self.bucket, Key="bad", UploadId=upload))
        target = f"/{self.bucket}/bad?uploadId={upload}"
        parts = b"".join(b"<Part><PartNumber>%d</PartNumber><ETag>a</ETag></Part>" % number for number in range(1, 10_002))
        self.refused(400, "InvalidArgument", "POST", target, {}, b"<CompleteMultipartUpload>" + parts + b"</CompleteMultipartUpload>")
        for number in ["10001", "0", "-1", "x", "", "1e3", "99999999999999999999"]:
            with self.subTest(number=number):
                self.refused(400, "InvalidArgument", "PUT", f"{target}&partNumber={number}", {}, b"x")

    # Ids

    def test_ids_of_others(self):
        other = self.new_bucket()
        upload = self.client.create_multipart_upload(Bucket=other, Key="bad")["UploadId"]
        self.client.put_bucket_versioning(Bucket=other, VersioningConfiguration={"Status": "Enabled"})
        version = self.client.put_object(Bucket=other, Key="kept", Body=b"other")["VersionId"]
        session = json.loads(self.admin("POST", "/__admin/sessions", b"{}"))["id"]
        for prefix, bucket in [("", self.bucket), (f"/__session/{session}", "pictures")]:
            with self.subTest(prefix=prefix):
                for ids in [upload, "../" * 5, "x", "%00", "a" * 5_000]:
                    self.refused(404, "NoSuchUpload", "PUT", f"{prefix}/{bucket}/bad?partNumber=1&uploadId={ids}", {}, b"x")
                    self.refused(404, "NoSuchUpload", "DELETE", f"{prefix}/{bucket}/bad?uploadId={ids}")
                    self.refused(404, "NoSuchUpload", "GET", f"{prefix}/{bucket}/bad?uploadId={ids}")
        self.refused(404, "NoSuchVersion", "GET", f"/{self.bucket}/kept?versionId={version}")
        for ids in ["../../etc/passwd", "x", "%00", "a" * 5_000, "..%2f..%2fetc"]:
            self.refused(400, "InvalidArgument", "GET", f"/{self.bucket}/kept?versionId={ids}")
            self.refused(400, "InvalidArgument", "DELETE", f"/{self.bucket}/kept?versionId={ids}")
        # An upload is for one key.
        mine = self.client.create_multipart_upload(Bucket=self.bucket, Key="mine")["UploadId"]
        self.refused(404, "NoSuchUpload", "PUT", f"/{self.bucket}/other?partNumber=1&uploadId={mine}", {}, b"x")
        self.client.abort_multipart_upload(Bucket=self.bucket, Key="mine", UploadId=mine)

    def admin(self, method, path, body):
        connection = http.client.HTTPConnection(urlsplit(self.server.http).netloc, timeout=60)
        connection.request(method, path, body, {"Content-Type": "application/json"})
        text = connection.getresponse().read()
        connection.close()
        return text

    # Paths

    def test_nothing_outside_of_the_folder(self):
        secret = os.path.join(self.folder.name, "secret")
        with open(secret, "w", encoding="utf-8") as file:
            file.write("what nobody may read")
        for target in [f"/{self.bucket}/../../secret", "/../secret", "/%2e%2e/secret", "/..%2f/secret", "/.%00./secret", "/pictures/..%2f..%2fsecret",
                       "/pictures/%2e%2e/%2e%2e/secret", "/pictures/..%5c..%5csecret", "/.understudy/1", "/%2Funderstudy/x"]:
            for method in ["GET", "HEAD", "DELETE"]:
                with self.subTest(target=target, method=method):
                    # `../../secret` is a key like any other: it may have been put before.
                    self.assertNotIn(b"what nobody may read", self.send(method, target)[2])
            self.send("PUT", target, {}, b"overwritten")
        with open(secret, encoding="utf-8") as file:
            self.assertEqual(file.read(), "what nobody may read")
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["s3", "secret"])
        os.remove(secret)
        for name in ["..", ".", ".understudy", "a/../b", "A", "x", "a" * 64, "a_b", "1.2.3.4", "%00aa"]:
            with self.subTest(name=name):
                status, _, _ = self.send("PUT", "/" + name.replace("/", "%2F"))
                self.assertGreaterEqual(status, 400)
        self.assertEqual(os.listdir(os.path.join(self.folder.name, "s3")), ["pictures"])

    def test_odd_characters_in_keys(self):
        bucket = self.new_bucket()
        for key in ["%00", "%01", "%0d%0a", "%7f", "%1b[0m", "a%00b", "%EF%BF%BE", "%E2%80%A8"]:
            self.assertEqual(self.send("PUT", f"/{bucket}/{key}", {}, key.encode())[0], 200, key)
            self.assertEqual(self.send("GET", f"/{bucket}/{key}")[2], key.encode())
        _, _, text = self.send("GET", f"/{bucket}?list-type=2&encoding-type=url")
        self.assertEqual(len(list(ElementTree.fromstring(text).iter("{http://s3.amazonaws.com/doc/2006-03-01/}Key"))), 8)
        for key in ["%ff", "a%c3", "%ed%a0%80"]:
            self.refused(400, "InvalidURI", "PUT", f"/{self.bucket}/{key}", {}, b"x")
        for target in [f"/{self.bucket}/%zz", f"/{self.bucket}/%4", f"/{self.bucket}/%"]:
            self.refused(400, "InvalidURI", "PUT", target, {}, b"x")
        self.refused(400, "KeyTooLongError", "PUT", f"/{self.bucket}/{'k' * 1_025}", {}, b"x")

    # Forms

    def form(self, fields, file=b"content", end=b"--x--\r\n"):
        body = b"".join(b'--x\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n' % (name.encode(), value.encode()) for name, value in fields)
        if file is not None:
            body += b'--x\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n' + file + b"\r\n"
        return body + end

    def post(self, status, code, body, kind="multipart/form-data; boundary=x"):
        self.refused(status, code, "POST", f"/{self.bucket}", {"Content-Type": kind}, body)

    def test_forms(self):
        self.post(400, "MaxPostPreDataLengthExceeded", self.form([(f"x-ignore-{number}", "v") for number in range(10_000)] + [("key", "bad")]))
        self.post(400, "MalformedPOSTRequest", self.form([("key", "bad")], end=b""))
        self.post(400, "MalformedPOSTRequest", self.form([("key", "bad")], file=b"x" * 300_000, end=b""))
        self.post(400, "MalformedPOSTRequest", b"")
        self.post(400, "InvalidArgument", self.form([("key", "bad")], file=None))
        self.post(400, "InvalidArgument", self.form([]))
        self.post(412, "PreconditionFailed", b"x", kind="text/plain")
        self.post(400, "MalformedPOSTRequest", self.form([("key", "bad")]), kind="multipart/form-data")

    def test_policies(self):
        def policy(text):
            return self.form([("key", "bad"), ("policy", base64.b64encode(text.encode()).decode())])
        self.post(400, "InvalidPolicyDocument", policy('{"expiration": "2100-01-01T00:00:00Z", "conditions": ' + "[" * 500 + "]" * 500 + "}"))
        self.post(400, "MaxPostPreDataLengthExceeded", policy(json.dumps({"expiration": "2100-01-01T00:00:00Z", "conditions": ["x" * 20_000]})))
        for text in ["", "{", "[]", "null", '{"conditions": []}', '{"expiration": 5, "conditions": []}', '{"expiration": "2100-01-01T00:00:00Z"}']:
            with self.subTest(text=text):
                self.post(400, "InvalidPolicyDocument", policy(text))
        self.post(403, "AccessDenied", policy('{"expiration": "2000-01-01T00:00:00Z", "conditions": []}'))

    # Heads

    def test_heads(self):
        target = f"/{self.bucket}/bad"
        self.refused(400, "InvalidDigest", "PUT", target, {"Content-MD5": "no"}, b"x")
        self.refused(400, "BadDigest", "PUT", target, {"Content-MD5": "AAAAAAAAAAAAAAAAAAAAAA=="}, b"x")
        self.refused(411, "MissingContentLength", "PUT", target, length=False)
        for name in ["x-amz-content-sha256", "x-amz-checksum-crc32", "x-amz-sdk-checksum-algorithm", "x-amz-storage-class", "x-amz-acl"]:
            with self.subTest(name=name):
                self.assertEqual(self.send("PUT", target, {name: "\x80 no such thing"}, b"x")[0], 400)
                self.unchanged()
        self.refused(400, "MetadataTooLarge", "PUT", target, {"x-amz-meta-a": "v" * 2_100}, b"x")
        self.refused(501, "NotImplemented", "PUT", target, {"If-None-Match": '"tag"'}, b"x")


if __name__ == "__main__":
    unittest.main()
