"""Uploads in parts by boto3 at its defaults; after the cases of ceph/s3-tests."""

import hashlib
import io
import unittest

from boto3.s3.transfer import TransferConfig

from s3_testing import S3Tests

MB = 1 << 20


class MultipartTests(S3Tests):
    def begin(self, bucket, key="mymultipart", **arguments):
        return self.client.create_multipart_upload(Bucket=bucket, Key=key, **arguments)["UploadId"]

    def part(self, bucket, upload, number, body, key="mymultipart", **arguments):
        response = self.client.upload_part(Bucket=bucket, Key=key, UploadId=upload, PartNumber=number, Body=body, **arguments)
        return {"ETag": response["ETag"].strip('"'), "PartNumber": number}

    def complete(self, bucket, upload, parts, key="mymultipart", **arguments):
        return self.client.complete_multipart_upload(
            Bucket=bucket, Key=key, UploadId=upload, MultipartUpload={"Parts": parts}, **arguments)

    def test_a_large_file(self):
        bucket = self.new_bucket()
        body = bytes(range(256)) * (12 * MB // 256) + b"end"
        self.client.upload_fileobj(io.BytesIO(body), bucket, "big", Config=TransferConfig(multipart_chunksize=5 * MB))
        head = self.client.head_object(Bucket=bucket, Key="big")
        self.assertEqual(head["ContentLength"], len(body))
        self.assertTrue(head["ETag"].endswith('-3"'))
        target = io.BytesIO()
        self.client.download_fileobj(bucket, "big", target)
        self.assertEqual(hashlib.md5(target.getvalue()).hexdigest(), hashlib.md5(body).hexdigest())
        got = self.client.get_object(Bucket=bucket, Key="big", Range=f"bytes={5 * MB - 2}-{5 * MB + 1}")
        self.assertEqual(got["Body"].read(), body[5 * MB - 2:5 * MB + 2])
        got = self.client.get_object(Bucket=bucket, Key="big", PartNumber=3)
        self.assertEqual(got["PartsCount"], 3)
        self.assertEqual(got["Body"].read(), body[10 * MB:])
        self.client.copy({"Bucket": bucket, "Key": "big"}, bucket, "copy", Config=TransferConfig(multipart_chunksize=5 * MB, multipart_threshold=6 * MB))
        self.assertEqual(self.client.get_object(Bucket=bucket, Key="copy")["Body"].read(), body)
        self.client.copy_object(Bucket=bucket, Key="plain", CopySource={"Bucket": bucket, "Key": "big"})
        self.assertEqual(self.client.head_object(Bucket=bucket, Key="plain")["ETag"], f'"{hashlib.md5(body).hexdigest()}"')

    def test_refusals(self):
        bucket = self.new_bucket()
        upload = self.begin(bucket)
        self.assert_refused(400, "MalformedXML", self.complete, bucket=bucket, upload=upload, parts=[])
        first = self.part(bucket, upload, 1, b"x" * 1000)
        second = self.part(bucket, upload, 2, b"x" * 1000)
        self.assert_refused(400, "EntityTooSmall", self.complete, bucket=bucket, upload=upload, parts=[first, second])
        self.assert_refused(400, "InvalidPartOrder", self.complete, bucket=bucket, upload=upload, parts=[second, first])
        self.assert_refused(
            400, "InvalidPart", self.complete, bucket=bucket, upload=upload, parts=[{**first, "PartNumber": 9999}])
        self.assert_refused(
            400, "InvalidPart", self.complete, bucket=bucket, upload=upload, parts=[{**first, "ETag": "ffffffffffffffffffffffffffffffff"}])
        self.assert_refused(404, "NoSuchUpload", self.complete, bucket=bucket, upload="nosuch", parts=[first])
        for name, status, code in (("nosuch", 404, "NoSuchUpload"), (upload, 400, "InvalidDigest")):
            self.assert_refused(
                status, code, self.client.upload_part, Bucket=bucket, Key="mymultipart", UploadId=name, PartNumber=1, Body=b"x",
                ContentMD5="x")
        for _ in range(2):
            self.client.abort_multipart_upload(Bucket=bucket, Key="mymultipart", UploadId=upload)
        self.assert_refused(
            404, "NoSuchUpload", self.client.abort_multipart_upload, Bucket=bucket, Key="mymultipart", UploadId="nosuch")
        self.assertEqual(self.keys(bucket), [])

    def test_the_last_complete_counts(self):
        bucket = self.new_bucket()
        uploads = []
        for body in (b"first", b"second"):
            upload = self.begin(bucket)
            uploads.append((upload, self.part(bucket, upload, 1, body)))
        for upload, part in reversed(uploads):
            self.complete(bucket, upload, [part])
        self.assertEqual(self.client.get_object(Bucket=bucket, Key="mymultipart")["Body"].read(), b"first")
        # The response of a completed upload may be asked for again.
        self.complete(bucket, uploads[0][0], [uploads[0][1]])

    def test_a_condition_is_about_the_version_at_the_begin(self):
        bucket = self.new_bucket()
        self.client.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Enabled"})
        condition = self.client.put_object(Bucket=bucket, Key="mymultipart", Body=b"1")["ETag"]
        upload = self.begin(bucket)
        part = self.part(bucket, upload, 1, b"x")
        version = self.client.put_object(Bucket=bucket, Key="mymultipart", Body=b"1")["VersionId"]
        self.assert_refused(
            409, "ConditionalRequestConflict", self.complete, bucket=bucket, upload=upload, parts=[part], IfMatch=condition)
        self.client.delete_object(Bucket=bucket, Key="mymultipart", VersionId=version)
        self.complete(bucket, upload, [part], IfMatch=condition)

    def test_lists(self):
        bucket = self.new_bucket()
        uploads = [self.begin(bucket, key) for key in ("mymultipart", "mymultipart", "mymultipart2")]
        listed = self.client.list_multipart_uploads(Bucket=bucket)["Uploads"]
        self.assertEqual([upload["UploadId"] for upload in listed], uploads)
        for number in (1, 2, 3):
            self.part(bucket, uploads[0], number, f"{number}")
        pages = self.client.get_paginator("list_parts").paginate(
            Bucket=bucket, Key="mymultipart", UploadId=uploads[0], PaginationConfig={"PageSize": 1})
        self.assertEqual([part["PartNumber"] for page in pages for part in page.get("Parts", [])], [1, 2, 3])
        self.client.delete_bucket(Bucket=bucket)

    def test_checksums_of_both_types(self):
        bucket = self.new_bucket()
        for algorithm, type in [("SHA256", "COMPOSITE"), ("CRC32", "COMPOSITE"), ("CRC32", "FULL_OBJECT"), ("SHA1", "COMPOSITE")]:
            with self.subTest(algorithm=algorithm, type=type):
                upload = self.begin(bucket, ChecksumAlgorithm=algorithm, ChecksumType=type)
                parts = []
                for number, body in [(1, b"a" * 5 * MB), (2, b"end")]:
                    response = self.client.upload_part(
                        Bucket=bucket, Key="mymultipart", UploadId=upload, PartNumber=number, Body=body, ChecksumAlgorithm=algorithm)
                    name = f"Checksum{algorithm}"
                    parts.append({"ETag": response["ETag"], "PartNumber": number, name: response[name]})
                done = self.complete(bucket, upload, parts)
                self.assertEqual(done["ChecksumType"], type)
                head = self.client.head_object(Bucket=bucket, Key="mymultipart", ChecksumMode="ENABLED")
                self.assertEqual(head[name], done[name])
                self.assertEqual(head[name].endswith("-2"), type == "COMPOSITE")
                self.assertEqual(len(self.client.get_object(Bucket=bucket, Key="mymultipart")["Body"].read()), 5 * MB + 3)
                attributes = self.client.get_object_attributes(
                    Bucket=bucket, Key="mymultipart", ObjectAttributes=["Checksum", "ObjectParts"], MaxParts=1)
                self.assertEqual(attributes["ObjectParts"]["TotalPartsCount"], 2)
                self.assertEqual(len(attributes["ObjectParts"]["Parts"]), 1)
                self.assertEqual(attributes["ObjectParts"]["Parts"][0][name], parts[0][name])
                self.assertTrue(attributes["ObjectParts"]["IsTruncated"])

    def test_parts_that_are_copied(self):
        bucket = self.filled_bucket(["foo"])
        upload = self.begin(bucket)

        def copy(range=None, key="foo"):
            arguments = {"CopySourceRange": range} if range else {}
            return self.client.upload_part_copy(
                Bucket=bucket, Key="mymultipart", UploadId=upload, PartNumber=1, CopySource={"Bucket": bucket, "Key": key}, **arguments)

        tag = copy("bytes=1-2")["CopyPartResult"]["ETag"]
        self.assert_refused(400, "InvalidArgument", copy, range="bytes=0-21")
        self.assert_refused(400, "InvalidArgument", copy, range="bytes=hello-world")
        self.assert_refused(404, "NoSuchKey", copy, key="none")
        self.complete(bucket, upload, [{"ETag": tag, "PartNumber": 1}])
        self.assertEqual(self.client.get_object(Bucket=bucket, Key="mymultipart")["Body"].read(), b"oo")


if __name__ == "__main__":
    unittest.main()
