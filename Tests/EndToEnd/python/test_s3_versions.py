"""Versions by boto3; after the cases of ceph/s3-tests."""

import unittest
from concurrent.futures import ThreadPoolExecutor

from s3_testing import S3Tests


class VersionTests(S3Tests):
    def set_versioning(self, bucket, status):
        self.client.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": status})
        self.assertEqual(self.client.get_bucket_versioning(Bucket=bucket)["Status"], status)

    def versioned_bucket(self):
        bucket = self.new_bucket()
        self.assertNotIn("Status", self.client.get_bucket_versioning(Bucket=bucket))
        self.set_versioning(bucket, "Enabled")
        return bucket

    def write(self, bucket, key, count):
        return [self.client.put_object(Bucket=bucket, Key=key, Body=f"content-{number}")["VersionId"] for number in range(count)]

    def read(self, bucket, key, **arguments):
        return self.client.get_object(Bucket=bucket, Key=key, **arguments)["Body"].read()

    def test_versions_are_removed_one_by_one(self):
        bucket = self.versioned_bucket()
        ids = self.write(bucket, "testobj", 5)
        for number in reversed(range(5)):
            self.assertEqual(self.read(bucket, "testobj"), f"content-{number}".encode())
            response = self.client.delete_object(Bucket=bucket, Key="testobj", VersionId=ids[number])
            self.assertEqual(response["VersionId"], ids[number])
            self.assert_refused(
                404, "NoSuchVersion", self.client.get_object, Bucket=bucket, Key="testobj", VersionId=ids[number])
        self.assertNotIn("Versions", self.client.list_object_versions(Bucket=bucket))
        self.client.delete_bucket(Bucket=bucket)

    def test_what_was_there_before_is_the_version_null(self):
        bucket = self.filled_bucket(["testobj"])
        self.set_versioning(bucket, "Enabled")
        self.assertEqual(self.read(bucket, "testobj", VersionId="null"), b"testobj")
        self.client.delete_object(Bucket=bucket, Key="testobj", VersionId="null")
        self.assert_refused(404, "NoSuchKey", self.client.get_object, Bucket=bucket, Key="testobj")
        self.assertNotIn("Versions", self.client.list_object_versions(Bucket=bucket))

    def test_suspended(self):
        bucket = self.versioned_bucket()
        ids = self.write(bucket, "testobj", 2)
        self.set_versioning(bucket, "Suspended")
        self.client.delete_object(Bucket=bucket, Key="testobj")
        self.client.delete_object(Bucket=bucket, Key="testobj")
        listing = self.client.list_object_versions(Bucket=bucket)
        self.assertEqual([marker["VersionId"] for marker in listing["DeleteMarkers"]], ["null"])
        self.client.put_object(Bucket=bucket, Key="testobj", Body="null content 1")
        self.client.put_object(Bucket=bucket, Key="testobj", Body="null content 2")
        listing = self.client.list_object_versions(Bucket=bucket)
        self.assertNotIn("DeleteMarkers", listing)
        self.assertEqual([version["VersionId"] for version in listing["Versions"]], ["null"] + ids[::-1])
        self.set_versioning(bucket, "Enabled")
        new = self.write(bucket, "testobj", 1)
        self.client.delete_object(Bucket=bucket, Key="testobj", VersionId="null")
        listing = self.client.list_object_versions(Bucket=bucket)
        self.assertEqual([version["VersionId"] for version in listing["Versions"]], new + ids[::-1])

    def test_delete_markers(self):
        bucket = self.versioned_bucket()
        ids = self.write(bucket, "key", 1)
        response = self.client.delete_object(Bucket=bucket, Key="key")
        self.assertTrue(response["DeleteMarker"])
        marker = response["VersionId"]
        self.assert_refused(404, "NoSuchKey", self.client.get_object, Bucket=bucket, Key="key")
        self.assert_refused(405, "MethodNotAllowed", self.client.get_object, Bucket=bucket, Key="key", VersionId=marker)
        listing = self.client.list_object_versions(Bucket=bucket)
        self.assertEqual(listing["DeleteMarkers"][0]["VersionId"], marker)
        self.assertTrue(listing["DeleteMarkers"][0]["IsLatest"])
        self.assertFalse(listing["Versions"][0]["IsLatest"])
        response = self.client.delete_objects(
            Bucket=bucket, Delete={"Objects": [{"Key": "key", "VersionId": version} for version in (marker, ids[0])]})
        self.assertEqual({entry["VersionId"] for entry in response["Deleted"]}, {marker, ids[0]})
        self.client.delete_bucket(Bucket=bucket)

    def test_many_are_deleted_by_markers(self):
        bucket = self.versioned_bucket()
        self.write(bucket, "key", 2)
        response = self.client.delete_objects(Bucket=bucket, Delete={"Objects": [{"Key": "key"}]})
        self.assertTrue(response["Deleted"][0]["DeleteMarker"])
        marker = response["Deleted"][0]["DeleteMarkerVersionId"]
        listing = self.client.list_object_versions(Bucket=bucket)
        self.assertEqual([entry["VersionId"] for entry in listing["DeleteMarkers"]], [marker])
        self.assertEqual(len(listing["Versions"]), 2)

    def test_a_listing_is_what_head_says(self):
        bucket = self.versioned_bucket()
        for key in ("bar", "baz", "foo"):
            self.client.put_object(Bucket=bucket, Key=key, Body=key)
        for entry in self.client.list_object_versions(Bucket=bucket)["Versions"]:
            head = self.client.head_object(Bucket=bucket, Key=entry["Key"])
            self.assertEqual((entry["ETag"], entry["Size"], entry["VersionId"]), (head["ETag"], head["ContentLength"], head["VersionId"]))

    def test_pages_of_versions(self):
        bucket = self.versioned_bucket()
        for key in ("a", "b"):
            self.write(bucket, key, 5)
        pages = self.client.get_paginator("list_object_versions").paginate(Bucket=bucket, PaginationConfig={"PageSize": 3})
        found = [(version["Key"], version["VersionId"]) for page in pages for version in page["Versions"]]
        self.assertEqual(len(found), 10)
        self.assertEqual(len(set(found)), 10)

    def test_copies_of_versions(self):
        bucket = self.versioned_bucket()
        ids = self.write(bucket, "key", 3)
        for number, version in enumerate(ids):
            self.client.copy_object(Bucket=bucket, Key="copy", CopySource={"Bucket": bucket, "Key": "key", "VersionId": version})
            self.assertEqual(self.read(bucket, "copy"), f"content-{number}".encode())

    def test_acls_of_versions(self):
        bucket = self.versioned_bucket()
        ids = self.write(bucket, "xyz", 2)
        self.client.put_object_acl(Bucket=bucket, Key="xyz", ACL="public-read", VersionId=ids[0])
        self.assertEqual(len(self.client.get_object_acl(Bucket=bucket, Key="xyz", VersionId=ids[0])["Grants"]), 2)
        self.assertEqual(len(self.client.get_object_acl(Bucket=bucket, Key="xyz")["Grants"]), 1)

    def test_parts_make_a_version(self):
        bucket = self.versioned_bucket()
        for body in ("one", "two"):
            upload = self.client.create_multipart_upload(Bucket=bucket, Key="key")["UploadId"]
            tag = self.client.upload_part(Bucket=bucket, Key="key", UploadId=upload, PartNumber=1, Body=body)["ETag"]
            done = self.client.complete_multipart_upload(
                Bucket=bucket, Key="key", UploadId=upload, MultipartUpload={"Parts": [{"PartNumber": 1, "ETag": tag}]})
            self.assertEqual(self.client.head_object(Bucket=bucket, Key="key")["VersionId"], done["VersionId"])
        self.assertEqual(len(self.client.list_object_versions(Bucket=bucket)["Versions"]), 2)

    def test_many_writers_at_once(self):
        bucket = self.versioned_bucket()
        with ThreadPoolExecutor(8) as pool:
            ids = list(pool.map(lambda number: self.write(bucket, "key", 1)[0], range(40)))
        self.assertEqual(len(set(ids)), 40)
        listing = self.client.list_object_versions(Bucket=bucket)["Versions"]
        self.assertEqual({entry["VersionId"] for entry in listing}, set(ids))
        self.assertEqual([entry["IsLatest"] for entry in listing], [True] + [False] * 39)
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda id: self.client.delete_object(Bucket=bucket, Key="key", VersionId=id), ids))
        self.client.delete_bucket(Bucket=bucket)


if __name__ == "__main__":
    unittest.main()
