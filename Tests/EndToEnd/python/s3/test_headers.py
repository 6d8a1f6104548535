"""Fields of requests: Authorization, dates, digests, lengths, Expect."""

import socket
import unittest
from datetime import timedelta
from email.utils import format_datetime
from urllib.parse import urlsplit

import signing
from botocore.auth import HmacV1Auth, S3SigV4Auth
from botocore.credentials import Credentials
from case import MAIN, S3Case, cases

DATES = {
    "garbage": ("Bad Date", ("AccessDenied",)),
    "empty": ("", ("AccessDenied",)),
    "past": ("Tue, 07 Jul 2010 21:53:04 GMT", ("RequestTimeTooSkewed",)),
    "future": ("Tue, 07 Jul 2099 21:53:04 GMT", ("RequestTimeTooSkewed",)),
    "before_epoch": ("Tue, 07 Jul 1950 21:53:04 GMT", ("AccessDenied",)),
    "far_future": ("Tue, 07 Jul 9999 21:53:04 GMT", ("RequestTimeTooSkewed", "AccessDenied")),
}

AUTHORIZATIONS = {
    "empty": ("", 403, ("AccessDenied",)),
    "v2_garbage": ("AWS HAHAHA", 400, ("InvalidArgument",)),
    "v2_unknown_key": ("AWS AKIAIGR7ZNNBHC5BKSUB:FWeDfwojDSdS2Ztmpfeubhd9isU=", 403, ("InvalidAccessKeyId",)),
    "v4_garbage": ("AWS4-HMAC-SHA256 HAHAHA", 400, ("AuthorizationHeaderMalformed", "InvalidArgument")),
    "v4_no_signature": (f"AWS4-HMAC-SHA256 Credential={MAIN.access_key}/20260101/us-east-1/s3/aws4_request,SignedHeaders=host", 400,
                        ("AuthorizationHeaderMalformed",)),
    "v4_bad_scope": (f"AWS4-HMAC-SHA256 Credential={MAIN.access_key}/20260101,SignedHeaders=host,Signature=0", 400, ("AuthorizationHeaderMalformed",)),
    "other_scheme": ("Basic dXNlcjpwYXNz", 400, ("InvalidArgument", "AuthorizationHeaderMalformed")),
    "bearer": ("Bearer token", 400, ("InvalidArgument", "AuthorizationHeaderMalformed")),
}


class HeaderTests(S3Case):
    def setUp(self):
        super().setUp()
        self.bucket = "headers"

    def created(self):
        self.s3.create_bucket(Bucket=self.bucket)
        return f"/{self.bucket}/foo"

    def check(self, reply, status, *codes):
        self.assertEqual(reply.status, status, reply)
        self.assertIn(reply.code, codes, reply)
        self.assertEqual(self.keys(self.bucket), [])

    def v2(self, method, path, headers=None, body=b"", key=MAIN, after=None):
        """A request signed by version 2."""
        fields = {"Date": format_datetime(signing.now(), usegmt=True), **(headers or {})}
        fields = self.sign(method, path, fields, body, key, signer=lambda key, *_: HmacV1Auth(key))
        for name, value in (after or {}).items():
            fields = {known: text for known, text in fields.items() if known.lower() != name.lower()} | ({name: value} if value is not None else {})
        return self.raw(method, path, fields, body)

    # Digests

    @cases(short=("YWJyYWNhZGFicmE=", "InvalidDigest"), empty=("", "InvalidDigest"), garbage=("AWS HAHAHA", "InvalidDigest"),
           wrong=("rL0Y20xC+Fzt72VPzMSk2A==", "BadDigest"))
    def test_bad_md5(self, value, code):
        path = self.created()
        self.check(self.signed("PUT", path, {"Content-MD5": value}, b"bar"), 400, code)
        self.check(self.v2("PUT", path, {"Content-MD5": value}, b"bar"), 400, code)

    def test_right_md5(self):
        self.assertEqual(self.signed("PUT", self.created(), {"Content-MD5": "N7UdGUp1E+RbVvZSTy1R8g=="}, b"bar").status, 200)

    def test_body_digest(self):
        path = self.created()
        fields = self.sign("PUT", path, {}, b"bar")
        self.assertEqual(self.raw("PUT", path, fields, b"baz").code, "XAmzContentSHA256Mismatch")
        for value in ("", "garbage", "0" * 63):
            reply = self.signed("PUT", path, {}, b"bar", after={"x-amz-content-sha256": value})
            self.assertIn(reply.status, (400, 403))
        self.assertEqual(self.keys(self.bucket), [])
        self.assertEqual(self.raw("PUT", path, fields, b"bar").status, 200)

    def test_body_digest_is_needed(self):
        reply = self.signed("PUT", self.created(), {}, b"bar", after={"x-amz-content-sha256": None})
        self.assertIn((reply.status, reply.code), ((400, "InvalidRequest"), (403, "SignatureDoesNotMatch")))

    def test_unsigned_payload(self):
        path = self.created()
        request_fields = {"x-amz-content-sha256": "UNSIGNED-PAYLOAD"}

        class Unsigned(S3SigV4Auth):
            def payload(self, request):
                return "UNSIGNED-PAYLOAD"
        fields = self.sign("PUT", path, request_fields, b"bar", signer=Unsigned)
        fields["X-Amz-Content-SHA256"] = fields.pop("X-Amz-Content-SHA256", "UNSIGNED-PAYLOAD")
        self.assertEqual(self.raw("PUT", path, fields, b"anything").status, 200)
        self.assertEqual(self.body(self.bucket, "foo"), b"anything")

    # Expect, Content-Type, User-Agent

    @cases(number="200", empty="", continue_="100-continue")
    def test_expect(self, value):
        path = self.created()
        self.assertEqual(self.raw("PUT", path, {**self.sign("PUT", path, {}, b"bar"), "Expect": value}, b"bar").status, 200)
        reply = self.raw("PUT", "/expecting", {**self.sign("PUT", "/expecting"), "Expect": value})
        self.assertEqual(reply.status, 200)

    def interim(self, fields, path):
        """The status of the first response to a head that expects to go on."""
        parts = urlsplit(self.endpoint)
        with socket.create_connection((parts.hostname, parts.port), 10) as connection:
            lines = [f"PUT {path} HTTP/1.1", f"Host: {parts.netloc}", "Content-Length: 123", "Expect: 100-continue",
                     *(f"{name}: {value}" for name, value in fields.items() if name.lower() != "host"), "", ""]
            connection.sendall("\r\n".join(lines).encode())
            return int(connection.recv(1024).split()[1])

    def test_the_head_is_checked_before_100_continue(self):
        path = self.created()
        self.assertEqual(self.interim({}, path), 403)
        self.assertEqual(self.interim(self.sign("PUT", "/no-such-bucket/foo", {}, b"x" * 123), "/no-such-bucket/foo"), 404)
        self.assertEqual(self.interim(self.sign("PUT", path, {}, b"x" * 123, key=Credentials(MAIN.access_key, "wrong")), path), 403)
        self.s3.put_bucket_acl(Bucket=self.bucket, ACL="public-read-write")
        self.assertEqual(self.interim({}, path), 100)

    @cases(text="text/plain", empty="", odd="a b c")
    def test_content_type(self, value):
        path = self.created()
        self.assertEqual(self.signed("PUT", path, {"Content-Type": value}, b"bar").status, 200)
        self.assertEqual(self.s3.head_object(Bucket=self.bucket, Key="foo")["ContentType"], value or "binary/octet-stream")

    @cases(empty="", none=None)
    def test_user_agent(self, value):
        path = self.created()
        fields = self.sign("PUT", path, {}, b"bar")
        self.assertEqual(self.raw("PUT", path, fields if value is None else {**fields, "User-Agent": value}, b"bar").status, 200)

    # Lengths

    def exactly(self, lines, body=b""):
        parts = urlsplit(self.endpoint)
        with socket.create_connection((parts.hostname, parts.port), 10) as connection:
            connection.sendall("\r\n".join([*lines, "", ""]).encode() + body)
            data = b""
            while b"</Error>" not in data and not (b"\r\n\r\n" in data and b" 200 " in data[:20]):
                piece = connection.recv(65536)
                if not piece:
                    break
                data += piece
        self.exchanges.append(["raw", "\n".join(lines), {}, None])
        head, _, body = data.partition(b"\r\n\r\n")
        return int(head.split()[1]) if head else None, body

    def lines(self, method, path, *more):
        fields = self.sign(method, path)
        return [f"{method} {path} HTTP/1.1", f"Host: {urlsplit(self.endpoint).netloc}",
                *(f"{name}: {value}" for name, value in fields.items() if name.lower() not in ("host", "content-length")), *more]

    @cases(negative="-1", word="abc", empty="", two="1, 2", huge="99999999999999999999999")
    def test_bad_length(self, value):
        status, body = self.exactly(self.lines("PUT", self.created(), f"Content-Length: {value}", "Connection: close"))
        self.assertIn(status, (400, 411) if value == "" else (400, 413) if value.startswith("9") else (400,))
        self.assertIn(b"<Code>", body)
        self.assertEqual(self.keys(self.bucket), [])

    def test_no_length(self):
        status, body = self.exactly(self.lines("PUT", self.created(), "Connection: close"))
        self.assertEqual(status, 411)
        self.assertIn(b"<Code>MissingContentLength</Code>", body)

    def test_no_length_for_a_bucket_or_an_acl(self):
        self.s3.create_bucket(Bucket=self.bucket)
        status, _ = self.exactly(self.lines("PUT", "/without-length", "Connection: close"))
        self.assertEqual(status, 200)
        self.s3.head_bucket(Bucket="without-length")

    @cases(space="GET /headers/a b HTTP/1.1", control="GET /headers/a\x01b HTTP/1.1", escape="GET /headers/%zz HTTP/1.1")
    def test_bad_target(self, line):
        self.s3.create_bucket(Bucket=self.bucket)
        status, body = self.exactly([line, f"Host: {urlsplit(self.endpoint).netloc}", "Connection: close"])
        self.assertEqual(status, 400)
        self.assertIn(b"<Code>", body)

    # Authorization

    @cases(**AUTHORIZATIONS)
    def test_bad_authorization(self, value, status, codes):
        path = self.created()
        date = {"x-amz-date": signing.now().strftime("%Y%m%dT%H%M%SZ")} if value.startswith("AWS4") else {"Date": format_datetime(signing.now(), usegmt=True)}
        self.check(self.raw("PUT", path, {"Authorization": value, **date}, b"bar"), status, *codes)
        reply = self.raw("PUT", "/new-bucket", {"Authorization": value, **date})
        self.assertEqual((reply.status, reply.code in codes), (status, True))

    def test_no_authorization(self):
        self.check(self.raw("PUT", self.created(), {}, b"bar"), 403, "AccessDenied")

    @cases(v4=True, v2=False)
    def test_unknown_key(self, v4):
        unknown = Credentials("badauth", "roflmao")
        path = self.created()
        self.check((self.signed if v4 else self.v2)("PUT", path, {}, b"bar", key=unknown), 403, "InvalidAccessKeyId")

    @cases(v4=True, v2=False)
    def test_wrong_secret(self, v4):
        wrong = Credentials(MAIN.access_key, "roflmao")
        reply = (self.signed if v4 else self.v2)("PUT", self.created(), {}, b"bar", key=wrong)
        self.check(reply, 403, "SignatureDoesNotMatch")
        self.assertTrue(reply.xml.findtext("StringToSign"))

    def test_signed_by_v2(self):
        path = self.created()
        self.assertEqual(self.v2("PUT", path, {"Content-Type": "text/plain", "x-amz-meta-b": "2", "x-amz-meta-a": "1"}, b"bar").status, 200)
        self.assertEqual(self.v2("GET", path).body, b"bar")
        for query in ("?acl", "?tagging", "?response-content-type=a%2Fb"):
            self.assertEqual(self.v2("GET", path + query).status, 200, query)
        self.assertEqual(self.v2("PUT", path, {}, b"bar", after={"x-amz-meta-a": "1"}).code, "SignatureDoesNotMatch")

    def test_a_changed_field(self):
        path = self.created()
        self.check(self.signed("PUT", path, {"x-amz-meta-a": "1"}, b"bar", after={"x-amz-meta-a": "2"}), 403, "SignatureDoesNotMatch")
        self.check(self.signed("PUT", path, {"Content-Type": "text/plain"}, b"bar", after={"Content-Type": "text/html"}), 403, "SignatureDoesNotMatch")

    def test_a_field_that_is_not_signed(self):
        reply = self.signed("PUT", self.created(), {}, b"bar", after={"x-amz-acl": "public-read"})
        self.check(reply, 403, "AccessDenied")
        self.assertEqual(reply.xml.findtext("HeadersNotSigned"), "x-amz-acl")

    def test_the_query_is_signed(self):
        path = self.created()
        fields = self.sign("GET", path)
        self.assertEqual(self.raw("GET", path + "?tagging", fields).code, "SignatureDoesNotMatch")

    def test_a_signature_in_head_and_query(self):
        path = self.created()
        target = signing.link(MAIN, urlsplit(self.endpoint).netloc, "GET", path)
        reply = self.raw("GET", target, self.sign("GET", path))
        self.assertEqual((reply.status, reply.code), (400, "InvalidArgument"))

    # Dates

    @cases(**DATES)
    def test_date_v2(self, value, codes):
        path = self.created()
        self.check(self.v2("PUT", path, {"x-amz-date": value}, b"bar"), 403, *codes)
        reply = self.v2("PUT", "/new-bucket", {"x-amz-date": value})
        self.assertEqual((reply.status, reply.code in codes), (403, True))

    def test_no_date_v2(self):
        self.check(self.v2("PUT", self.created(), {}, b"bar", after={"Date": None}), 403, "AccessDenied")

    @cases(past=-20, future=20)
    def test_skew_v4(self, minutes):
        path = self.created()
        at = (signing.now() + timedelta(minutes=minutes)).strftime("%Y%m%dT%H%M%SZ")
        fields = self.sign("PUT", path, {}, b"bar")
        scope = next(value for name, value in fields.items() if name.lower() == "authorization")
        reply = self.signed("PUT", path, {}, b"bar", after={"X-Amz-Date": at})
        self.assertIn("Credential", scope)
        # At midnight it is another day, too, which the credential does not have. The time is looked at first.
        self.check(reply, 403, "RequestTimeTooSkewed", "SignatureDoesNotMatch")
        if reply.code == "RequestTimeTooSkewed":
            self.assertTrue(reply.xml.findtext("ServerTime"))

    @cases(garbage="Bad Date", empty="")
    def test_date_v4(self, value):
        reply = self.signed("PUT", self.created(), {}, b"bar", after={"X-Amz-Date": value})
        self.check(reply, 403, "AccessDenied")

    def test_both_dates(self):
        path = self.created()
        fields = self.sign("PUT", path, {}, b"bar")
        self.assertEqual(self.raw("PUT", path, {**fields, "Date": format_datetime(signing.now(), usegmt=True)}, b"bar").status, 200)


if __name__ == "__main__":
    unittest.main()
