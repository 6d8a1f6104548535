"""Uploads in parts: parts, completion, abort, lists, and parts that are copied."""

import hashlib
import unittest

from case import MIB, S3Case, cases

FIVE = 5 * MIB


def content(size, seed=0):
    return (hashlib.sha256(bytes([seed])).digest() * (size // 32 + 1))[:size]


class MultipartTests(S3Case):
    def begin(self, bucket=None, key="mymultipart", **arguments):
        self.bucket, self.key = bucket or self.new_bucket(), key
        response = self.s3.create_multipart_upload(Bucket=self.bucket, Key=key, **arguments)
        self.assertEqual((response["Bucket"], response["Key"]), (self.bucket, key))
        self.upload = {"Bucket": self.bucket, "Key": key, "UploadId": response["UploadId"]}
        return self.upload

    def part(self, number, body, **arguments):
        response = self.s3.upload_part(**self.upload, PartNumber=number, Body=body, **arguments)
        return {"PartNumber": number, "ETag": response["ETag"]}

    def complete(self, parts, **arguments):
        return self.s3.complete_multipart_upload(**self.upload, MultipartUpload={"Parts": parts}, **arguments)

    def whole(self, *bodies, bucket=None, key="mymultipart", **arguments):
        """Uploads a whole object; gives the response to the completion."""
        self.begin(bucket, key, **arguments)
        return self.complete([self.part(number + 1, body) for number, body in enumerate(bodies)])

    def etag(self, *bodies):
        return f'"{hashlib.md5(b"".join(hashlib.md5(body).digest() for body in bodies)).hexdigest()}-{len(bodies)}"'

    @cases(one_byte=(1,), one_part=(FIVE,), and_a_rest=(FIVE, 100 << 10), two=(FIVE, FIVE), three=(FIVE, FIVE + 7, 3))
    def test_whole(self, *sizes):
        bodies = [content(size, number) for number, size in enumerate(sizes)]
        result = self.whole(*bodies, ContentType="text/bla", Metadata={"foo": "bar"}, CacheControl="no-cache")
        self.assertEqual((result["Bucket"], result["Key"], result["ETag"]), (self.bucket, self.key, self.etag(*bodies)))
        self.assertTrue(result["Location"].endswith(f"/{self.bucket}/{self.key}"), result["Location"])
        got = self.s3.get_object(Bucket=self.bucket, Key=self.key)
        self.assertTrue(got["Body"].read() == b"".join(bodies), "the body differs")
        self.assertEqual((got["ETag"], got["ContentType"], got["Metadata"], got["CacheControl"]),
                         (self.etag(*bodies), "text/bla", {"foo": "bar"}, "no-cache"))
        self.assertEqual(self.s3.list_objects_v2(Bucket=self.bucket)["Contents"][0]["Size"], sum(sizes))

    def test_ranges_over_parts(self):
        bodies = [content(FIVE), content(FIVE, 1), content(1000, 2)]
        self.whole(*bodies)
        every = b"".join(bodies)
        for first, last in ((0, 0), (FIVE - 1, FIVE), (FIVE - 10, 2 * FIVE + 10), (2 * FIVE + 999, 2 * FIVE + 999)):
            part = self.body(self.bucket, self.key, Range=f"bytes={first}-{last}")
            self.assertTrue(part == every[first:last + 1], (first, last))

    def test_by_part(self):
        bodies = [content(FIVE), content(1000, 1)]
        self.whole(*bodies)
        for number, body in enumerate(bodies, 1):
            head = self.s3.head_object(Bucket=self.bucket, Key=self.key, PartNumber=number)
            got = self.s3.get_object(Bucket=self.bucket, Key=self.key, PartNumber=number)
            self.assertTrue(got["Body"].read() == body, number)
            for response in (head, got):
                self.assertEqual((self.status(response), response["PartsCount"], response["ContentLength"]), (206, 2, len(body)))
                self.assertEqual(response["ETag"], self.etag(*bodies))
            self.assertIn(f"/{sum(map(len, bodies))}", got["ContentRange"])
        self.refused(416, "InvalidPartNumber", self.s3.get_object, Bucket=self.bucket, Key=self.key, PartNumber=3)

    def test_by_part_of_a_plain_object(self):
        bucket = self.bucket_of("foo")
        got = self.s3.get_object(Bucket=bucket, Key="foo", PartNumber=1)
        self.assertEqual((self.status(got), got["Body"].read(), "PartsCount" in got), (206, b"foo", False))
        self.refused(416, "InvalidPartNumber", self.s3.get_object, Bucket=bucket, Key="foo", PartNumber=2)

    def test_gaps_in_numbers(self):
        self.begin()
        parts = [self.part(number, content(FIVE, number)) for number in (2, 7)] + [self.part(10000, b"end")]
        self.complete(parts)
        self.assertTrue(self.body(self.bucket, self.key) == content(FIVE, 2) + content(FIVE, 7) + b"end", "the body differs")

    def test_parts_in_any_order(self):
        self.begin()
        last, first = self.part(2, b"last"), self.part(1, content(FIVE))
        self.complete([first, last])
        self.assertTrue(self.body(self.bucket, self.key) == content(FIVE) + b"last", "the body differs")

    @cases(first=[1], second=[2], both=[1, 2])
    def test_resend(self, again):
        self.begin()
        bodies = {1: content(FIVE, 1), 2: b"end"}
        for number in again:
            self.part(number, b"older")
        parts = [self.part(number, body) for number, body in bodies.items()]
        self.complete(parts)
        self.assertTrue(self.body(self.bucket, self.key) == bodies[1] + bodies[2], "the body differs")

    def test_not_all_parts_are_used(self):
        self.begin()
        self.part(1, b"left out")
        self.complete([self.part(2, b"used")])
        self.assertEqual(self.body(self.bucket, self.key), b"used")

    def test_etags_without_quotes(self):
        self.begin()
        part = self.part(1, b"x")
        self.complete([{**part, "ETag": part["ETag"].strip('"')}])
        self.assertEqual(self.body(self.bucket, self.key), b"x")

    def test_no_object_before_completion(self):
        self.begin()
        self.part(1, b"x")
        self.refused(404, "NoSuchKey", self.s3.get_object, Bucket=self.bucket, Key=self.key)
        self.assertEqual(self.keys(self.bucket), [])

    def test_overwrites(self):
        bucket = self.bucket_of("mymultipart")
        self.whole(content(FIVE), b"2", bucket=bucket)
        self.assertTrue(self.body(bucket, "mymultipart") == content(FIVE) + b"2", "the body differs")

    def test_completes_twice(self):
        """The same completion again gets the same response, as after a lost connection, whatever its conditions say of the new object."""
        bucket = self.bucket_of("replaced")
        tag = self.s3.head_object(Bucket=bucket, Key="replaced")["ETag"]
        for key, conditions in (("plain", {}), ("new", {"IfNoneMatch": "*"}), ("replaced", {"IfMatch": tag})):
            self.begin(bucket, key)
            parts = [self.part(1, b"x")]
            self.assertEqual(self.complete(parts, **conditions)["ETag"], self.complete(parts, **conditions)["ETag"])

    def refused_completion(self, code, parts):
        self.refused(400, code, self.s3.complete_multipart_upload, **self.upload, MultipartUpload={"Parts": parts})
        self.refused(404, "NoSuchKey", self.s3.get_object, Bucket=self.bucket, Key=self.key)

    def test_no_parts(self):
        self.begin()
        self.refused(400, "MalformedXML", self.s3.complete_multipart_upload, **self.upload)

    def test_missing_part(self):
        self.begin()
        part = self.part(1, b"x")
        self.refused_completion("InvalidPart", [{**part, "PartNumber": 9999}])
        self.complete([part])

    def test_wrong_etag(self):
        self.begin()
        self.part(1, b"x")
        self.refused_completion("InvalidPart", [{"PartNumber": 1, "ETag": "f" * 32}])

    def test_wrong_order(self):
        self.begin()
        parts = [self.part(number, content(FIVE)) for number in (1, 2)]
        self.refused_completion("InvalidPartOrder", parts[::-1])
        self.refused_completion("InvalidPartOrder", [parts[0], parts[0]])

    def test_too_small(self):
        self.begin()
        self.refused_completion("EntityTooSmall", [self.part(number, b"x" * 10240) for number in (1, 2, 3)])

    def test_order_is_checked_before_size(self):
        self.begin()
        self.refused_completion("InvalidPartOrder", [self.part(2, b"x"), self.part(1, b"y")])

    @cases(zero="0", beyond="10001", negative="-1", word="one")
    def test_bad_part_number(self, number):
        self.begin()
        reply = self.signed("PUT", f"/{self.bucket}/{self.key}?partNumber={number}&uploadId={self.upload['UploadId']}", {}, b"x")
        self.assertEqual((reply.status, reply.code), (400, "InvalidArgument"))

    @cases(empty=b"", not_xml=b"<CompleteMultipartUpload>", other=b"<Other/>", no_etag=b"<CompleteMultipartUpload><Part><PartNumber>1</PartNumber>"
           b"</Part></CompleteMultipartUpload>", word=b"<CompleteMultipartUpload><Part><PartNumber>one</PartNumber><ETag>a</ETag></Part>"
           b"</CompleteMultipartUpload>")
    def test_bad_completion(self, body):
        self.begin()
        self.part(1, b"x")
        reply = self.signed("POST", f"/{self.bucket}/{self.key}?uploadId={self.upload['UploadId']}", {}, body)
        self.assertIn((reply.status, reply.code), ((400, "MalformedXML"), (400, "InvalidRequest")))

    def test_abort(self):
        self.begin()
        part = self.part(1, b"x")
        for _ in range(2):
            self.assertEqual(self.status(self.s3.abort_multipart_upload(**self.upload)), 204)
        for operation, arguments in (
            (self.s3.upload_part, {"PartNumber": 1, "Body": b"y"}), (self.s3.list_parts, {}),
            (self.s3.complete_multipart_upload, {"MultipartUpload": {"Parts": [part]}}),
        ):
            self.refused(404, "NoSuchUpload", operation, **self.upload, **arguments)
        self.assertEqual((self.keys(self.bucket), self.s3.list_multipart_uploads(Bucket=self.bucket).get("Uploads")), ([], None))
        self.s3.delete_bucket(Bucket=self.bucket)

    def test_an_id_is_of_one_key_and_bucket(self):
        self.begin()
        other = self.new_bucket()
        for changed in ({"UploadId": "56788"}, {"Key": "other"}, {"Bucket": other}, {"UploadId": "../../etc"}):
            arguments = {**self.upload, **changed}
            self.refused(404, "NoSuchUpload", self.s3.abort_multipart_upload, **arguments)
            self.refused(404, "NoSuchUpload", self.s3.upload_part, **arguments, PartNumber=1, Body=b"x")
            self.refused(404, "NoSuchUpload", self.s3.list_parts, **arguments)

    def test_a_bucket_with_uploads_can_go(self):
        upload = self.begin()
        self.part(1, b"x")
        self.s3.delete_bucket(Bucket=self.bucket)
        self.s3.create_bucket(Bucket=self.bucket)
        self.refused(404, "NoSuchUpload", self.s3.list_parts, **upload)

    def test_list_parts(self):
        self.begin()
        sent = [self.part(number, b"x" * number) for number in (1, 2, 3, 5)]
        response = self.s3.list_parts(**self.upload)
        self.assertEqual([(part["PartNumber"], part["ETag"], part["Size"]) for part in response["Parts"]],
                         [(part["PartNumber"], part["ETag"], part["PartNumber"]) for part in sent])
        self.assertEqual((response["Bucket"], response["Key"], response["UploadId"]), tuple(self.upload.values()))
        self.assertEqual((response["IsTruncated"], response["StorageClass"]), (False, "STANDARD"))
        self.assertEqual(response["Owner"]["ID"], response["Initiator"]["ID"])
        first = self.s3.list_parts(**self.upload, MaxParts=2)
        self.assertEqual(([part["PartNumber"] for part in first["Parts"]], first["IsTruncated"], first["MaxParts"]), ([1, 2], True, 2))
        self.assertEqual(first["NextPartNumberMarker"], 2)
        rest = self.s3.list_parts(**self.upload, MaxParts=2, PartNumberMarker=2)
        self.assertEqual(([part["PartNumber"] for part in rest["Parts"]], rest["IsTruncated"], rest["PartNumberMarker"]), ([3, 5], False, 2))

    def test_list_uploads(self):
        bucket = self.new_bucket()
        begun = [(key, self.begin(bucket, key)["UploadId"]) for key in ("b", "a/1", "a/2", "a/1", "c")]
        response = self.s3.list_multipart_uploads(Bucket=bucket)
        wanted = [begun[1], begun[3], begun[2], begun[0], begun[4]]
        self.assertEqual([(upload["Key"], upload["UploadId"]) for upload in response["Uploads"]], wanted)
        self.assertEqual((response["IsTruncated"], response["Bucket"]), (False, bucket))
        found, more = [], {}
        while more is not None:
            page = self.s3.list_multipart_uploads(Bucket=bucket, MaxUploads=2, **more)
            found += [(upload["Key"], upload["UploadId"]) for upload in page["Uploads"]]
            more = {"KeyMarker": page["NextKeyMarker"], "UploadIdMarker": page["NextUploadIdMarker"]} if page["IsTruncated"] else None
        self.assertEqual(found, wanted)
        grouped = self.s3.list_multipart_uploads(Bucket=bucket, Delimiter="/")
        self.assertEqual(([upload["Key"] for upload in grouped["Uploads"]], [entry["Prefix"] for entry in grouped["CommonPrefixes"]]),
                         (["b", "c"], ["a/"]))
        under = self.s3.list_multipart_uploads(Bucket=bucket, Prefix="a/")
        self.assertEqual([upload["Key"] for upload in under["Uploads"]], ["a/1", "a/1", "a/2"])
        self.complete([self.part(1, b"x")])
        self.assertNotIn("c", [upload["Key"] for upload in self.s3.list_multipart_uploads(Bucket=bucket)["Uploads"]])

    @cases(none_match=("IfNoneMatch", "*"), match=("IfMatch", '"other"'))
    def test_condition_of_completion(self, name, value):
        bucket = self.bucket_of("mymultipart")
        self.begin(bucket)
        parts = [self.part(1, b"x")]
        self.refused(412, "PreconditionFailed", self.s3.complete_multipart_upload, **self.upload, MultipartUpload={"Parts": parts}, **{name: value})
        self.assertEqual(self.body(bucket, "mymultipart"), b"mymultipart")
        self.complete(parts)
        self.assertEqual(self.body(bucket, "mymultipart"), b"x")

    # Parts that are copied

    def copied(self, source, ranges, **arguments):
        """Copies parts; gives the object's body."""
        self.begin()
        parts = []
        for number, text in enumerate(ranges, 1):
            extra = {"CopySourceRange": text} if text else {}
            result = self.s3.upload_part_copy(**self.upload, PartNumber=number, CopySource=source, **extra, **arguments)["CopyPartResult"]
            parts.append({"PartNumber": number, "ETag": result["ETag"]})
        self.complete(parts)
        return self.body(self.bucket, self.key)

    @cases(one_byte=("bytes=0-0",), two=("bytes=0-5242879", "bytes=5242880-5242889"), unequal=("bytes=1000-6291455", "bytes=0-9"))
    def test_copy_ranges(self, *ranges):
        body = content(7 * MIB)
        bucket = self.new_bucket()
        self.s3.put_object(Bucket=bucket, Key="foo", Body=body)
        bounds = [tuple(map(int, text[6:].split("-"))) for text in ranges]
        wanted = b"".join(body[first:last + 1] for first, last in bounds)
        self.assertTrue(self.copied({"Bucket": bucket, "Key": "foo"}, ranges) == wanted, "the body differs")

    @cases(blank=" ", underscore="_", two="__", version="?versionId", plain="foo")
    def test_copy_whole(self, key):
        bucket = self.bucket_of(key)
        self.assertEqual(self.copied({"Bucket": bucket, "Key": key}, [None]), key.encode())

    @cases(no_unit="0-2", no_end="bytes=0", words="bytes=hello-world", word_last="bytes=0-bar", word_first="bytes=hello-", two="bytes=0-2,3-5",
           suffix="bytes=-2")
    def test_copy_bad_range(self, text):
        bucket = self.bucket_of("source")
        self.begin()
        self.refused(400, "InvalidArgument", self.s3.upload_part_copy, **self.upload, PartNumber=1, CopySource=f"{bucket}/source",
                     CopySourceRange=text)

    def test_copy_range_beyond(self):
        bucket = self.bucket_of("source")
        self.begin()
        with self.assertRaises(Exception) as caught:
            self.s3.upload_part_copy(**self.upload, PartNumber=1, CopySource=f"{bucket}/source", CopySourceRange="bytes=0-21")
        self.assertEqual(caught.exception.response["ResponseMetadata"]["HTTPStatusCode"], 400)
        self.assertEqual(caught.exception.response["Error"]["Code"], "InvalidArgument")

    def test_copy_of_a_version(self):
        bucket = self.new_bucket()
        self.s3.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Enabled"})
        ids = [self.s3.put_object(Bucket=bucket, Key="foo", Body=f"body {number}".encode())["VersionId"] for number in range(3)]
        for number, version in enumerate(ids):
            source = {"Bucket": bucket, "Key": "foo", "VersionId": version}
            self.assertEqual(self.copied(source, [None]), f"body {number}".encode())

    def test_copy_of_an_object_in_parts(self):
        self.whole(content(FIVE), b"end", ContentType="text/bla", Metadata={"foo": "bar"})
        self.s3.copy_object(Bucket=self.bucket, Key="copy", CopySource={"Bucket": self.bucket, "Key": self.key})
        got = self.s3.get_object(Bucket=self.bucket, Key="copy")
        self.assertTrue(got["Body"].read() == content(FIVE) + b"end", "the body differs")
        self.assertEqual((got["Metadata"], got["ContentType"]), ({"foo": "bar"}, "text/bla"))

    def test_boto3_transfers(self):
        import io
        bucket, body = self.new_bucket(), content(20 * MIB)
        self.s3.upload_fileobj(io.BytesIO(body), bucket, "large")
        self.assertTrue(self.s3.head_object(Bucket=bucket, Key="large")["ETag"].endswith('-3"'))
        into = io.BytesIO()
        self.s3.download_fileobj(bucket, "large", into)
        self.assertTrue(into.getvalue() == body, "the body differs")


if __name__ == "__main__":
    unittest.main()
