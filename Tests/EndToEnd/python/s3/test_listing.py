"""ListObjects and ListObjectsV2: order, delimiters, prefixes, markers, pages."""

import unittest
from urllib.parse import unquote

from case import S3Case, cases

FRUIT = ["bar", "baz", "cab", "foo"]
TREE = ["foo/bar", "foo/baz", "quux"]
WALK = ["asdf", "boo/bar", "boo/baz/xyzzy", "cquux/bla", "cquux/thud"]
UNDER = ["_obj1_", "_under1/bar", "_under1/baz/xyzzy", "_under2/bla", "_under2/thud"]

# Keys, arguments, and the keys and common prefixes of the response: the same for both versions.
SHAPES = {
    "empty_bucket": ([], {}, [], []),
    "everything": (["foo", "bar", "baz"], {}, ["bar", "baz", "foo"], []),
    "byte_order": (["a/b", "a.txt", "a", "ä", "Z", "\U0001f600", "\uffee"], {}, ["Z", "a", "a.txt", "a/b", "ä", "\uffee", "\U0001f600"], []),
    "delimiter_slash": (["foo/bar", "foo/bar/xyzzy", "quux/thud", "asdf"], {"Delimiter": "/"}, ["asdf"], ["foo/", "quux/"]),
    "delimiter_letter": (FRUIT, {"Delimiter": "a"}, ["foo"], ["ba", "ca"]),
    "delimiter_percent": (["b%ar", "b%az", "c%ab", "foo"], {"Delimiter": "%"}, ["foo"], ["b%", "c%"]),
    "delimiter_blank": (["b ar", "b az", "c ab", "foo"], {"Delimiter": " "}, ["foo"], ["b ", "c "]),
    "delimiter_dot": (["b.ar", "b.az", "c.ab", "foo"], {"Delimiter": "."}, ["foo"], ["b.", "c."]),
    "delimiter_of_several": (["a--b", "a--c", "a-d"], {"Delimiter": "--"}, ["a-d"], ["a--"]),
    "delimiter_unprintable": (FRUIT, {"Delimiter": "\x0a"}, FRUIT, []),
    "delimiter_absent_from_keys": (FRUIT, {"Delimiter": "/"}, FRUIT, []),
    "key_ends_with_delimiter": (["asdf/"], {"Prefix": "asdf/", "Delimiter": "/"}, ["asdf/"], []),
    "siblings_of_a_prefix": ([f"0/{n}" for n in range(30)] + ["1999", "1999#", "1999+", "2000"], {"Delimiter": "/"},
                             ["1999", "1999#", "1999+", "2000"], ["0/"]),
    "prefix": (TREE, {"Prefix": "foo/"}, ["foo/bar", "foo/baz"], []),
    "prefix_no_slash": (["bar", "baz", "foo"], {"Prefix": "ba"}, ["bar", "baz"], []),
    "prefix_not_there": (TREE, {"Prefix": "d"}, [], []),
    "prefix_unprintable": (TREE, {"Prefix": "\x0a"}, [], []),
    "prefix_underscore": ([f"_bla/{n}" for n in range(1, 5)] + ["abcd"], {"Prefix": "_bla/"}, [f"_bla/{n}" for n in range(1, 5)], []),
    "prefix_and_delimiter": (["foo/bar", "foo/baz/xyzzy", "quux/thud", "asdf"], {"Prefix": "foo/", "Delimiter": "/"}, ["foo/bar"], ["foo/baz/"]),
    "prefix_and_delimiter_letters": (["bar", "bazar", "cab", "foo"], {"Prefix": "ba", "Delimiter": "a"}, ["bar"], ["baza"]),
    "prefix_not_there_and_delimiter": (["b/a/r", "b/a/c", "b/a/g", "g"], {"Prefix": "d", "Delimiter": "/"}, [], []),
    "prefix_and_delimiter_not_there": (["b/a/c", "b/a/g", "b/a/r", "g"], {"Prefix": "b", "Delimiter": "z"}, ["b/a/c", "b/a/g", "b/a/r"], []),
    "neither_there": (["b/a/c", "b/a/g", "b/a/r", "g"], {"Prefix": "y", "Delimiter": "z"}, [], []),
    "max_keys_zero": (["bar", "baz"], {"MaxKeys": 0}, [], []),
    "signs_in_keys": (["a b", "a%20b", "a&b", "a+b", "a<b>", "a\"'b"], {}, ["a b", "a\"'b", "a%20b", "a&b", "a+b", "a<b>"], []),
}

# Keys, arguments, size of a page, and the keys and prefixes of each page.
PAGES = {
    "by_one": (WALK, {}, 1, [(["asdf"], []), ([], ["boo/"]), ([], ["cquux/"])]),
    "by_two": (WALK, {}, 2, [(["asdf"], ["boo/"]), ([], ["cquux/"])]),
    "by_three": (WALK, {}, 3, [(["asdf"], ["boo/", "cquux/"])]),
    "prefix_by_one": (WALK, {"Prefix": "boo/"}, 1, [(["boo/bar"], []), ([], ["boo/baz/"])]),
    "prefix_by_two": (WALK, {"Prefix": "boo/"}, 2, [(["boo/bar"], ["boo/baz/"])]),
    "underscore_by_one": (UNDER, {}, 1, [(["_obj1_"], []), ([], ["_under1/"]), ([], ["_under2/"])]),
    "underscore_by_two": (UNDER, {}, 2, [(["_obj1_"], ["_under1/"]), ([], ["_under2/"])]),
    "underscore_prefix_by_one": (UNDER, {"Prefix": "_under1/"}, 1, [(["_under1/bar"], []), ([], ["_under1/baz/"])]),
    "underscore_prefix_by_two": (UNDER, {"Prefix": "_under1/"}, 2, [(["_under1/bar"], ["_under1/baz/"])]),
    "blanks_by_one": (["a b/1", "a b/2", "a c", "a+d/1"], {}, 1, [([], ["a b/"]), (["a c"], []), ([], ["a+d/"])]),
}

QUUXX = ["bar", "baz", "foo", "quxx"]
# Where a listing begins, and what comes.
STARTS = {
    "empty": ("", QUUXX),
    "a_key": ("baz", ["foo", "quxx"]),
    "unprintable": ("\x0a", QUUXX),
    "between_keys": ("blah", ["foo", "quxx"]),
    "after_all": ("zzz", []),
    "before_all": ("aaa", QUUXX),
}


def content(response):
    return ([entry["Key"] for entry in response.get("Contents", [])], [entry["Prefix"] for entry in response.get("CommonPrefixes", [])])


class ListingTests(S3Case):
    def both(self, bucket, **arguments):
        """The responses of version 1 and version 2."""
        return self.s3.list_objects(Bucket=bucket, **arguments), self.s3.list_objects_v2(Bucket=bucket, **arguments)

    def check(self, response, keys, prefixes, arguments):
        self.assertEqual(content(response), (keys, prefixes))
        self.assertIs(response["IsTruncated"], False)
        self.assertEqual(response.get("Delimiter", ""), arguments.get("Delimiter", ""))
        # boto3 decodes the prefix of version 2 only.
        self.assertEqual(unquote(response["Prefix"]), arguments.get("Prefix", ""))
        self.assertEqual(response["MaxKeys"], arguments.get("MaxKeys", 1000))

    @cases(**SHAPES)
    def test_v1(self, stored, arguments, keys, prefixes):
        bucket = self.bucket_of(*stored)
        self.check(self.s3.list_objects(Bucket=bucket, **arguments), keys, prefixes, arguments)

    @cases(**SHAPES)
    def test_v2(self, stored, arguments, keys, prefixes):
        bucket = self.bucket_of(*stored)
        response = self.s3.list_objects_v2(Bucket=bucket, **arguments)
        self.check(response, keys, prefixes, arguments)
        self.assertEqual(response["KeyCount"], len(keys) + len(prefixes))

    @cases(**PAGES)
    def test_v1_pages(self, stored, arguments, size, pages):
        bucket = self.bucket_of(*stored)
        marker = ""
        for number, (keys, prefixes) in enumerate(pages):
            response = self.s3.list_objects(Bucket=bucket, Delimiter="/", MaxKeys=size, Marker=marker, **arguments)
            self.assertEqual(content(response), (keys, prefixes))
            self.assertIs(response["IsTruncated"], number < len(pages) - 1)
            marker = response.get("NextMarker")
            self.assertEqual(marker, (prefixes or keys)[-1] if number < len(pages) - 1 else None)

    @cases(**PAGES)
    def test_v2_pages(self, stored, arguments, size, pages):
        bucket = self.bucket_of(*stored)
        more = {}
        for number, (keys, prefixes) in enumerate(pages):
            response = self.s3.list_objects_v2(Bucket=bucket, Delimiter="/", MaxKeys=size, **arguments, **more)
            self.assertEqual(content(response), (keys, prefixes))
            self.assertIs(response["IsTruncated"], number < len(pages) - 1)
            self.assertEqual("NextContinuationToken" in response, number < len(pages) - 1)
            more = {"ContinuationToken": response.get("NextContinuationToken")}

    @cases(**STARTS)
    def test_v1_marker(self, marker, keys):
        response = self.s3.list_objects(Bucket=self.bucket_of(*QUUXX), Marker=marker)
        self.assertEqual(response["Marker"], marker)
        self.assertEqual((content(response)[0], response["IsTruncated"]), (keys, False))

    @cases(**STARTS)
    def test_v2_start_after(self, start, keys):
        response = self.s3.list_objects_v2(Bucket=self.bucket_of(*QUUXX), StartAfter=start)
        self.assertEqual(response.get("StartAfter", ""), start)
        self.assertEqual((content(response)[0], response["IsTruncated"]), (keys, False))

    def test_v1_max_keys(self):
        bucket = self.bucket_of(*QUUXX)
        first = self.s3.list_objects(Bucket=bucket, MaxKeys=1)
        self.assertEqual((content(first)[0], first["IsTruncated"]), (["bar"], True))
        self.assertNotIn("NextMarker", first)
        rest = self.s3.list_objects(Bucket=bucket, Marker="bar")
        self.assertEqual((content(rest)[0], rest["IsTruncated"]), (["baz", "foo", "quxx"], False))

    def test_v2_max_keys(self):
        bucket = self.bucket_of(*QUUXX)
        first = self.s3.list_objects_v2(Bucket=bucket, MaxKeys=1)
        self.assertEqual((content(first)[0], first["IsTruncated"]), (["bar"], True))
        rest = self.s3.list_objects_v2(Bucket=bucket, StartAfter="bar")
        self.assertEqual((content(rest)[0], rest["IsTruncated"]), (["baz", "foo", "quxx"], False))

    def test_v2_token_wins_over_start_after(self):
        bucket = self.bucket_of(*QUUXX)
        first = self.s3.list_objects_v2(Bucket=bucket, StartAfter="bar", MaxKeys=1)
        token = first["NextContinuationToken"]
        second = self.s3.list_objects_v2(Bucket=bucket, StartAfter="bar", ContinuationToken=token)
        self.assertEqual(second["ContinuationToken"], token)
        self.assertEqual((content(second)[0], second["StartAfter"], second["IsTruncated"]), (["foo", "quxx"], "bar", False))
        beyond = self.s3.list_objects_v2(Bucket=bucket, StartAfter="quxx", ContinuationToken=token)
        self.assertEqual(content(beyond)[0], ["foo", "quxx"])
        self.assertNotIn("StartAfter", beyond)

    def test_v2_bad_token(self):
        self.refused(400, "InvalidArgument", self.s3.list_objects_v2, Bucket=self.new_bucket(), ContinuationToken="not a token")

    @cases(v1="", v2="list-type=2&")
    def test_bad_max_keys(self, kind):
        bucket = self.new_bucket()
        for value in ("blah", "-1", "1.5"):
            reply = self.signed("GET", f"/{bucket}?{kind}max-keys={value}")
            self.assertEqual((reply.status, reply.code), (400, "InvalidArgument"), value)
            name = "maxKeys" if value == "-1" else "max-keys"
            self.assertEqual((reply.xml.findtext("ArgumentName"), reply.xml.findtext("ArgumentValue")), (name, value))

    def test_more_than_a_page(self):
        """A page has at most 1,000 entries, whatever the client asks for."""
        from concurrent.futures import ThreadPoolExecutor
        bucket = self.new_bucket()
        keys = [f"{number:04}" for number in range(1005)]
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda key: self.s3.put_object(Bucket=bucket, Key=key), keys))
        for response in self.both(bucket, MaxKeys=2000):
            self.assertEqual((content(response)[0], response["IsTruncated"], response["MaxKeys"]), (keys[:1000], True, 1000))
        pages = self.s3.get_paginator("list_objects_v2").paginate(Bucket=bucket)
        self.assertEqual([entry["Key"] for page in pages for entry in page["Contents"]], keys)
        pages = self.s3.get_paginator("list_objects").paginate(Bucket=bucket)
        self.assertEqual([entry["Key"] for page in pages for entry in page["Contents"]], keys)

    @cases(v1="list_objects", v2="list_objects_v2")
    def test_encoding(self, operation):
        bucket = self.bucket_of("foo+1/bar", "foo/bar/xyzzy", "quux ab/thud", "asdf+b")
        response = getattr(self.s3, operation)(Bucket=bucket, Delimiter="/", EncodingType="url")
        self.assertEqual(response["EncodingType"], "url")
        self.assertEqual(content(response), (["asdf%2Bb"], ["foo%2B1/", "foo/", "quux+ab/"]))

    @cases(v1="list_objects", v2="list_objects_v2")
    def test_bad_encoding_type(self, operation):
        self.refused(400, "InvalidArgument", getattr(self.s3, operation), Bucket=self.new_bucket(), EncodingType="base64")

    @cases(v1="", v2="list-type=2")
    def test_control_characters_are_escaped(self, query):
        bucket = self.bucket_of("a\tb", "a\rb")
        reply = self.signed("GET", f"/{bucket}?{query}")
        self.assertEqual(reply.status, 200)
        self.assertEqual([entry.text for entry in reply.xml.iter("Key")], ["a\tb", "a\rb"])
        self.assertNotIn(b"\r", reply.body.split(b"?>", 1)[1])

    def test_owner_only_when_asked(self):
        bucket = self.bucket_of("foo")
        owner = self.s3.list_objects(Bucket=bucket)["Contents"][0]["Owner"]["ID"]
        self.assertEqual(owner, self.s3.get_bucket_acl(Bucket=bucket)["Owner"]["ID"])
        for arguments, wanted in (({}, None), ({"FetchOwner": False}, None), ({"FetchOwner": True}, owner)):
            entry = self.s3.list_objects_v2(Bucket=bucket, **arguments)["Contents"][0]
            self.assertEqual(entry.get("Owner", {}).get("ID"), wanted)

    def test_an_entry_says_what_head_says(self):
        bucket = self.bucket_of("bar", "baz", "foo")
        for response in self.both(bucket):
            for entry in response["Contents"]:
                head = self.s3.head_object(Bucket=bucket, Key=entry["Key"])
                self.assertEqual((entry["ETag"], entry["Size"], entry["StorageClass"]), (head["ETag"], head["ContentLength"], "STANDARD"))
                self.assertEqual(entry["LastModified"].replace(microsecond=0), head["LastModified"])
                self.assertEqual(entry["ChecksumAlgorithm"], ["CRC32"])

    def test_last_modified_has_milliseconds(self):
        reply = self.signed("GET", f"/{self.bucket_of('a')}?list-type=2")
        self.assertRegex(reply.xml.findtext("Contents/LastModified"), r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")

    def test_buckets_do_not_share_objects(self):
        first, second = self.new_bucket(), self.new_bucket()
        self.s3.put_object(Bucket=first, Key="asdf", Body=b"str")
        self.assertEqual((self.keys(first), self.keys(second)), (["asdf"], []))

    def test_a_long_key(self):
        key = "a" * 1024
        self.assertEqual(self.keys(self.bucket_of(key)), [key])

    @cases(v1="list_objects", v2="list_objects_v2")
    def test_no_such_bucket(self, operation):
        response = self.refused(404, "NoSuchBucket", getattr(self.s3, operation), Bucket="no-such-bucket")
        self.assertEqual(response["Error"]["BucketName"], "no-such-bucket")

    @cases(v1="list_objects", v2="list_objects_v2")
    def test_anonymous(self, operation):
        private, public = self.new_bucket(), self.new_bucket()
        self.s3.put_bucket_acl(Bucket=public, ACL="public-read")
        anonymous = getattr(self.client(None), operation)
        self.assertEqual(self.status(anonymous(Bucket=public)), 200)
        self.refused(403, "AccessDenied", anonymous, Bucket=private)

    def test_keys_that_folders_cannot_hold(self):
        keys = ["a", "a/", "a//b", "a/b", "a/./c", ".", "x/", "//"]
        bucket = self.bucket_of(*keys)
        self.assertEqual(self.keys(bucket), sorted(keys, key=str.encode))
        for key in keys:
            self.assertEqual(self.body(bucket, key), key.encode(), key)


if __name__ == "__main__":
    unittest.main()
