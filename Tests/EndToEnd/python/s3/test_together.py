"""Requests that overlap: nobody sees half of an upload, and what is completed last counts."""

import threading
import unittest

from case import MIB, S3Case, cases

SIZES = {"1_mib": MIB, "4_mib": 4 * MIB, "8_mib": 8 * MIB}


class Source:
    """A file of one letter, for an upload. Something happens when its end has been read, as often as boto3 reads it."""

    def __init__(self, letter, size, at_end=None):
        self.letter, self.size, self.at_end, self.offset = letter, size, at_end, 0

    def seek(self, offset, whence=0):
        self.offset = (0, self.offset, self.size)[whence] + offset

    def tell(self):
        return self.offset

    def read(self, size=-1):
        count = self.size - self.offset if size < 0 else min(size, self.size - self.offset)
        self.offset += count
        if self.at_end and count and self.offset == self.size:
            self.at_end()
        return self.letter * count


class Sink:
    """Takes a download, and lets something happen once in its midst."""

    def __init__(self, within):
        self.content, self.within = bytearray(), within

    def seek(self, offset, whence=0):
        pass

    def write(self, content):
        self.content += content
        within, self.within = self.within, None
        if within:
            within()


def once(action):
    """The action, but only for the first call."""
    left = [action]
    return lambda: left.pop()() if left else None


class TogetherTests(S3Case):
    def setUp(self):
        super().setUp()
        self.bucket = self.new_bucket()

    def put(self, body, **more):
        return self.s3.put_object(Bucket=self.bucket, Key="foo", Body=body, **more)

    def check(self, letter, size):
        self.assertTrue(self.body(self.bucket, "foo") == letter * size, "the body differs")

    @cases(**SIZES)
    def test_a_reader_sees_the_old_object_to_its_end(self, size):
        self.put(Source(b"A", size))
        sink = Sink(lambda: self.put(Source(b"B", size)))
        # In one request: ranges of two objects are refused by the client.
        for piece in self.s3.get_object(Bucket=self.bucket, Key="foo")["Body"].iter_chunks(64 << 10):
            sink.write(piece)
        self.assertTrue(sink.content == b"A" * size, "the download differs")
        self.check(b"B", size)

    @cases(**SIZES)
    def test_nobody_sees_an_upload_before_its_end(self, size):
        self.put(Source(b"A", size))
        self.put(Source(b"B", size, lambda: self.check(b"A", size)))
        self.check(b"B", size)

    @cases(**SIZES)
    def test_the_upload_that_ends_last_counts(self, size):
        self.put(Source(b"B", size, lambda: self.put(Source(b"A", size))))
        self.check(b"B", size)

    def test_a_condition_is_decided_at_the_end(self):
        tag = self.put(Source(b"A", MIB))["ETag"]
        between = once(lambda: self.put(Source(b"B", MIB), IfMatch=tag))
        self.refused(412, "PreconditionFailed", self.put, body=Source(b"C", MIB, between), IfMatch=tag)
        self.check(b"B", MIB)

    def test_the_bucket_is_gone_at_the_end(self):
        gone = once(lambda: self.s3.delete_bucket(Bucket=self.bucket))
        self.refused(404, "NoSuchBucket", self.put, body=Source(b"A", MIB, gone))

    def test_a_part_that_is_sent_twice(self):
        upload = {"Bucket": self.bucket, "Key": "foo", "UploadId": self.s3.create_multipart_upload(Bucket=self.bucket, Key="foo")["UploadId"]}
        again = once(lambda: self.s3.upload_part(**upload, PartNumber=1, Body=b"B" * 8))
        tag = self.s3.upload_part(**upload, PartNumber=1, Body=Source(b"A", 8, again))["ETag"]
        self.s3.complete_multipart_upload(**upload, MultipartUpload={"Parts": [{"PartNumber": 1, "ETag": tag}]})
        self.check(b"A", 8)

    def test_deletes_of_the_same_versions(self):
        self.s3.put_bucket_versioning(Bucket=self.bucket, VersioningConfiguration={"Status": "Enabled"})
        for number in range(15):
            self.s3.put_object(Bucket=self.bucket, Key=f"key_{number % 5}", Body=b"x")
        versions = self.s3.list_object_versions(Bucket=self.bucket)["Versions"]
        objects = [{"Key": version["Key"], "VersionId": version["VersionId"]} for version in versions]
        client, responses = self.s3, []
        threads = [threading.Thread(target=lambda: responses.append(client.delete_objects(Bucket=self.bucket, Delete={"Objects": objects})))
                   for _ in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([(len(response["Deleted"]), response.get("Errors")) for response in responses], [(15, None)] * 5)
        self.assertNotIn("Versions", self.s3.list_object_versions(Bucket=self.bucket))


if __name__ == "__main__":
    unittest.main()
