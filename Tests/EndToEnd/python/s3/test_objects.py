"""PutObject, GetObject, HeadObject, DeleteObject: bodies, metadata, keys, and the fields of responses."""

import hashlib
import unittest
from datetime import datetime, timedelta, timezone

from case import MIB, S3Case, cases

METADATA = {
    "plain": ("mymeta", "mymeta"),
    "empty": ("", ""),
    "blanks_around": ("  a  b  ", "a  b"),
    "signs": ('a,b;c="d"', 'a,b;c="d"'),
}

STORED = {
    "cache_control": ("CacheControl", "public, max-age=14400"),
    "content_disposition": ("ContentDisposition", 'attachment; filename="a b.txt"'),
    "content_encoding": ("ContentEncoding", "gzip"),
    "content_language": ("ContentLanguage", "de, en"),
    "content_type": ("ContentType", "text/plain; charset=utf-8"),
    "website_redirect": ("WebsiteRedirectLocation", "/other"),
}

KEYS = {
    "blank": " ", "blank_inside": "a b", "plus": "a+b", "percent": "a%20b", "question": "a?b", "hash": "a#b", "ampersand": "a&b=c",
    "quote": "a\"b'c", "brackets": "a[b]{c}<d>", "umlaut": "Bär/ä", "emoji": "\U0001f43b", "slash_last": "a/", "slash_first": "/a",
    "slashes": "a//b", "dot": ".", "dots": "a/../b", "dot_segment": "a/./b", "backslash": "a\\b", "tab": "a\tb", "newline": "a\nb",
    "colon": "a:b", "at": "a@b", "comma": "a,b;c", "tilde": "~a", "long": "k" * 1024, "decomposed": "a\u0308",
}


class ObjectTests(S3Case):
    @cases(empty=b"", short=b"bar", zeros=bytes(100), text="äöü".encode(), a_mebibyte=b"x" * MIB, several=bytes(range(256)) * (20 << 10))
    def test_round_trip(self, body):
        bucket = self.new_bucket()
        put = self.s3.put_object(Bucket=bucket, Key="foo", Body=body)
        etag = f'"{hashlib.md5(body).hexdigest()}"'
        self.assertEqual((self.status(put), put["ETag"]), (200, etag))
        head = self.s3.head_object(Bucket=bucket, Key="foo")
        got = self.s3.get_object(Bucket=bucket, Key="foo")
        self.assertTrue(got["Body"].read() == body, "the body differs")
        for response in (head, got):
            self.assertEqual((response["ContentLength"], response["ETag"], response["ContentType"]), (len(body), etag, "binary/octet-stream"))
            self.assertEqual(response["AcceptRanges"], "bytes")
            self.assertLess(abs(response["LastModified"] - datetime.now(timezone.utc)), timedelta(minutes=1))

    @cases(**KEYS)
    def test_key(self, key):
        bucket = self.new_bucket()
        self.s3.put_object(Bucket=bucket, Key=key, Body=key.encode())
        self.assertEqual(self.body(bucket, key), key.encode())
        self.assertEqual(self.keys(bucket), [key])
        self.s3.delete_object(Bucket=bucket, Key=key)
        self.assertEqual(self.keys(bucket), [])

    def test_a_key_that_is_too_long(self):
        bucket = self.new_bucket()
        self.refused(400, "KeyTooLongError", self.s3.put_object, Bucket=bucket, Key="k" * 1025, Body=b"")
        self.assertEqual(self.keys(bucket), [])

    def test_keys_differ_by_case_and_normal_form(self):
        keys = ["A", "a", "a\u0308", "ä"]
        bucket = self.bucket_of(*keys)
        self.assertEqual(self.keys(bucket), keys)
        for key in keys:
            self.assertEqual(self.body(bucket, key), key.encode())

    def test_write_read_overwrite_read_delete(self):
        bucket = self.new_bucket()
        for body in (b"bar", b"soup"):
            self.s3.put_object(Bucket=bucket, Key="foo", Body=body)
            self.assertEqual(self.body(bucket, "foo"), body)
        self.assertEqual(self.status(self.s3.delete_object(Bucket=bucket, Key="foo")), 204)
        self.refused(404, "NoSuchKey", self.s3.get_object, Bucket=bucket, Key="foo")

    def test_delete_what_is_not_there(self):
        response = self.s3.delete_object(Bucket=self.new_bucket(), Key="foo")
        self.assertEqual(self.status(response), 204)
        self.assertNotIn("DeleteMarker", response)

    def test_get_what_is_not_there(self):
        bucket = self.new_bucket()
        response = self.refused(404, "NoSuchKey", self.s3.get_object, Bucket=bucket, Key="bar")
        self.assertEqual((response["Error"]["Key"], response["Error"]["Message"]), ("bar", "The specified key does not exist."))
        reply = self.signed("GET", f"/{bucket}/bar")
        self.assertEqual(reply.xml.findtext("RequestId"), reply.headers["x-amz-request-id"])

    def test_head_of_what_is_not_there_has_no_body(self):
        bucket = self.new_bucket()
        self.refused(404, None, self.s3.head_object, Bucket=bucket, Key="bar")
        reply = self.signed("HEAD", f"/{bucket}/bar")
        self.assertEqual((reply.status, reply.body), (404, b""))
        self.assertIsNotNone(reply.headers["x-amz-request-id"])

    @cases(**METADATA)
    def test_metadata(self, value, wanted):
        bucket = self.new_bucket()
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"bar", Metadata={"meta1": value})
        for operation in (self.s3.get_object, self.s3.head_object):
            self.assertEqual(operation(Bucket=bucket, Key="foo")["Metadata"], {"meta1": wanted})

    def test_metadata_is_replaced(self):
        bucket = self.new_bucket()
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"bar", Metadata={"meta1": "old", "meta2": "old"})
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"bar", Metadata={"meta1": ""})
        self.assertEqual(self.s3.head_object(Bucket=bucket, Key="foo")["Metadata"], {"meta1": ""})
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"bar")
        self.assertEqual(self.s3.head_object(Bucket=bucket, Key="foo")["Metadata"], {})

    def test_names_of_metadata_are_lower_case(self):
        bucket = self.new_bucket()
        self.signed("PUT", f"/{bucket}/foo", {"X-Amz-Meta-UPPER-Case": "Value"}, b"bar")
        self.assertEqual(self.signed("HEAD", f"/{bucket}/foo").headers.get("x-amz-meta-upper-case"), "Value")
        self.assertEqual(self.s3.head_object(Bucket=bucket, Key="foo")["Metadata"], {"upper-case": "Value"})

    @cases(text=("=?UTF-8?B?SGVsbG8gV29ybGTDqQ==?=", "=?UTF-8?Q?Hello_World=C3=A9?="), plain=("=?UTF-8?Q?actually-ascii?=", "actually-ascii"),
           control=("=?UTF-8?Q?=00=01=02=03?=", "=?UTF-8?B?AAECAw==?="), bad=("=?UTF-8?B?=GGG?=", "=?UTF-8?B?77+9Ye+/vQ==?="))
    def test_metadata_in_rfc_2047(self, sent, wanted):
        """What a client encoded by RFC 2047 is decoded, and comes back in the form that fits it."""
        bucket = self.new_bucket()
        target = f"/{bucket}/foo"
        fields = self.sign("PUT", target, {"x-amz-meta-meta1": sent}, b"bar")
        self.assertEqual(self.raw("PUT", target, fields, b"bar").status, 200)
        self.assertEqual(self.signed("HEAD", target).headers["x-amz-meta-meta1"], wanted)

    def test_too_much_metadata(self):
        bucket = self.new_bucket()
        self.refused(400, "MetadataTooLarge", self.s3.put_object, Bucket=bucket, Key="foo", Body=b"", Metadata={"a": "x" * 2048})
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"", Metadata={"a": "x" * 2000})

    @cases(**STORED)
    def test_stored_field(self, name, value):
        bucket = self.new_bucket()
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"bar", **{name: value})
        for operation in (self.s3.get_object, self.s3.head_object):
            self.assertEqual(operation(Bucket=bucket, Key="foo")[name], value)

    def test_expires(self):
        bucket = self.new_bucket()
        expires = datetime.now(timezone.utc).replace(microsecond=0) + timedelta(seconds=6000)
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"bar", Expires=expires)
        self.assertEqual(self.s3.head_object(Bucket=bucket, Key="foo")["Expires"], expires)

    @cases(chunked_only=("aws-chunked", None), chunked_last=("gzip, aws-chunked", "gzip"), chunked_first=("aws-chunked,gzip", "gzip"))
    def test_aws_chunked_is_not_stored(self, sent, wanted):
        bucket = self.new_bucket()
        self.assertEqual(self.signed("PUT", f"/{bucket}/foo", {"Content-Encoding": sent}, b"bar").status, 200)
        self.assertEqual(self.s3.head_object(Bucket=bucket, Key="foo").get("ContentEncoding"), wanted)

    @cases(standard_ia="STANDARD_IA", reduced="REDUCED_REDUNDANCY", intelligent="INTELLIGENT_TIERING")
    def test_storage_class(self, name):
        bucket = self.new_bucket()
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"bar", StorageClass=name)
        self.assertEqual(self.s3.head_object(Bucket=bucket, Key="foo")["StorageClass"], name)
        self.assertEqual(self.s3.list_objects_v2(Bucket=bucket)["Contents"][0]["StorageClass"], name)

    def test_standard_is_not_said(self):
        bucket = self.new_bucket()
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"bar", StorageClass="STANDARD")
        self.assertNotIn("StorageClass", self.s3.head_object(Bucket=bucket, Key="foo"))

    def test_bad_storage_class(self):
        self.refused(400, "InvalidStorageClass", self.s3.put_object, Bucket=self.new_bucket(), Key="foo", Body=b"", StorageClass="GOLD")

    @cases(unknown={"": "aes:kms"}, two={"": "AES256", "-customer-algorithm": "AES256"}, three={"": "aws:kms", "-customer-algorithm": "AES256"},
           key_of_another={"": "AES256", "-aws-kms-key-id": "a"}, key_alone={"-aws-kms-key-id": "a"})
    def test_encryption_that_cannot_be_meant(self, fields):
        bucket = self.new_bucket()
        reply = self.signed("PUT", f"/{bucket}/foo", {f"x-amz-server-side-encryption{name}": value for name, value in fields.items()}, b"bar")
        self.assertEqual((reply.status, reply.code, self.keys(bucket)), (400, "InvalidArgument", []))

    @cases(asked_for={"ServerSideEncryption": "AES256"}, by_itself={})
    def test_encryption_by_s3_is_said(self, asked):
        arguments = {"Bucket": self.new_bucket(), "Key": "foo"}
        upload = self.s3.create_multipart_upload(**arguments, **asked)
        arguments["UploadId"] = upload["UploadId"]
        part = self.s3.upload_part(**arguments, PartNumber=1, Body=b"x")
        parts = {"Parts": [{"PartNumber": 1, "ETag": part["ETag"]}]}
        completed = self.s3.complete_multipart_upload(**arguments, MultipartUpload=parts)
        del arguments["UploadId"]
        copied = self.s3.copy_object(**{**arguments, "Key": "copy"}, CopySource=f"{arguments['Bucket']}/foo", **asked)
        answers = [upload, part, completed, copied, self.s3.put_object(**arguments, Body=b"bar", **asked), self.s3.head_object(**arguments),
                   self.s3.get_object(**arguments)]
        self.assertEqual([answer.get("ServerSideEncryption") for answer in answers], ["AES256"] * 7)

    def test_response_fields_of_a_request(self):
        bucket = self.bucket_of("foo")
        response = self.s3.get_object(
            Bucket=bucket, Key="foo", ResponseCacheControl="no-cache", ResponseContentDisposition="bla", ResponseContentEncoding="aaa",
            ResponseContentLanguage="esperanto", ResponseContentType="foo/bar", ResponseExpires="Thu, 01 Jan 2026 00:00:00 GMT")
        fields = response["ResponseMetadata"]["HTTPHeaders"]
        wanted = {"cache-control": "no-cache", "content-disposition": "bla", "content-encoding": "aaa", "content-language": "esperanto",
                  "content-type": "foo/bar", "expires": "Thu, 01 Jan 2026 00:00:00 GMT"}
        self.assertEqual({name: fields.get(name) for name in wanted}, wanted)

    def test_response_fields_need_a_signature(self):
        bucket = self.new_bucket(ACL="public-read")
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"bar", ACL="public-read")
        reply = self.raw("GET", f"/{bucket}/foo?response-content-type=text/plain")
        self.assertEqual((reply.status, reply.code), (400, "InvalidRequest"))

    def test_one_connection_for_all(self):
        """Refusals, empty bodies and HEAD leave a connection usable."""
        bucket = self.bucket_of("foo")
        for _ in range(3):
            self.refused(404, None, self.s3.head_object, Bucket=bucket, Key="none")
            self.refused(404, "NoSuchBucket", self.s3.put_object, Bucket="no-such-bucket", Key="a", Body=b"x" * 100)
            self.s3.put_object(Bucket=bucket, Key="empty", Body=b"")
            self.assertEqual(self.body(bucket, "foo"), b"foo")

    def test_last_writer_wins(self):
        from concurrent.futures import ThreadPoolExecutor
        bucket = self.new_bucket()
        bodies = [bytes([65 + number]) * 100_000 for number in range(8)]
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda body: self.s3.put_object(Bucket=bucket, Key="foo", Body=body), bodies))
        self.assertIn(self.body(bucket, "foo"), bodies)

    def test_a_reader_keeps_what_it_began(self):
        """An object that is replaced or removed while it is read comes whole, as it was."""
        bucket = self.new_bucket()
        body = b"A" * (8 * MIB)
        self.s3.put_object(Bucket=bucket, Key="foo", Body=body)
        reading = self.s3.get_object(Bucket=bucket, Key="foo")["Body"]
        start = reading.read(1000)
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"B" * MIB)
        self.s3.delete_object(Bucket=bucket, Key="foo")
        self.assertTrue(start + reading.read() == body, "the body differs")

    @cases(post_to_a_key=("POST", "/foo"), patch=("PATCH", "/foo"), put_to_the_service=("PUT", None), delete_the_service=("DELETE", None))
    def test_method_not_allowed(self, method, target):
        bucket = self.new_bucket()
        reply = self.signed(method, f"/{bucket}{target}" if target else "/")
        self.assertEqual((reply.status, reply.code), (405, "MethodNotAllowed"))


if __name__ == "__main__":
    unittest.main()
