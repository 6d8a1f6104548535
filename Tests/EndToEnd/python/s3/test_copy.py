"""CopyObject."""

import unittest
from urllib.parse import quote

from case import MIB, S3Case, cases

# The copy source as a client may write it, of the key "a b+c/ä".
SPELLINGS = {
    "slash_first": "/{bucket}/a%20b%2Bc/%C3%A4",
    "no_slash": "{bucket}/a%20b%2Bc/%C3%A4",
    "slashes_encoded": "{bucket}%2Fa%20b%2Bc%2F%C3%A4",
    "plus_for_a_blank": "{bucket}/a+b%2Bc/%C3%A4",
}

CONDITIONS = {
    "match": ({"CopySourceIfMatch": "ETAG"}, 200),
    "match_other": ({"CopySourceIfMatch": '"ABCORZ"'}, 412),
    "none_match": ({"CopySourceIfNoneMatch": "ETAG"}, 412),
    "none_match_other": ({"CopySourceIfNoneMatch": '"ABCORZ"'}, 200),
    "modified_since": ({"CopySourceIfModifiedSince": "1994-10-29"}, 200),
    "unmodified_since": ({"CopySourceIfUnmodifiedSince": "1994-10-29"}, 412),
    "match_and_unmodified": ({"CopySourceIfMatch": "ETAG", "CopySourceIfUnmodifiedSince": "1994-10-29"}, 200),
    "none_match_and_modified": ({"CopySourceIfNoneMatch": "ETAG", "CopySourceIfModifiedSince": "1994-10-29"}, 412),
}


class CopyTests(S3Case):
    def source(self, body=b"foo", **arguments):
        bucket = self.new_bucket()
        self.s3.put_object(Bucket=bucket, Key="foo123bar", Body=body, **arguments)
        return bucket, {"Bucket": bucket, "Key": "foo123bar"}

    @cases(empty=0, some=3, a_mebibyte=MIB, several=9 * MIB)
    def test_same_bucket(self, size):
        bucket, source = self.source(b"x" * size)
        result = self.s3.copy_object(Bucket=bucket, Key="bar321foo", CopySource=source)["CopyObjectResult"]
        head = self.s3.head_object(Bucket=bucket, Key="bar321foo")
        self.assertEqual((result["ETag"], head["ContentLength"]), (head["ETag"], size))
        self.assertEqual(result["ETag"], self.s3.head_object(**source)["ETag"])
        self.assertEqual(result["LastModified"].replace(microsecond=0), head["LastModified"])
        self.assertTrue(self.body(bucket, "bar321foo") == b"x" * size, "the body differs")

    def test_other_bucket(self):
        _, source = self.source()
        other = self.new_bucket()
        self.s3.copy(source, other, "bar321foo")
        self.assertEqual(self.body(other, "bar321foo"), b"foo")

    @cases(**SPELLINGS)
    def test_spelling(self, spelling):
        bucket = self.bucket_of("a b+c/ä")
        fields = {"x-amz-copy-source": spelling.format(bucket=bucket)}
        reply = self.signed("PUT", f"/{bucket}/to", fields)
        self.assertEqual((reply.status, reply.xml.tag), (200, "CopyObjectResult"))
        self.assertEqual(self.body(bucket, "to"), "a b+c/ä".encode())

    def test_plus_is_a_blank(self):
        bucket = self.bucket_of("a+c")
        reply = self.signed("PUT", f"/{bucket}/to", {"x-amz-copy-source": f"/{bucket}/a+c"})
        self.assertEqual((reply.status, reply.code), (404, "NoSuchKey"))

    @cases(question="foo?bar", ampersand="bar&foo", blank=" ", version="?versionId", percent="a%20b", slashes="a//b/")
    def test_key(self, key):
        bucket = self.bucket_of(key)
        self.s3.copy_object(Bucket=bucket, Key="to-" + key, CopySource={"Bucket": bucket, "Key": key})
        self.assertEqual(self.body(bucket, "to-" + key), key.encode())

    @cases(small=3, large=MIB)
    def test_metadata_stays(self, size):
        metadata = {"key1": "value1", "key2": "value2"}
        bucket, source = self.source(bytes(size), Metadata=metadata, ContentType="audio/ogg", CacheControl="no-cache")
        self.s3.copy_object(Bucket=bucket, Key="to", CopySource=source, Metadata={"ignored": "yes"})
        head = self.s3.head_object(Bucket=bucket, Key="to")
        self.assertEqual((head["Metadata"], head["ContentType"], head["CacheControl"]), (metadata, "audio/ogg", "no-cache"))

    @cases(small=3, large=MIB)
    def test_metadata_is_replaced(self, size):
        bucket, source = self.source(bytes(size), Metadata={"key1": "value1"}, ContentType="audio/ogg", CacheControl="no-cache")
        self.s3.copy_object(Bucket=bucket, Key="to", CopySource=source, Metadata={"key3": "value3"}, MetadataDirective="REPLACE",
                            ContentType="audio/mpeg")
        head = self.s3.head_object(Bucket=bucket, Key="to")
        self.assertEqual((head["Metadata"], head["ContentType"], head.get("CacheControl")), ({"key3": "value3"}, "audio/mpeg", None))
        self.assertEqual(head["ContentLength"], size)

    def test_to_itself(self):
        bucket, source = self.source()
        self.refused(400, "InvalidRequest", self.s3.copy_object, Bucket=bucket, Key="foo123bar", CopySource=source)
        self.assertEqual(self.body(bucket, "foo123bar"), b"foo")

    def test_to_itself_with_other_tags(self):
        bucket, source = self.source(Tagging="a=1")
        self.refused(400, "InvalidRequest", self.s3.copy_object, Bucket=bucket, Key="foo123bar", CopySource=source,
                     Tagging="a=2", TaggingDirective="REPLACE")
        self.assertEqual(self.s3.get_object_tagging(Bucket=bucket, Key="foo123bar")["TagSet"], [{"Key": "a", "Value": "1"}])

    def test_to_itself_in_another_class_than_the_usual(self):
        bucket, source = self.source(StorageClass="STANDARD_IA")
        self.refused(400, "InvalidRequest", self.s3.copy_object, Bucket=bucket, Key="foo123bar", CopySource=source)
        self.assertEqual(self.s3.head_object(Bucket=bucket, Key="foo123bar")["StorageClass"], "STANDARD_IA")

    def test_to_itself_with_other_metadata(self):
        bucket, source = self.source()
        self.s3.copy_object(Bucket=bucket, Key="foo123bar", CopySource=source, Metadata={"foo": "bar"}, MetadataDirective="REPLACE")
        self.assertEqual(self.s3.head_object(Bucket=bucket, Key="foo123bar")["Metadata"], {"foo": "bar"})
        self.assertEqual(self.body(bucket, "foo123bar"), b"foo")

    def test_to_itself_with_another_class(self):
        bucket, source = self.source()
        self.s3.copy_object(Bucket=bucket, Key="foo123bar", CopySource=source, StorageClass="STANDARD_IA")
        self.assertEqual(self.s3.head_object(Bucket=bucket, Key="foo123bar")["StorageClass"], "STANDARD_IA")

    def test_tags(self):
        bucket, source = self.source(Tagging="a=1&b=2")
        self.s3.copy_object(Bucket=bucket, Key="kept", CopySource=source)
        self.s3.copy_object(Bucket=bucket, Key="replaced", CopySource=source, Tagging="c=3", TaggingDirective="REPLACE")
        tags = {key: {tag["Key"]: tag["Value"] for tag in self.s3.get_object_tagging(Bucket=bucket, Key=key)["TagSet"]} for key in ("kept", "replaced")}
        self.assertEqual(tags, {"kept": {"a": "1", "b": "2"}, "replaced": {"c": "3"}})

    def test_acl_is_not_copied(self):
        bucket, source = self.source(ACL="public-read")
        self.s3.copy_object(Bucket=bucket, Key="private", CopySource=source)
        self.s3.copy_object(Bucket=bucket, Key="public", CopySource=source, ACL="public-read")
        self.assertEqual((self.raw("GET", f"/{bucket}/private").status, self.raw("GET", f"/{bucket}/public").status), (403, 200))

    @cases(bad_directive={"MetadataDirective": "KEEP"}, bad_tagging_directive={"TaggingDirective": "KEEP"})
    def test_bad_directive(self, arguments):
        bucket, source = self.source()
        self.refused(400, "InvalidArgument", self.s3.copy_object, Bucket=bucket, Key="to", CopySource=source, **arguments)
        self.assertEqual(self.keys(bucket), ["foo123bar"])

    @cases(bucket=("no-such-bucket", "foo123bar", "NoSuchBucket"), key=(None, "none", "NoSuchKey"))
    def test_source_not_found(self, name, key, code):
        bucket, _ = self.source()
        self.refused(404, code, self.s3.copy_object, Bucket=bucket, Key="to", CopySource={"Bucket": name or bucket, "Key": key})

    def test_destination_not_found(self):
        _, source = self.source()
        self.refused(404, "NoSuchBucket", self.s3.copy_object, Bucket="no-such-bucket", Key="to", CopySource=source)

    @cases(empty="", no_key="bucket", slash="/")
    def test_bad_source(self, text):
        bucket, _ = self.source()
        reply = self.signed("PUT", f"/{bucket}/to", {"x-amz-copy-source": text})
        self.assertIn((reply.status, reply.code), ((400, "InvalidArgument"), (400, "InvalidRequest")))
        self.assertEqual(self.keys(bucket), ["foo123bar"])

    @cases(**CONDITIONS)
    def test_condition(self, arguments, status):
        bucket, source = self.source()
        etag = self.s3.head_object(**source)["ETag"]
        arguments = {name: value.replace("ETAG", etag) for name, value in arguments.items()}
        if status == 200:
            self.s3.copy_object(Bucket=bucket, Key="to", CopySource=source, **arguments)
        else:
            self.refused(412, "PreconditionFailed", self.s3.copy_object, Bucket=bucket, Key="to", CopySource=source, **arguments)
        self.assertEqual("to" in self.keys(bucket), status == 200)

    def test_condition_of_the_destination(self):
        bucket, source = self.source()
        self.s3.copy_object(Bucket=bucket, Key="to", CopySource=source, IfNoneMatch="*")
        self.refused(412, "PreconditionFailed", self.s3.copy_object, Bucket=bucket, Key="to", CopySource=source, IfNoneMatch="*")

    def test_a_new_checksum(self):
        bucket, source = self.source()
        result = self.s3.copy_object(Bucket=bucket, Key="to", CopySource=source, ChecksumAlgorithm="SHA256")["CopyObjectResult"]
        head = self.s3.head_object(Bucket=bucket, Key="to", ChecksumMode="ENABLED")
        self.assertEqual((result["ChecksumSHA256"], head["ChecksumSHA256"]), ("LCa0a2j/xo/5m0U8HTBBNBNCLXBkg7+g+YpeiGJm564=",) * 2)

    def test_versions(self):
        bucket = self.new_bucket()
        self.s3.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Enabled"})
        first = self.s3.put_object(Bucket=bucket, Key="foo?bar", Body=b"first")["VersionId"]
        self.s3.put_object(Bucket=bucket, Key="foo?bar", Body=b"second")
        plain = self.new_bucket()
        for to in (bucket, plain):
            response = self.s3.copy_object(Bucket=to, Key="bar&foo", CopySource={"Bucket": bucket, "Key": "foo?bar", "VersionId": first})
            self.assertEqual((response["CopySourceVersionId"], "VersionId" in response), (first, to == bucket))
            self.assertEqual(self.body(to, "bar&foo"), b"first")
        self.s3.copy_object(Bucket=bucket, Key="back", CopySource={"Bucket": plain, "Key": "bar&foo"})
        self.assertEqual(self.body(bucket, "back"), b"first")
        self.refused(400, "InvalidArgument", self.s3.copy_object, Bucket=bucket, Key="to",
                     CopySource=f"{bucket}/{quote('foo?bar')}?versionId=nonsense")

    def test_a_version_of_the_past_is_restored(self):
        bucket = self.new_bucket()
        self.s3.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Enabled"})
        first = self.s3.put_object(Bucket=bucket, Key="a", Body=b"first")["VersionId"]
        self.s3.delete_object(Bucket=bucket, Key="a")
        self.refused(404, "NoSuchKey", self.s3.copy_object, Bucket=bucket, Key="b", CopySource={"Bucket": bucket, "Key": "a"})
        self.s3.copy_object(Bucket=bucket, Key="a", CopySource={"Bucket": bucket, "Key": "a", "VersionId": first})
        self.assertEqual(self.body(bucket, "a"), b"first")


if __name__ == "__main__":
    unittest.main()
