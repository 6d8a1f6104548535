"""Upload forms: policies of version 2 and 4, their conditions, and the responses."""

import base64
import unittest

import signing
from case import MAIN, MIB, S3Case, cases

TEXT = "text/plain"
USUAL = [["starts-with", "$key", "foo"], {"acl": "private"}, ["starts-with", "$Content-Type", TEXT], ["content-length-range", 0, 1024]]
FIELDS = {"key": "foo.txt", "acl": "private", "Content-Type": TEXT}

# Other conditions and fields than the usual ones, and the status.
CONDITIONS = {
    "case_does_not_matter": ([["StArTs-WiTh", "$KeY", "foo"], {"AcL": "private"}, ["StArTs-WiTh", "$CoNtEnT-TyPe", TEXT]],
                             {"kEy": "foo.txt", "aCl": "private", "Content-Type": TEXT}, 204),
    "dollar_is_escaped": ([["starts-with", "$key", "\\$foo"], *USUAL[1:]], {**FIELDS, "key": "\\$foo.txt"}, 204),
    "eq": ([["eq", "$key", "foo.txt"], *USUAL[1:]], FIELDS, 204),
    "eq_other": ([["eq", "$key", "bar.txt"], *USUAL[1:]], FIELDS, 403),
    "starts_with_nothing": ([["starts-with", "$key", ""], *USUAL[1:]], FIELDS, 204),
    "starts_with_other": ([["starts-with", "$key", "bar"], *USUAL[1:]], FIELDS, 403),
    "metadata": ([*USUAL, ["starts-with", "$x-amz-meta-foo", "bar"]], {**FIELDS, "x-amz-meta-foo": "barclamp"}, 204),
    "metadata_missing": ([*USUAL, ["starts-with", "$x-amz-meta-foo", "bar"]], FIELDS, 403),
    "metadata_empty": ([*USUAL, ["eq", "$x-amz-meta-foo", ""]], {**FIELDS, "x-amz-meta-foo": "barclamp"}, 403),
    "field_without_condition": (USUAL, {**FIELDS, "x-amz-meta-foo": "bar"}, 403),
    "ignored_field": (USUAL, {**FIELDS, "x-ignore-foo": "bar"}, 204),
    "other_acl": (USUAL, {**FIELDS, "acl": "public-read"}, 403),
    "types": ([*USUAL[:2], ["starts-with", "$Content-Type", "image/"], USUAL[3]], {**FIELDS, "Content-Type": "image/png,image/gif"}, 204),
    "size_zero": ([*USUAL[:3], ["content-length-range", 0, 0]], FIELDS, 400),
    "size_below": ([*USUAL[:3], ["content-length-range", 512, 1000]], FIELDS, 400),
    "size_exact": ([*USUAL[:3], ["content-length-range", 3, 3]], FIELDS, 204),
    "size_one_bound": ([*USUAL[:3], ["content-length-range", 0]], FIELDS, 400),
    "size_negative": ([*USUAL[:3], ["content-length-range", -1, 0]], FIELDS, 400),
    "size_no_number": ([*USUAL[:3], ["content-length-range", "test", "10"]], FIELDS, 403),
    "no_dollar": ([*USUAL[:2], ["eq", "Content-Type", TEXT], USUAL[3]], FIELDS, 403),
    "empty_condition": ([{}], FIELDS, 400),
    "unknown_operator": ([["ends-with", "$key", "txt"], *USUAL[1:]], FIELDS, 400),
    "not_a_list": ("all", FIELDS, 400),
}

# A policy that is wrong as a whole, its code.
POLICIES = {
    "expired": ({"expiration": "2020-01-01T00:00:00Z"}, 403, "AccessDenied"),
    "date_with_blank": ({"expiration": "2030-01-01 00:00:00+00:00"}, 400, "InvalidPolicyDocument"),
    "no_expiration": ({"expiration": None, "EXPIRATION": "2090-01-01T00:00:00Z"}, 400, "InvalidPolicyDocument"),
    "no_conditions": ({"conditions": None}, 400, "InvalidPolicyDocument"),
    "conditions_in_capitals": ({"conditions": None, "CONDITIONS": USUAL}, 400, "InvalidPolicyDocument"),
}


class PostTests(S3Case):
    def setUp(self):
        super().setUp()
        self.bucket = "posts"

    def send(self, fields, file=b"bar", filename="foo.txt", all_named=True, bucket=None):
        body, kind = signing.multipart(fields, file, filename, all_named)
        return self.raw("POST", f"/{bucket or self.bucket}", {"Content-Type": kind}, body)

    @cases(named=True, plain=False)
    def test_anonymous(self, all_named):
        self.s3.create_bucket(Bucket=self.bucket, ACL="public-read-write")
        reply = self.send({"key": "foo.txt", "acl": "public-read", "Content-Type": TEXT}, all_named=all_named)
        self.assertEqual((reply.status, reply.body), (204, b""))
        self.assertEqual(reply.headers["ETag"], '"37b51d194a7513e45b56f6524f2d51f2"')
        self.assertTrue(reply.headers["Location"].endswith(f"/{self.bucket}/foo.txt"))
        got = self.s3.get_object(Bucket=self.bucket, Key="foo.txt")
        self.assertEqual((got["Body"].read(), got["ContentType"]), (b"bar", TEXT))
        self.assertEqual(self.raw("GET", f"/{self.bucket}/foo.txt").status, 200)

    def test_a_value_adds_no_other_field(self):
        self.s3.create_bucket(Bucket=self.bucket, ACL="public-read-write")
        evil = "ok\r\nX-Evil: 1"
        reply = self.send({"key": "foo.txt", "acl": "public-read", "x-amz-meta-e": evil, "x-amz-meta-c": "\0\1\2\3\4", "Cache-Control": evil})
        self.assertEqual((reply.status, reply.headers["x-amz-checksum-type"]), (204, "FULL_OBJECT"))
        got = self.raw("GET", f"/{self.bucket}/foo.txt")
        self.assertEqual([got.headers.get(name) for name in ("X-Evil", "x-amz-meta-e", "x-amz-meta-c", "Cache-Control")],
                         [None, "=?UTF-8?Q?ok=0D=0AX-Evil:_1?=", "=?UTF-8?B?AAECAwQ=?=", "ok  X-Evil: 1"])

    def test_anonymous_where_it_may_not(self):
        self.s3.create_bucket(Bucket=self.bucket)
        reply = self.send({"key": "foo.txt"})
        self.assertEqual((reply.status, reply.code, self.keys(self.bucket)), (403, "AccessDenied", []))

    @cases(**CONDITIONS)
    def test_condition(self, conditions, fields, status):
        self.s3.create_bucket(Bucket=self.bucket)
        text = signing.policy([{"bucket": self.bucket}, *conditions] if isinstance(conditions, list) else conditions)
        reply = self.send({**fields, **signing.form2(MAIN, text)})
        self.assertEqual(reply.status, status, reply)
        key = next(value for name, value in fields.items() if name.lower() == "key")
        self.assertEqual(self.keys(self.bucket), [key] if status == 204 else [])
        if status == 403:
            self.assertEqual(reply.code, "AccessDenied")
        if status == 400:
            self.assertIn(reply.code, ("InvalidPolicyDocument", "EntityTooLarge", "EntityTooSmall"))

    @cases(**POLICIES)
    def test_policy(self, change, status, code):
        import json
        self.s3.create_bucket(Bucket=self.bucket)
        document = {"expiration": "2090-01-01T00:00:00Z", "conditions": [{"bucket": self.bucket}, *USUAL], **change}
        text = base64.b64encode(json.dumps({name: value for name, value in document.items() if value is not None}).encode()).decode()
        reply = self.send({**FIELDS, **signing.form2(MAIN, text)})
        self.assertEqual((reply.status, reply.code, self.keys(self.bucket)), (status, code, []))

    @cases(not_base64="***", not_json=base64.b64encode(b"{").decode(), a_list=base64.b64encode(b"[]").decode(), empty="")
    def test_not_a_policy(self, text):
        self.s3.create_bucket(Bucket=self.bucket)
        reply = self.send({**FIELDS, **signing.form2(MAIN, text)})
        self.assertEqual(reply.status, 400, reply)
        self.assertIn(reply.code, ("InvalidPolicyDocument", "InvalidArgument"))

    def test_v4(self):
        self.s3.create_bucket(Bucket=self.bucket)
        fields = signing.form4_fields(MAIN)
        text = signing.policy([{"bucket": self.bucket}, *USUAL, *({name: value} for name, value in fields.items())])
        self.assertEqual(self.send({**FIELDS, **signing.form4(MAIN, text, fields)}).status, 204)
        wrong = {**signing.form4(MAIN, text, fields), "x-amz-signature": "0" * 64}
        reply = self.send({**FIELDS, **wrong, "key": "foo-2.txt"})
        self.assertEqual((reply.status, reply.code, self.keys(self.bucket)), (403, "SignatureDoesNotMatch", ["foo.txt"]))

    @cases(v4="s3v4", v2="s3")
    def test_boto3(self, version):
        self.s3.create_bucket(Bucket=self.bucket)
        form = self.client(signature_version=version).generate_presigned_post(
            self.bucket, "pictures/${filename}", Fields={"x-amz-meta-a": "1"}, Conditions=[{"x-amz-meta-a": "1"}, ["content-length-range", 1, 100]])
        reply = self.send(form["fields"], filename="cat.png", all_named=False)
        self.assertEqual((reply.status, self.keys(self.bucket)), (204, ["pictures/cat.png"]))
        self.assertEqual(self.s3.head_object(Bucket=self.bucket, Key="pictures/cat.png")["Metadata"], {"a": "1"})
        self.assertEqual(self.send(form["fields"], b"x" * 101, all_named=False).code, "EntityTooLarge")
        self.assertEqual(self.send(form["fields"], b"", all_named=False).code, "EntityTooSmall")

    @cases(bad_signature=("signature", "x" * 28, 403, "SignatureDoesNotMatch"), bad_key=("AWSAccessKeyId", "foo", 403, "InvalidAccessKeyId"),
           no_signature=("signature", None, 400, "InvalidArgument"), no_key=("AWSAccessKeyId", None, 400, "InvalidArgument"),
           no_object_key=("key", None, 400, "InvalidArgument"))
    def test_wrong_field(self, name, value, status, code):
        self.s3.create_bucket(Bucket=self.bucket)
        fields = {**FIELDS, **signing.form2(MAIN, signing.policy([{"bucket": self.bucket}, *USUAL]))}
        fields = {known: text for known, text in {**fields, name: value}.items() if text is not None}
        reply = self.send(fields)
        self.assertEqual((reply.status, reply.code, self.keys(self.bucket)), (status, code, []))

    def test_another_bucket(self):
        self.s3.create_bucket(Bucket=self.bucket)
        other = self.new_bucket()
        fields = signing.form2(MAIN, signing.policy([{"bucket": self.bucket}, *USUAL]))
        reply = self.send({**FIELDS, **fields, "bucket": self.bucket}, bucket=other)
        self.assertEqual((reply.status, reply.code, self.keys(other)), (403, "AccessDenied", []))

    def test_key_from_the_file_name(self):
        self.s3.create_bucket(Bucket=self.bucket)
        fields = {**FIELDS, "key": "${filename}", **signing.form2(MAIN, signing.policy([{"bucket": self.bucket}, *USUAL]))}
        self.assertEqual(self.send(fields, filename="foo.txt").status, 204)
        self.assertEqual(self.keys(self.bucket), ["foo.txt"])

    @cases(s200=("200", 200), s201=("201", 201), s204=("204", 204), other=("404", 204), word=("yes", 204))
    def test_success_status(self, value, status):
        self.s3.create_bucket(Bucket=self.bucket, ACL="public-read-write")
        reply = self.send({"key": "foo.txt", "success_action_status": value})
        self.assertEqual(reply.status, status)
        if status == 201:
            self.assertEqual([reply.xml.tag, *(reply.xml.findtext(name) for name in ("Bucket", "Key", "ETag"))],
                             ["PostResponse", self.bucket, "foo.txt", '"37b51d194a7513e45b56f6524f2d51f2"'])
            self.assertTrue(reply.xml.findtext("Location").endswith(f"/{self.bucket}/foo.txt"))
        else:
            self.assertEqual(reply.body, b"")

    def test_success_redirect(self):
        self.s3.create_bucket(Bucket=self.bucket)
        to = "http://example.test/done"
        text = signing.policy([{"bucket": self.bucket}, *USUAL, ["eq", "$success_action_redirect", to]])
        reply = self.send({**FIELDS, "success_action_redirect": to, **signing.form2(MAIN, text)})
        self.assertEqual(reply.status, 303)
        self.assertEqual(reply.headers["Location"], f"{to}?bucket={self.bucket}&key=foo.txt&etag=%2237b51d194a7513e45b56f6524f2d51f2%22")

    def test_large(self):
        self.s3.create_bucket(Bucket=self.bucket)
        text = signing.policy([{"bucket": self.bucket}, *USUAL[:3], ["content-length-range", 0, 5 * MIB]])
        body = b"foo" * MIB
        self.assertEqual(self.send({**FIELDS, **signing.form2(MAIN, text)}, body).status, 204)
        self.assertTrue(self.body(self.bucket, "foo.txt") == body, "the body differs")

    def test_tags(self):
        self.s3.create_bucket(Bucket=self.bucket, ACL="public-read-write")
        tags = "<Tagging><TagSet><Tag><Key>a</Key><Value>1</Value></Tag></TagSet></Tagging>"
        self.assertEqual(self.send({"key": "foo.txt", "tagging": tags}).status, 204)
        self.assertEqual(self.s3.get_object_tagging(Bucket=self.bucket, Key="foo.txt")["TagSet"], [{"Key": "a", "Value": "1"}])

    def test_checksum(self):
        self.s3.create_bucket(Bucket=self.bucket, ACL="public-read-write")
        right = "/N4rLtula/QIYB+3If6bXDONEO5CnqBPrlURto+/j7k="
        self.assertEqual(self.send({"key": "right", "x-amz-checksum-sha256": right}).status, 204)
        reply = self.send({"key": "wrong", "x-amz-checksum-sha256": right}, b"baz")
        self.assertEqual((reply.status, reply.code, self.keys(self.bucket)), (400, "BadDigest", ["right"]))

    def test_what_follows_the_file_is_not_read(self):
        self.s3.create_bucket(Bucket=self.bucket, ACL="public-read-write")
        body, kind = signing.multipart({"key": "foo.txt"})
        more, _ = signing.multipart({"Content-Type": "text/late"}, None)
        body = body.rpartition(b"--------")[0].rpartition(b"\r\n")[0] + b"\r\n" + more
        self.assertEqual(self.raw("POST", f"/{self.bucket}", {"Content-Type": kind}, body).status, 204)
        self.assertEqual(self.s3.head_object(Bucket=self.bucket, Key="foo.txt")["ContentType"], "binary/octet-stream")

    @cases(no_file=(None, None), not_a_form=(b"key=foo.txt", "application/x-www-form-urlencoded"), no_boundary=(b"x", "multipart/form-data"),
           no_end=(b'-----------------------7e21\r\nContent-Disposition: form-data; name="key"\r\n\r\nfoo', "same"))
    def test_bad_form(self, body, kind):
        self.s3.create_bucket(Bucket=self.bucket, ACL="public-read-write")
        whole, right = signing.multipart({"key": "foo.txt"}, None)
        reply = self.raw("POST", f"/{self.bucket}", {"Content-Type": right if kind in (None, "same") else kind}, body or whole)
        self.assertIn(reply.status, (400, 412))
        self.assertIn(reply.code, ("InvalidArgument", "MalformedPOSTRequest", "PreconditionFailed", "IncompleteBody", "InvalidRequest"))
        self.assertEqual(self.keys(self.bucket), [])


if __name__ == "__main__":
    unittest.main()
