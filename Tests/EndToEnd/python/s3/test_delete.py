"""DeleteObjects, and deletes with conditions."""

import base64
import hashlib
import unittest
from xml.sax.saxutils import escape

from case import S3Case, cases


def several(*keys, quiet=None):
    deletion = {"Objects": [{"Key": key} for key in keys]}
    return deletion if quiet is None else {**deletion, "Quiet": quiet}


class DeleteTests(S3Case):
    def delete(self, bucket, body, **fields):
        """Sends a document as it is, with a right digest."""
        digest = base64.b64encode(hashlib.md5(body).digest()).decode()
        return self.signed("POST", f"/{bucket}?delete", {"Content-MD5": digest, **fields}, body)

    def test_several(self):
        bucket = self.bucket_of("key0", "key1", "key2", "other")
        for _ in range(2):
            response = self.s3.delete_objects(Bucket=bucket, Delete=several("key0", "key1", "key2"))
            self.assertEqual([entry["Key"] for entry in response["Deleted"]], ["key0", "key1", "key2"])
            self.assertNotIn("Errors", response)
            self.assertEqual(self.keys(bucket), ["other"])

    def test_quiet_says_nothing_of_what_is_done(self):
        bucket = self.bucket_of("a", "b")
        response = self.s3.delete_objects(Bucket=bucket, Delete=several("a", "b", "none", quiet=True))
        self.assertNotIn("Deleted", response)
        self.assertNotIn("Errors", response)
        self.assertEqual(self.keys(bucket), [])

    def test_not_quiet(self):
        response = self.s3.delete_objects(Bucket=self.bucket_of("a"), Delete=several("a", quiet=False))
        self.assertEqual([entry["Key"] for entry in response["Deleted"]], ["a"])

    def test_keys_with_signs(self):
        keys = ["a&b", "a<b>", "a b", "a+b", "ä", "a/b/", "a\"'"]
        bucket = self.bucket_of(*keys)
        response = self.s3.delete_objects(Bucket=bucket, Delete=several(*keys))
        self.assertEqual([entry["Key"] for entry in response["Deleted"]], keys)
        self.assertEqual(self.keys(bucket), [])

    def test_a_thousand(self):
        bucket = self.bucket_of("k0000", "k0999", "other")
        keys = [f"k{number:04}" for number in range(1000)]
        self.assertEqual(len(self.s3.delete_objects(Bucket=bucket, Delete=several(*keys))["Deleted"]), 1000)
        self.assertEqual(self.keys(bucket), ["other"])

    def test_more_than_a_thousand(self):
        bucket = self.bucket_of("key-0", "key-1000")
        self.refused(400, "MalformedXML", self.s3.delete_objects, Bucket=bucket, Delete=several(*(f"key-{n}" for n in range(1001))))
        self.assertEqual(self.keys(bucket), ["key-0", "key-1000"])

    @cases(empty=b"", not_xml=b"<Delete><Object>", none=b"<Delete></Delete>", other=b"<Remove><Object><Key>a</Key></Object></Remove>",
           no_key=b"<Delete><Object></Object></Delete>", empty_key=b"<Delete><Object><Key></Key></Object></Delete>", text=b"a",
           entity=b'<!DOCTYPE d [<!ENTITY k "a">]><Delete><Object><Key>&k;</Key></Object></Delete>')
    def test_bad_document(self, body):
        bucket = self.bucket_of("a")
        reply = self.delete(bucket, body)
        self.assertEqual(reply.status, 400, reply)
        self.assertIn(reply.code, ("MalformedXML", "UserKeyMustBeSpecified") if b"<Key>" in body else ("MalformedXML", "MissingRequestBodyError"))
        self.assertEqual(self.keys(bucket), ["a"])

    def test_a_digest_is_needed(self):
        bucket = self.bucket_of("a")
        body = b"<Delete><Object><Key>a</Key></Object></Delete>"
        reply = self.signed("POST", f"/{bucket}?delete", {}, body)
        self.assertEqual((reply.status, reply.code), (400, "InvalidRequest"))
        reply = self.signed("POST", f"/{bucket}?delete", {"Content-MD5": "rL0Y20xC+Fzt72VPzMSk2A=="}, body)
        self.assertEqual((reply.status, reply.code), (400, "BadDigest"))
        self.assertEqual(self.keys(bucket), ["a"])
        self.assertEqual(self.delete(bucket, body).status, 200)
        self.assertEqual(self.keys(bucket), [])

    def test_namespace_or_none(self):
        for start in ("<Delete>", '<Delete xmlns="http://s3.amazonaws.com/doc/2006-03-01/">', '<?xml version="1.0" encoding="UTF-8"?>\n<Delete>'):
            bucket = self.bucket_of("a&b")
            reply = self.delete(bucket, f"{start}<Object><Key>{escape('a&b')}</Key></Object></Delete>".encode())
            self.assertEqual((reply.status, reply.xml.tag, self.keys(bucket)), (200, "DeleteResult", []))

    def test_client_libraries_send_bypass_governance(self):
        bucket = self.bucket_of("a")
        self.s3.delete_objects(Bucket=bucket, Delete=several("a"), BypassGovernanceRetention=True)
        self.assertEqual(self.keys(bucket), [])

    def test_a_key_that_is_too_long(self):
        bucket = self.bucket_of("foo")
        self.refused(400, "KeyTooLongError", self.s3.delete_objects, Bucket=bucket, Delete={"Objects": [{"Key": "foo"}, {"Key": "k" * 1025}]})
        self.assertEqual(self.keys(bucket), ["foo"])

    def test_bucket_is_not_there(self):
        self.refused(404, "NoSuchBucket", self.s3.delete_objects, Bucket="no-such-bucket", Delete=several("a"))

    def test_by_etag(self):
        bucket = self.bucket_of("a", "b")
        etag = self.s3.head_object(Bucket=bucket, Key="a")["ETag"]
        deletion = {"Objects": [{"Key": "a", "ETag": etag}, {"Key": "b", "ETag": '"other"'}]}
        response = self.s3.delete_objects(Bucket=bucket, Delete=deletion)
        self.assertEqual([entry["Key"] for entry in response["Deleted"]], ["a"])
        self.assertEqual([(entry["Key"], entry["Code"]) for entry in response["Errors"]], [("b", "PreconditionFailed")])
        self.assertEqual(self.keys(bucket), ["b"])

    @cases(right=(None, 204), star=("*", 204), wrong=('"other"', 412))
    def test_if_match(self, etag, status):
        bucket = self.bucket_of("a")
        etag = etag or self.s3.head_object(Bucket=bucket, Key="a")["ETag"]
        if status == 204:
            self.s3.delete_object(Bucket=bucket, Key="a", IfMatch=etag)
        else:
            self.refused(412, "PreconditionFailed", self.s3.delete_object, Bucket=bucket, Key="a", IfMatch=etag)
        self.assertEqual(self.keys(bucket), [] if status == 204 else ["a"])

    def test_if_match_without_an_object(self):
        bucket = self.new_bucket()
        self.s3.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Enabled"})
        etag = self.s3.put_object(Bucket=bucket, Key="marked")["ETag"]
        self.s3.delete_object(Bucket=bucket, Key="marked")
        for key, condition in (("never", "*"), ("never", etag), ("marked", "*"), ("marked", etag), ("marked", '"other"')):
            self.refused(404, "NoSuchKey", self.s3.delete_object, Bucket=bucket, Key=key, IfMatch=condition)
            response = self.s3.delete_objects(Bucket=bucket, Delete={"Objects": [{"Key": key, "ETag": condition}]})
            self.assertEqual([entry["Code"] for entry in response["Errors"]], ["NoSuchKey"])
        self.assertEqual(len(self.s3.list_object_versions(Bucket=bucket)["DeleteMarkers"]), 1)

    @cases(size={"IfMatchSize": 1}, time={"IfMatchLastModifiedTime": "2015-01-01"})
    def test_conditions_of_directory_buckets(self, condition):
        bucket = self.bucket_of("a")
        self.refused(501, "NotImplemented", self.s3.delete_object, Bucket=bucket, Key="a", **condition)
        self.assertEqual(self.keys(bucket), ["a"])

    def test_anonymous(self):
        bucket = self.bucket_of("a")
        self.refused(403, "AccessDenied", self.client(None).delete_object, Bucket=bucket, Key="a")
        response = self.client(None).delete_objects(Bucket=bucket, Delete=several("a", "none"))
        self.assertEqual([(entry["Key"], entry["Code"]) for entry in response["Errors"]], [("a", "AccessDenied"), ("none", "AccessDenied")])
        self.assertNotIn("Deleted", response)
        self.assertEqual(self.keys(bucket), ["a"])


if __name__ == "__main__":
    unittest.main()
