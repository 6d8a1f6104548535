"""Conditional reads and writes, and ranges."""

import unittest
from datetime import timezone
from email.utils import format_datetime

from case import S3Case, cases

LONG_AGO, FAR_AHEAD = "Sat, 29 Oct 1994 19:43:31 GMT", "Fri, 29 Oct 2100 19:43:31 GMT"
NONE = '"0123456789abcdef0123456789abcdef"'

# Fields of a read, with ETAG and MODIFIED for those of the object, and the status.
READS = {
    "if_match": ({"If-Match": "ETAG"}, 200),
    "if_match_without_quotes": ({"If-Match": "BARE"}, 200),
    "if_match_without_a_quote": ({"If-Match": "BARE\""}, 200),
    "if_match_star": ({"If-Match": "*"}, 200),
    "if_match_list": ({"If-Match": f"{NONE}, ETAG"}, 200),
    "if_match_other": ({"If-Match": '"ABCORZ"'}, 412),
    "if_none_match": ({"If-None-Match": "ETAG"}, 304),
    "if_none_match_weak": ({"If-None-Match": "W/ETAG"}, 304),
    "if_none_match_star": ({"If-None-Match": "*"}, 304),
    "if_none_match_list": ({"If-None-Match": f"{NONE},ETAG"}, 304),
    "if_none_match_other": ({"If-None-Match": "ABCORZ"}, 200),
    "modified_since_long_ago": ({"If-Modified-Since": LONG_AGO}, 200),
    "modified_since_then": ({"If-Modified-Since": "MODIFIED"}, 304),
    "modified_since_far_ahead": ({"If-Modified-Since": FAR_AHEAD}, 200),
    "modified_since_garbage": ({"If-Modified-Since": "yesterday"}, 200),
    "unmodified_since_long_ago": ({"If-Unmodified-Since": LONG_AGO}, 412),
    "unmodified_since_then": ({"If-Unmodified-Since": "MODIFIED"}, 200),
    "unmodified_since_far_ahead": ({"If-Unmodified-Since": FAR_AHEAD}, 200),
    "match_wins_over_unmodified": ({"If-Match": "ETAG", "If-Unmodified-Since": LONG_AGO}, 200),
    "none_match_wins_over_modified": ({"If-None-Match": "ETAG", "If-Modified-Since": LONG_AGO}, 304),
    "none_match_and_modified": ({"If-None-Match": NONE, "If-Modified-Since": "MODIFIED"}, 200),
    "match_and_none_match": ({"If-Match": "ETAG", "If-None-Match": "ETAG"}, 304),
    "failed_match_first": ({"If-Match": NONE, "If-None-Match": "ETAG"}, 412),
}

# A range of "testcontent", and its status, first and last byte.
RANGES = {
    "first_to_last": ("bytes=4-7", 206, 4, 7),
    "from": ("bytes=4-", 206, 4, 10),
    "suffix": ("bytes=-7", 206, 4, 10),
    "suffix_longer_than_all": ("bytes=-100", 206, 0, 10),
    "end_is_clipped": ("bytes=4-1000", 206, 4, 10),
    "one_byte": ("bytes=0-0", 206, 0, 0),
    "last_byte": ("bytes=10-10", 206, 10, 10),
    "beyond": ("bytes=40-50", 416, None, None),
    "just_beyond": ("bytes=11-", 416, None, None),
    "suffix_of_nothing": ("bytes=-0", 416, None, None),
    "backwards": ("bytes=7-4", 200, None, None),
    "several": ("bytes=0-1,3-4", 200, None, None),
    "other_unit": ("lines=0-1", 200, None, None),
    "garbage": ("bytes=a-b", 200, None, None),
    "no_numbers": ("bytes=-", 200, None, None),
}

IF_RANGES = {"etag": ("ETAG", 206), "other_etag": (NONE, 200), "weak": ("W/ETAG", 200), "date": ("MODIFIED", 206), "old_date": (LONG_AGO, 200)}

# What is there, the condition of a write, and status and code.
WRITES = {
    "match": (True, {"IfMatch": "ETAG"}, 200, None),
    "match_without_quotes": (True, {"IfMatch": "BARE"}, 200, None),
    "match_other": (True, {"IfMatch": '"ABCORZ"'}, 412, "PreconditionFailed"),
    "match_absent": (False, {"IfMatch": '"ABCORZ"'}, 404, "NoSuchKey"),
    "none_match_star": (True, {"IfNoneMatch": "*"}, 412, "PreconditionFailed"),
    "none_match_star_absent": (False, {"IfNoneMatch": "*"}, 200, None),
    "none_match_etag": (True, {"IfNoneMatch": '"ABCORZ"'}, 501, "NotImplemented"),
}


class ConditionTests(S3Case):
    def setUp(self):
        super().setUp()
        self.bucket = "conditions"

    def stored(self, body=b"testcontent"):
        """Puts the object; gives a function that fills its tag and date into text."""
        self.s3.create_bucket(Bucket=self.bucket)
        self.s3.put_object(Bucket=self.bucket, Key="foo", Body=body, CacheControl="max-age=60")
        head = self.s3.head_object(Bucket=self.bucket, Key="foo")
        words = {"ETAG": head["ETag"], "BARE": head["ETag"].strip('"'), "MODIFIED": format_datetime(head["LastModified"].astimezone(timezone.utc), usegmt=True)}

        def fill(text):
            for word, value in words.items():
                text = text.replace(word, value)
            return text
        return fill

    @cases(**READS)
    def test_read(self, fields, status):
        fill = self.stored()
        fields = {name: fill(text) for name, text in fields.items()}
        got, head = (self.signed(method, f"/{self.bucket}/foo", fields) for method in ("GET", "HEAD"))
        self.assertEqual((got.status, head.status), (status, status))
        self.assertEqual(head.body, b"")
        if status == 200:
            self.assertEqual(got.body, b"testcontent")
        elif status == 412:
            self.assertEqual(got.code, "PreconditionFailed")
            self.assertIn(got.xml.findtext("Condition"), fields)
        else:
            self.assertEqual(got.body, b"")
            for reply in (got, head):
                self.assertEqual((reply.headers["ETag"], reply.headers["Cache-Control"]), (fill("ETAG"), "max-age=60"))
                self.assertIsNone(reply.headers.get("Content-Length"))
                self.assertEqual(reply.headers["Last-Modified"], fill("MODIFIED"))

    @cases(**READS)
    def test_attributes(self, fields, status):
        """GetObjectAttributes evaluates the same conditions. It knows no ranges."""
        fill = self.stored()
        fields = {name: fill(text) for name, text in fields.items()}
        got = self.signed("GET", f"/{self.bucket}/foo?attributes", {**fields, "x-amz-object-attributes": "ObjectSize", "Range": "bytes=0-0"})
        self.assertEqual(got.status, status)
        if status == 200:
            self.assertIn(b"<ObjectSize>11</ObjectSize>", got.body)
        elif status == 412:
            self.assertEqual(got.code, "PreconditionFailed")
            self.assertIn(got.xml.findtext("Condition"), fields)
        else:
            self.assertEqual((got.body, got.headers["ETag"], got.headers["Last-Modified"]), (b"", fill("ETAG"), fill("MODIFIED")))

    @cases(**RANGES)
    def test_range(self, value, status, first, last):
        self.stored()
        for method in ("GET", "HEAD"):
            reply = self.signed(method, f"/{self.bucket}/foo", {"Range": value})
            self.assertEqual(reply.status, status, method)
            if status == 206:
                part = b"testcontent"[first:last + 1]
                self.assertEqual(reply.headers["Content-Range"], f"bytes {first}-{last}/11")
                self.assertEqual(reply.headers["Content-Length"], str(len(part)))
                self.assertEqual(reply.body, part if method == "GET" else b"")
            elif status == 200:
                self.assertEqual((reply.headers["Content-Length"], reply.headers["Content-Range"]), ("11", None))
            elif method == "GET":
                self.assertEqual(reply.code, "InvalidRange")
                self.assertEqual([reply.xml.findtext(name) for name in ("RangeRequested", "ActualObjectSize")], [value, "11"])
                self.assertEqual(reply.headers["Content-Range"], "bytes */11")

    @cases(first="bytes=0-0", suffix="bytes=-1")
    def test_range_of_nothing(self, value):
        self.stored(b"")
        self.refused(416, "InvalidRange", self.s3.get_object, Bucket=self.bucket, Key="foo", Range=value)

    def test_range_of_much(self):
        body = bytes(range(256)) * (32 << 10)
        self.stored(body)
        response = self.s3.get_object(Bucket=self.bucket, Key="foo", Range="bytes=3145728-5242880")
        self.assertEqual(response["ContentRange"], f"bytes 3145728-5242880/{len(body)}")
        self.assertTrue(response["Body"].read() == body[3145728:5242881], "the body differs")

    @cases(**IF_RANGES)
    def test_if_range(self, value, status):
        fill = self.stored()
        reply = self.signed("GET", f"/{self.bucket}/foo", {"Range": "bytes=4-7", "If-Range": fill(value)})
        self.assertEqual((reply.status, reply.body), (status, b"cont" if status == 206 else b"testcontent"))

    @cases(**WRITES)
    def test_write(self, there, arguments, status, code):
        fill = self.stored() if there else str
        if not there:
            self.s3.create_bucket(Bucket=self.bucket)
        arguments = {name: fill(text) for name, text in arguments.items()}
        if status == 200:
            self.s3.put_object(Bucket=self.bucket, Key="foo", Body=b"zar", **arguments)
            self.assertEqual(self.body(self.bucket, "foo"), b"zar")
            return
        self.refused(status, code, self.s3.put_object, Bucket=self.bucket, Key="foo", Body=b"zar", **arguments)
        if there:
            self.assertEqual(self.body(self.bucket, "foo"), b"testcontent")
        else:
            self.assertEqual(self.keys(self.bucket), [])

    def test_one_of_many_writers_creates(self):
        from concurrent.futures import ThreadPoolExecutor
        from botocore.exceptions import ClientError
        self.s3.create_bucket(Bucket=self.bucket)

        def put(number):
            try:
                self.s3.put_object(Bucket=self.bucket, Key="foo", Body=str(number).encode(), IfNoneMatch="*")
                return number
            except ClientError as error:
                return error.response["Error"]["Code"]
        with ThreadPoolExecutor(8) as pool:
            results = list(pool.map(put, range(8)))
        winners = [result for result in results if isinstance(result, int)]
        self.assertEqual(len(winners), 1, results)
        self.assertLessEqual({result for result in results if isinstance(result, str)}, {"PreconditionFailed", "ConditionalRequestConflict"})
        self.assertEqual(self.body(self.bucket, "foo"), str(winners[0]).encode())


if __name__ == "__main__":
    unittest.main()
