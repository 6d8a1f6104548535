"""Objects and buckets written by boto3 at its defaults; after the cases of ceph/s3-tests."""

import base64
import hashlib
import io
import unittest
import urllib.request

from botocore.exceptions import ClientError

from s3_testing import S3Tests


class WritingTests(S3Tests):
    def read(self, bucket, key, **arguments):
        return self.client.get_object(Bucket=bucket, Key=key, **arguments)["Body"].read()

    def test_write_read_overwrite_delete(self):
        bucket = self.new_bucket()
        response = self.client.put_object(Bucket=bucket, Key="foo", Body="bar")
        self.assertEqual(response["ETag"], '"37b51d194a7513e45b56f6524f2d51f2"')
        self.assertEqual(self.read(bucket, "foo"), b"bar")
        self.client.put_object(Bucket=bucket, Key="foo", Body=b"soup")
        self.assertEqual(self.read(bucket, "foo"), b"soup")
        self.assertEqual(self.client.delete_object(Bucket=bucket, Key="foo")["ResponseMetadata"]["HTTPStatusCode"], 204)
        self.assert_refused(404, "NoSuchKey", self.client.get_object, Bucket=bucket, Key="foo")

    def test_an_empty_object(self):
        bucket = self.filled_bucket([])
        self.client.put_object(Bucket=bucket, Key="foo")
        self.assertEqual(self.client.head_object(Bucket=bucket, Key="foo")["ContentLength"], 0)
        self.assertEqual(self.read(bucket, "foo"), b"")

    def test_fields_are_kept(self):
        bucket = self.new_bucket()
        self.client.put_object(
            Bucket=bucket, Key="a", Body="x", CacheControl="public, max-age=14400", ContentType="text/plain", ContentEncoding="gzip",
            ContentLanguage="de", ContentDisposition="attachment", Expires="Tue, 14 Nov 2023 22:13:20 GMT", Metadata={"Meta1": "m"})
        head = self.client.head_object(Bucket=bucket, Key="a")
        self.assertEqual(head["CacheControl"], "public, max-age=14400")
        self.assertEqual(head["ContentType"], "text/plain")
        self.assertEqual(head["ContentEncoding"], "gzip")
        self.assertEqual(head["ContentLanguage"], "de")
        self.assertEqual(head["ContentDisposition"], "attachment")
        self.assertEqual(head["Metadata"], {"meta1": "m"})
        self.client.put_object(Bucket=bucket, Key="a", Body="x")
        self.assertEqual(self.client.head_object(Bucket=bucket, Key="a")["Metadata"], {})

    def test_a_stream(self):
        bucket = self.new_bucket()
        body = bytes(range(256)) * 4_000
        self.client.upload_fileobj(io.BytesIO(body), bucket, "stream")
        self.assertEqual(self.read(bucket, "stream"), body)
        self.assertEqual(self.read(bucket, "stream", Range="bytes=1000000-1000009"), body[1_000_000:1_000_010])

    def test_every_checksum(self):
        bucket = self.new_bucket()
        for algorithm in ["CRC32", "SHA1", "SHA256"]:
            with self.subTest(algorithm):
                sent = self.client.put_object(Bucket=bucket, Key="a", Body="hello", ChecksumAlgorithm=algorithm)
                got = self.client.head_object(Bucket=bucket, Key="a", ChecksumMode="ENABLED")
                self.assertEqual(got[f"Checksum{algorithm}"], sent[f"Checksum{algorithm}"])
                self.assertEqual(got["ChecksumType"], "FULL_OBJECT")
                self.assertEqual(self.read(bucket, "a"), b"hello")
        self.assert_refused(
            400, "BadDigest", self.client.put_object, Bucket=bucket, Key="b", Body="hello",
            ChecksumSHA256=base64.b64encode(hashlib.sha256(b"other").digest()).decode())
        self.assertEqual(self.keys(bucket), ["a"])

    def test_conditional_writes(self):
        bucket = self.new_bucket()
        put = self.client.put_object
        self.assert_refused(404, "NoSuchKey", put, Bucket=bucket, Key="a", IfMatch='"0123"')
        self.assert_refused(501, "NotImplemented", put, Bucket=bucket, Key="a", IfMatch="*")
        tag = put(Bucket=bucket, Key="a", Body="1", IfNoneMatch="*")["ETag"]
        self.assert_refused(412, "PreconditionFailed", put, Bucket=bucket, Key="a", Body="2", IfNoneMatch="*")
        self.assert_refused(412, "PreconditionFailed", put, Bucket=bucket, Key="a", Body="2", IfMatch="badetag")
        put(Bucket=bucket, Key="a", Body="2", IfMatch=tag)
        self.assertEqual(self.read(bucket, "a"), b"2")

    def test_conditional_reads(self):
        bucket = self.new_bucket()
        tag = self.client.put_object(Bucket=bucket, Key="foo", Body="bar")["ETag"]
        self.assertEqual(self.read(bucket, "foo", IfMatch=tag), b"bar")
        self.assert_refused(412, "PreconditionFailed", self.client.get_object, Bucket=bucket, Key="foo", IfMatch='"ABCORZ"')
        self.assert_refused(304, "304", self.client.head_object, Bucket=bucket, Key="foo", IfNoneMatch=tag)

    def test_names_of_buckets(self):
        for name in ["foo_bar", "fo", "192.168.5.123", "foo..bar", "foo-.bar", "a" * 64]:
            with self.subTest(name):
                client = self.client
                request = urllib.request.Request(f"{self.server.s3}/{name}", method="PUT")
                with self.assertRaises(urllib.error.HTTPError) as caught:
                    urllib.request.urlopen(request)
                self.assertEqual(caught.exception.code, 400)
                self.assertIn(b"<Code>InvalidBucketName</Code>", caught.exception.read())

    def test_buckets(self):
        bucket = self.new_bucket()
        self.assertIn(bucket, [entry["Name"] for entry in self.client.list_buckets()["Buckets"]])
        self.client.create_bucket(Bucket=bucket)
        self.client.put_object(Bucket=bucket, Key="a")
        self.assert_refused(409, "BucketNotEmpty", self.client.delete_bucket, Bucket=bucket)
        self.client.delete_object(Bucket=bucket, Key="a")
        self.client.delete_bucket(Bucket=bucket)
        self.assert_refused(404, "404", self.client.head_bucket, Bucket=bucket)
        self.assert_refused(404, "NoSuchBucket", self.client.put_object, Bucket=bucket, Key="a")

    def test_a_bucket_of_the_folder_is_written_over(self):
        self.client.put_object(Bucket="pictures", Key="b.jpg", Body="b")
        self.client.delete_object(Bucket="pictures", Key="a.jpg")
        self.assertEqual(self.keys("pictures"), ["b.jpg"])
        request = urllib.request.Request(f"{self.server.http}/__admin/reset", method="POST")
        urllib.request.urlopen(request)
        self.assertEqual(self.keys("pictures"), ["a.jpg"])

    def test_deletes(self):
        bucket = self.filled_bucket(["key0", "key1", "key2"])
        objects = [{"Key": key} for key in ["key0", "key1", "key2", "none"]]
        response = self.client.delete_objects(Bucket=bucket, Delete={"Objects": objects})
        self.assertEqual(len(response["Deleted"]), 4)
        self.assertNotIn("Errors", response)
        self.assertEqual(self.keys(bucket), [])
        response = self.client.delete_objects(Bucket=bucket, Delete={"Objects": objects, "Quiet": True})
        self.assertNotIn("Deleted", response)

    def test_copies(self):
        bucket, other = self.new_bucket(), self.new_bucket()
        self.client.put_object(Bucket=bucket, Key="foo123bar", Body="foo", ContentType="text/bla", Metadata={"key1": "value1"})
        for target in (bucket, other):
            response = self.client.copy_object(Bucket=target, Key="bar321foo", CopySource={"Bucket": bucket, "Key": "foo123bar"})
            self.assertEqual(response["CopyObjectResult"]["ETag"], '"acbd18db4cc2f85cedef654fccc4a4d8"')
            copied = self.client.get_object(Bucket=target, Key="bar321foo")
            self.assertEqual((copied["Body"].read(), copied["ContentType"], copied["Metadata"]), (b"foo", "text/bla", {"key1": "value1"}))
        source = {"Bucket": bucket, "Key": "foo123bar"}
        self.assert_refused(400, "InvalidRequest", self.client.copy_object, Bucket=bucket, Key="foo123bar", CopySource=source)
        self.client.copy_object(
            Bucket=bucket, Key="foo123bar", CopySource=source, Metadata={"foo": "bar"}, MetadataDirective="REPLACE")
        self.assertEqual(self.client.head_object(Bucket=bucket, Key="foo123bar")["Metadata"], {"foo": "bar"})
        self.assert_refused(
            404, "NoSuchKey", self.client.copy_object, Bucket=bucket, Key="a", CopySource={"Bucket": bucket, "Key": "none"})
        self.assert_refused(
            404, "NoSuchBucket", self.client.copy_object, Bucket=bucket, Key="a", CopySource={"Bucket": bucket + "-fake", "Key": "none"})
        self.assert_refused(
            412, "PreconditionFailed", self.client.copy_object, Bucket=bucket, Key="a", CopySource=source, CopySourceIfMatch="ABCORZ")

    def test_tags(self):
        bucket = self.filled_bucket(["a"])
        tags = [{"Key": f"{number}", "Value": f"{number}"} for number in range(10)]
        self.client.put_object_tagging(Bucket=bucket, Key="a", Tagging={"TagSet": tags})
        self.assertEqual(self.client.get_object_tagging(Bucket=bucket, Key="a")["TagSet"], tags)
        self.assertEqual(self.client.head_object(Bucket=bucket, Key="a")["TagCount"], 10)
        with self.assertRaises(ClientError):
            self.client.put_object_tagging(Bucket=bucket, Key="a", Tagging={"TagSet": tags + [{"Key": "x", "Value": "y"}]})
        long = [{"Key": "k" * 129, "Value": "v"}]
        self.assert_refused(400, "InvalidTag", self.client.put_object_tagging, Bucket=bucket, Key="a", Tagging={"TagSet": long})
        self.assertEqual(self.client.get_object_tagging(Bucket=bucket, Key="a")["TagSet"], tags)
        response = self.client.delete_object_tagging(Bucket=bucket, Key="a")
        self.assertEqual(response["ResponseMetadata"]["HTTPStatusCode"], 204)
        self.assertEqual(self.client.get_object_tagging(Bucket=bucket, Key="a")["TagSet"], [])
        self.client.put_object(Bucket=bucket, Key="b", Tagging="foo=bar&bar=")
        # Tags of a field come in the order of their keys.
        self.assertEqual(
            self.client.get_object_tagging(Bucket=bucket, Key="b")["TagSet"], [{"Key": "bar", "Value": ""}, {"Key": "foo", "Value": "bar"}])

    def test_canned_acls(self):
        bucket = self.new_bucket(ACL="public-read")
        grants = self.client.get_bucket_acl(Bucket=bucket)["Grants"]
        self.assertEqual([grant["Permission"] for grant in grants], ["READ", "FULL_CONTROL"], "groups come first")
        self.client.put_object(Bucket=bucket, Key="a", ACL="public-read-write")
        self.assertEqual(len(self.client.get_object_acl(Bucket=bucket, Key="a")["Grants"]), 3)
        policy = self.client.get_object_acl(Bucket=bucket, Key="a")
        self.client.put_object_acl(
            Bucket=bucket, Key="a", AccessControlPolicy={"Owner": policy["Owner"], "Grants": policy["Grants"][:1]})
        self.assertEqual(len(self.client.get_object_acl(Bucket=bucket, Key="a")["Grants"]), 1)

    def test_settings(self):
        bucket = self.new_bucket()
        self.assert_refused(404, "NoSuchCORSConfiguration", self.client.get_bucket_cors, Bucket=bucket)
        rules = [{"AllowedMethods": ["GET", "PUT"], "AllowedOrigins": ["*.get", "*.put"]}]
        self.client.put_bucket_cors(Bucket=bucket, CORSConfiguration={"CORSRules": rules})
        self.assertEqual(self.client.get_bucket_cors(Bucket=bucket)["CORSRules"], rules)
        self.client.delete_bucket_cors(Bucket=bucket)
        self.assert_refused(404, "NoSuchCORSConfiguration", self.client.get_bucket_cors, Bucket=bucket)
        self.assert_refused(404, "NoSuchTagSet", self.client.get_bucket_tagging, Bucket=bucket)
        tags = [{"Key": "Hello", "Value": "World"}]
        self.client.put_bucket_tagging(Bucket=bucket, Tagging={"TagSet": tags})
        self.assertEqual(self.client.get_bucket_tagging(Bucket=bucket)["TagSet"], tags)
        lifecycle = {"Rules": [{"ID": "rule1", "Expiration": {"Days": 1}, "Prefix": "test1/", "Status": "Enabled"}]}
        self.client.put_bucket_lifecycle_configuration(Bucket=bucket, LifecycleConfiguration=lifecycle)
        self.assertEqual(self.client.get_bucket_lifecycle_configuration(Bucket=bucket)["Rules"], lifecycle["Rules"])
        self.client.put_bucket_ownership_controls(
            Bucket=bucket, OwnershipControls={"Rules": [{"ObjectOwnership": "BucketOwnerEnforced"}]})
        self.assert_refused(
            400, "AccessControlListNotSupported", self.client.put_object, Bucket=bucket, Key="a", ACL="public-read")
        block = {
            "BlockPublicAcls": True, "IgnorePublicAcls": False, "BlockPublicPolicy": False, "RestrictPublicBuckets": False}
        self.client.delete_bucket_ownership_controls(Bucket=bucket)
        self.client.put_public_access_block(Bucket=bucket, PublicAccessBlockConfiguration=block)
        self.assertEqual(self.client.get_public_access_block(Bucket=bucket)["PublicAccessBlockConfiguration"], block)
        self.assert_refused(403, "AccessDenied", self.client.put_bucket_acl, Bucket=bucket, ACL="public-read")

    def test_attributes(self):
        bucket = self.new_bucket()
        self.client.put_object(Bucket=bucket, Key="a", Body="hello")
        response = self.client.get_object_attributes(
            Bucket=bucket, Key="a", ObjectAttributes=["ETag", "Checksum", "ObjectParts", "StorageClass", "ObjectSize"])
        self.assertEqual(response["ETag"], "5d41402abc4b2a76b9719d911017c592")
        self.assertEqual(response["ObjectSize"], 5)
        self.assertEqual(response["StorageClass"], "STANDARD")
        self.assertEqual(response["Checksum"]["ChecksumCRC32"], "NhCmhg==")
        self.assertNotIn("ObjectParts", response)

    def test_sessions_with_the_same_names(self):
        import json

        clients = [self.client]
        for _ in range(2):
            request = urllib.request.Request(f"{self.server.http}/__admin/sessions", data=b"{}", method="POST")
            session = json.load(urllib.request.urlopen(request))
            clients.append(self.new_client(f"{self.server.s3}/__session/{session['id']}"))
        for number, client in enumerate(clients):
            client.create_bucket(Bucket="shared")
            client.put_object(Bucket="shared", Key="key", Body=str(number))
        for number, client in enumerate(clients):
            self.assertEqual(client.get_object(Bucket="shared", Key="key")["Body"].read(), str(number).encode())
            self.assertEqual(len(client.list_objects_v2(Bucket="shared")["Contents"]), 1)


if __name__ == "__main__":
    unittest.main()
