"""Listings of what clients have written, by boto3; after the cases of ceph/s3-tests."""

import unittest

from s3_testing import S3Tests


class ListingTests(S3Tests):
    def prefixes(self, response):
        return [entry["Prefix"] for entry in response.get("CommonPrefixes", [])]

    def contents(self, response):
        return [entry["Key"] for entry in response.get("Contents", [])]

    def test_empty(self):
        bucket = self.new_bucket()
        self.assertEqual(self.keys(bucket), [])
        self.assertEqual(self.client.list_objects_v2(Bucket=bucket)["KeyCount"], 0)

    def test_delimiter(self):
        bucket = self.filled_bucket(["foo/bar", "foo/bar/xyzzy", "quux/thud", "asdf"])
        for listing in (self.client.list_objects, self.client.list_objects_v2):
            response = listing(Bucket=bucket, Delimiter="/")
            self.assertEqual(response["Delimiter"], "/")
            self.assertEqual(self.contents(response), ["asdf"])
            self.assertEqual(self.prefixes(response), ["foo/", "quux/"])

    def test_delimiter_and_prefix_page_by_page(self):
        bucket = self.filled_bucket(["asdf", "boo/bar", "boo/baz/xyzzy", "cquux/thud", "cquux/bla"])
        cases = [
            ("", "/", 1, ["asdf"], []), ("", "/", 2, ["asdf"], ["boo/"]), ("boo/", "/", 1, ["boo/bar"], []),
            ("boo/", "/", 2, ["boo/bar"], ["boo/baz/"]),
        ]
        for prefix, delimiter, size, keys, prefixes in cases:
            with self.subTest(prefix=prefix, size=size):
                response = self.client.list_objects_v2(Bucket=bucket, Prefix=prefix, Delimiter=delimiter, MaxKeys=size)
                self.assertEqual((self.contents(response), self.prefixes(response)), (keys, prefixes))
        found, token = [], {}
        while True:
            response = self.client.list_objects_v2(Bucket=bucket, Delimiter="/", MaxKeys=1, **token)
            found += self.contents(response) + self.prefixes(response)
            if not response["IsTruncated"]:
                break
            token = {"ContinuationToken": response["NextContinuationToken"]}
        self.assertEqual(found, ["asdf", "boo/", "cquux/"])
        found, marker = [], ""
        while True:
            response = self.client.list_objects(Bucket=bucket, Delimiter="/", MaxKeys=1, Marker=marker)
            found += self.contents(response) + self.prefixes(response)
            if not response["IsTruncated"]:
                break
            marker = response["NextMarker"]
        self.assertEqual(found, ["asdf", "boo/", "cquux/"])

    def test_delimiters_of_every_kind(self):
        for delimiter in ["a", "%", " ", ".", "\x0a", "日"]:
            with self.subTest(delimiter):
                bucket = self.filled_bucket([f"b{delimiter}r", f"b{delimiter}z", f"c{delimiter}b", "foo"])
                response = self.client.list_objects_v2(Bucket=bucket, Delimiter=delimiter)
                self.assertEqual(self.contents(response), ["foo"])
                self.assertEqual(self.prefixes(response), [f"b{delimiter}", f"c{delimiter}"])

    def test_prefixes(self):
        bucket = self.filled_bucket(["foo/bar", "foo/baz", "quux"])
        self.assertEqual(self.keys(bucket, Prefix="foo/"), ["foo/bar", "foo/baz"])
        self.assertEqual(self.keys(bucket, Prefix=""), ["foo/bar", "foo/baz", "quux"])
        self.assertEqual(self.keys(bucket, Prefix="d"), [])
        self.assertEqual(self.keys(bucket, Prefix="\x0a"), [])

    def test_limits(self):
        bucket = self.filled_bucket(["bar", "baz", "foo", "quxx"])
        response = self.client.list_objects(Bucket=bucket, MaxKeys=1)
        self.assertTrue(response["IsTruncated"])
        response = self.client.list_objects(Bucket=bucket, Marker="bar")
        self.assertEqual(self.contents(response), ["baz", "foo", "quxx"])
        response = self.client.list_objects_v2(Bucket=bucket, MaxKeys=0)
        self.assertFalse(response["IsTruncated"])
        self.assertEqual(self.contents(response), [])
        self.assertEqual(self.client.list_objects_v2(Bucket=bucket)["MaxKeys"], 1000)

    def test_markers_that_are_no_keys(self):
        bucket = self.filled_bucket(["bar", "baz", "foo", "quxx"])
        for marker, keys in [("blah", ["foo", "quxx"]), ("zzz", []), ("\x0a", ["bar", "baz", "foo", "quxx"])]:
            self.assertEqual(self.contents(self.client.list_objects(Bucket=bucket, Marker=marker)), keys)
            self.assertEqual(self.keys(bucket, StartAfter=marker), keys)

    def test_owner_on_request(self):
        bucket = self.filled_bucket(["a"])
        self.assertNotIn("Owner", self.client.list_objects_v2(Bucket=bucket)["Contents"][0])
        self.assertIn("Owner", self.client.list_objects_v2(Bucket=bucket, FetchOwner=True)["Contents"][0])
        self.assertIn("Owner", self.client.list_objects(Bucket=bucket)["Contents"][0])

    def test_what_a_listing_says_is_what_head_says(self):
        bucket = self.filled_bucket(["bar", "baz", "foo"])
        owner = self.client.get_object_acl(Bucket=bucket, Key="bar")["Owner"]
        for entry in self.client.list_objects(Bucket=bucket)["Contents"]:
            head = self.client.head_object(Bucket=bucket, Key=entry["Key"])
            self.assertEqual(entry["ETag"], head["ETag"])
            self.assertEqual(entry["Size"], head["ContentLength"])
            self.assertEqual(entry["LastModified"], head["LastModified"])
            self.assertEqual(entry["Owner"], owner)

    def test_special_names(self):
        keys = [" ", '"', "$", "%", "&", "'", "<", ">", "_", "_ ", "_ _", "__", "a//b", "/x", "x/", "..", "a/../b", "日本", "a\u0001b"]
        bucket = self.filled_bucket(keys)
        self.assertEqual(self.keys(bucket), sorted(keys, key=lambda key: key.encode()))
        for key in keys:
            self.assertEqual(self.client.get_object(Bucket=bucket, Key=key)["Body"].read(), key.encode())
            self.client.put_object_acl(Bucket=bucket, Key=key, ACL="private")

    def test_more_than_a_page(self):
        bucket = self.new_bucket()
        keys = [f"{number:04}" for number in range(1_100)]
        for key in keys:
            self.client.put_object(Bucket=bucket, Key=key)
        pages = list(self.client.get_paginator("list_objects_v2").paginate(Bucket=bucket))
        self.assertEqual([len(page["Contents"]) for page in pages], [1000, 100])
        self.assertEqual([entry["Key"] for page in pages for entry in page["Contents"]], keys)
        self.client.delete_objects(Bucket=bucket, Delete={"Objects": [{"Key": key} for key in keys[:1_000]]})
        self.assertEqual(self.keys(bucket), keys[1_000:])
        self.assert_refused(
            400, "MalformedXML", self.client.delete_objects, Bucket=bucket,
            Delete={"Objects": [{"Key": key} for key in keys[:1_001]]})

    def test_a_bucket_that_is_not_there(self):
        for operation in (self.client.list_objects, self.client.list_objects_v2, self.client.list_object_versions):
            self.assert_refused(404, "NoSuchBucket", operation, Bucket="no-such-bucket")


if __name__ == "__main__":
    unittest.main()
