"""Presigned links: right ones, expired ones, and those that were changed."""

import unittest
from urllib.parse import urlsplit

import signing
from botocore.credentials import Credentials
from case import ALT, MAIN, S3Case, cases


class LinkTests(S3Case):
    def setUp(self):
        super().setUp()
        self.host = urlsplit(self.endpoint).netloc
        self.bucket = "links"

    def stored(self, **arguments):
        self.s3.create_bucket(Bucket=self.bucket)
        self.s3.put_object(Bucket=self.bucket, Key="foo", Body=b"bar", **arguments)
        return f"/{self.bucket}/foo"

    def v4(self, path, method="GET", key=MAIN, **arguments):
        return signing.link(key, self.host, method, path, **arguments)

    def check(self, reply, status, code):
        self.assertEqual((reply.status, reply.code), (status, code), reply)

    @cases(v4="s3v4", v2="s3")
    def test_boto3_get(self, version):
        self.stored()
        client = self.client(signature_version=version)
        reply = self.raw("GET", self.link("get_object", client, Bucket=self.bucket, Key="foo"))
        self.assertEqual((reply.status, reply.body), (200, b"bar"))
        self.assertEqual(self.raw("HEAD", self.link("head_object", client, Bucket=self.bucket, Key="foo")).status, 200)

    @cases(v4="s3v4", v2="s3")
    def test_boto3_put(self, version):
        self.s3.create_bucket(Bucket=self.bucket)
        client = self.client(signature_version=version)
        self.assertEqual(self.raw("PUT", self.link("put_object", client, Bucket=self.bucket, Key="foo"), {}, b"new").status, 200)
        self.assertEqual(self.body(self.bucket, "foo"), b"new")
        self.assertEqual(self.raw("DELETE", self.link("delete_object", client, Bucket=self.bucket, Key="foo")).status, 204)
        self.assertEqual(self.keys(self.bucket), [])

    @cases(v4="s3v4", v2="s3")
    def test_a_field_of_the_link_that_is_sent_too(self, version):
        self.s3.create_bucket(Bucket=self.bucket)
        target = self.link("put_object", self.client(signature_version=version), Bucket=self.bucket, Key="foo", ACL="private", Metadata={"a": "1"})
        self.assertEqual(self.raw("PUT", target, {"x-amz-acl": "private", "x-amz-meta-a": "1"}, b"new").status, 200)
        self.assertEqual(self.s3.head_object(Bucket=self.bucket, Key="foo")["Metadata"], {"a": "1"})
        self.check(self.raw("PUT", target, {"x-amz-acl": "public-read", "x-amz-meta-a": "1"}, b"new"), 403, "SignatureDoesNotMatch")

    def test_conditions_of_a_write(self):
        self.s3.create_bucket(Bucket=self.bucket)
        path = f"/{self.bucket}/foo"
        self.assertEqual(self.raw("PUT", self.v4(path, "PUT", query={"If-None-Match": "*"}), {}, b"new").status, 200)
        self.check(self.raw("PUT", self.v4(path, "PUT", query={"If-None-Match": "*"}), {}, b"newer"), 412, "PreconditionFailed")
        empty = "d41d8cd98f00b204e9800998ecf8427e"
        self.check(self.raw("PUT", self.v4(path, "PUT", query={"If-Match": empty}), {}, b"newer"), 412, "PreconditionFailed")
        added = self.v4(path, "PUT") + "&If-None-Match=%2A"
        self.check(self.raw("PUT", added, {}, b"newer"), 403, "SignatureDoesNotMatch")
        self.assertEqual(self.body(self.bucket, "foo"), b"new")

    @cases(v4="s3v4", v2="s3")
    def test_boto3_list(self, version):
        self.stored()
        reply = self.raw("GET", self.link("list_objects_v2", self.client(signature_version=version), Bucket=self.bucket, Prefix="f"))
        self.assertEqual((reply.status, reply.xml.findtext("Contents/Key")), (200, "foo"))

    @cases(v4="s3v4", v2="s3")
    def test_response_fields(self, version):
        self.stored()
        reply = self.raw("GET", self.link("get_object", self.client(signature_version=version), Bucket=self.bucket, Key="foo",
                                          ResponseContentType="text/x-test", ResponseContentDisposition='attachment; filename="a b"'))
        self.assertEqual((reply.status, reply.headers["Content-Type"], reply.headers["Content-Disposition"]),
                         (200, "text/x-test", 'attachment; filename="a b"'))

    @cases(blank="a b", plus="a+b", percent="a%20b", equals="a=b&c", slashes="a//b/", umlaut="ä", star="a*(b)!'")
    def test_key(self, key):
        bucket = self.bucket_of(key)
        for version in ("s3v4", "s3"):
            reply = self.raw("GET", self.link("get_object", self.client(signature_version=version), Bucket=bucket, Key=key))
            self.assertEqual((reply.status, reply.body), (200, key.encode()), version)

    def test_by_the_other_key(self):
        self.assertEqual(self.raw("GET", self.v4(self.stored(), key=ALT)).status, 200)

    @cases(a_second=1, a_week=604800)
    def test_lifetime(self, expires):
        self.assertEqual(self.raw("GET", self.v4(self.stored(), expires=expires)).status, 200)

    @cases(zero="0", negative="-7", too_long="604801", word="soon", empty="")
    def test_bad_lifetime(self, expires):
        reply = self.raw("GET", self.v4(self.stored(), expires=expires))
        self.assertIn((reply.status, reply.code), ((400, "AuthorizationQueryParametersError"), (403, "AccessDenied")))

    def test_expired(self):
        reply = self.raw("GET", self.v4(self.stored(), at=signing.now(seconds=-101)))
        self.check(reply, 403, "AccessDenied")
        self.assertEqual((reply.xml.findtext("Message"), reply.xml.findtext("X-Amz-Expires")), ("Request has expired", "100"))
        self.assertTrue(reply.xml.findtext("Expires") and reply.xml.findtext("ServerTime"))

    def test_not_yet_valid(self):
        reply = self.raw("GET", self.v4(self.stored(), at=signing.now(minutes=20)))
        self.check(reply, 403, "AccessDenied")
        self.assertEqual(reply.xml.findtext("Message"), "Request is not yet valid")
        self.assertEqual(self.raw("GET", self.v4(f"/{self.bucket}/foo", at=signing.now(minutes=5))).status, 200)

    def test_expired_v2(self):
        reply = self.raw("GET", signing.link2(MAIN, "GET", self.stored(), expires=-10))
        self.check(reply, 403, "AccessDenied")
        self.assertEqual(reply.xml.findtext("Message"), "Request has expired")

    def test_expired_put_changes_nothing(self):
        path = self.stored()
        self.check(self.raw("PUT", self.v4(path, "PUT", at=signing.now(seconds=-1000)), {}, b"new"), 403, "AccessDenied")
        self.assertEqual(self.body(self.bucket, "foo"), b"bar")

    @cases(delete="DELETE", put="PUT", head="HEAD", post="POST")
    def test_only_its_method(self, method):
        path = self.stored()
        for target in (self.v4(path), signing.link2(MAIN, "GET", path)):
            reply = self.raw(method, target, {}, b"new" if method in ("PUT", "POST") else b"")
            self.assertEqual(reply.status, 403)
            if method != "HEAD":
                self.assertEqual(reply.code, "SignatureDoesNotMatch")
        self.assertEqual(self.body(self.bucket, "foo"), b"bar")

    @cases(other_key=("/foo?", "/other?"), lifetime=("Expires=100", "Expires=10000"), another_parameter=("?X-Amz-Algorithm", "?versionId=null&X-Amz-Algorithm"),
           signature=("Signature=", "Signature=0"))
    def test_changed(self, old, new):
        path = self.stored()
        self.s3.put_object(Bucket=self.bucket, Key="other", Body=b"secret")
        self.check(self.raw("GET", self.v4(path).replace(old, new)), 403, "SignatureDoesNotMatch")

    def test_mismatch_says_what_was_signed(self):
        path = self.stored()
        reply = self.raw("GET", self.v4(path).replace("Expires=100", "Expires=101"))
        for name in ("AWSAccessKeyId", "StringToSign", "SignatureProvided", "StringToSignBytes", "CanonicalRequest", "CanonicalRequestBytes"):
            self.assertTrue(reply.xml.findtext(name), name)
        self.assertEqual(reply.xml.findtext("AWSAccessKeyId"), MAIN.access_key)
        self.assertTrue(reply.xml.findtext("CanonicalRequest").startswith(f"GET\n{path}\n"))
        self.assertNotIn(MAIN.secret_key, reply.body.decode())

    def test_unknown_key(self):
        path = self.stored()
        unknown = Credentials("UNKNOWNKEY", MAIN.secret_key)
        self.check(self.raw("GET", self.v4(path, key=unknown)), 403, "InvalidAccessKeyId")
        self.check(self.raw("GET", signing.link2(unknown, "GET", path)), 403, "InvalidAccessKeyId")

    def test_wrong_secret(self):
        path = self.stored()
        wrong = Credentials(MAIN.access_key, "wrong")
        self.check(self.raw("GET", self.v4(path, key=wrong)), 403, "SignatureDoesNotMatch")
        self.check(self.raw("GET", signing.link2(wrong, "GET", path)), 403, "SignatureDoesNotMatch")

    @cases(algorithm="X-Amz-Algorithm", credential="X-Amz-Credential", date="X-Amz-Date", expires="X-Amz-Expires", names="X-Amz-SignedHeaders",
           signature="X-Amz-Signature")
    def test_missing_parameter(self, name):
        path, _, query = self.v4(self.stored()).partition("?")
        rest = "&".join(part for part in query.split("&") if not part.startswith(name + "="))
        reply = self.raw("GET", f"{path}?{rest}")
        self.assertIn((reply.status, reply.code), ((400, "AuthorizationQueryParametersError"), (403, "AccessDenied")))

    @cases(algorithm=("X-Amz-Algorithm=AWS4-HMAC-SHA256", "X-Amz-Algorithm=AWS4-NONE"), date=("X-Amz-Date=20", "X-Amz-Date=x"),
           credential=("%2Fs3%2F", "%2Fec2%2F"))
    def test_malformed_parameter(self, old, new):
        reply = self.raw("GET", self.v4(self.stored()).replace(old, new))
        self.check(reply, 400, "AuthorizationQueryParametersError")

    def test_another_host(self):
        path = self.stored()
        target = signing.link(MAIN, "other.example:9000", "GET", path)
        self.check(self.raw("GET", target), 403, "SignatureDoesNotMatch")
        self.assertEqual(self.raw("GET", target, {"Host": "other.example:9000"}).status, 200)

    def test_a_field_that_is_signed_must_come(self):
        self.s3.create_bucket(Bucket=self.bucket)
        target = self.v4(f"/{self.bucket}/foo", "PUT", headers={"Content-Type": "image/png", "x-amz-meta-a": "1"})
        self.check(self.raw("PUT", target, {}, b"x"), 403, "SignatureDoesNotMatch")
        self.check(self.raw("PUT", target, {"Content-Type": "image/gif", "x-amz-meta-a": "1"}, b"x"), 403, "SignatureDoesNotMatch")
        self.assertEqual(self.raw("PUT", target, {"Content-Type": "image/png", "x-amz-meta-a": "1"}, b"x").status, 200)
        head = self.s3.head_object(Bucket=self.bucket, Key="foo")
        self.assertEqual((head["ContentType"], head["Metadata"]), ("image/png", {"a": "1"}))

    def test_an_amazon_field_that_is_not_signed(self):
        self.s3.create_bucket(Bucket=self.bucket)
        reply = self.raw("PUT", self.v4(f"/{self.bucket}/foo", "PUT"), {"x-amz-meta-a": "1"}, b"x")
        self.check(reply, 403, "AccessDenied")
        self.assertEqual(reply.xml.findtext("HeadersNotSigned"), "x-amz-meta-a")
        self.assertEqual(self.keys(self.bucket), [])

    def test_fields_in_the_query(self):
        self.s3.create_bucket(Bucket=self.bucket)
        query = {"x-amz-meta-a": "1", "x-amz-tagging": "b=2", "x-amz-storage-class": "STANDARD_IA", "x-amz-checksum-crc32": "AAAAAA=="}
        self.assertEqual(self.raw("PUT", self.v4(f"/{self.bucket}/foo", "PUT", query=query), {}, b"x").status, 200)
        head = self.s3.head_object(Bucket=self.bucket, Key="foo")
        self.assertEqual((head["Metadata"], head["StorageClass"]), ({"a": "1"}, "STANDARD_IA"))
        self.assertEqual(self.s3.get_object_tagging(Bucket=self.bucket, Key="foo")["TagSet"], [{"Key": "b", "Value": "2"}])

    def test_x_id_is_not_looked_at(self):
        self.assertEqual(self.raw("GET", self.v4(self.stored(), query={"x-id": "GetObject"})).status, 200)

    def test_any_region(self):
        self.assertEqual(self.raw("GET", self.v4(self.stored(), region="eu-west-3")).status, 200)

    def test_the_clock_of_the_session(self):
        """A link is as old as the session's clock says."""
        import json
        import urllib.request
        from case import _server
        asked = urllib.request.Request(_server().http + "/__admin/sessions", json.dumps({"ports": True, "clock": "manual"}).encode(), method="POST")
        with urllib.request.urlopen(asked) as answer:
            session = json.load(answer)
        self.endpoint, self.host = session["s3BaseUrl"], urlsplit(session["s3BaseUrl"]).netloc
        self.s3 = self.client()
        target = self.v4(self.stored(), expires=60)
        self.assertEqual(self.raw("GET", target).status, 200)
        ahead = urllib.request.Request(session["adminUrl"] + "/clock/advance", json.dumps({"milliseconds": 61_000}).encode(), method="POST")
        urllib.request.urlopen(ahead).close()
        self.check(self.raw("GET", target), 403, "AccessDenied")
        urllib.request.urlopen(urllib.request.Request(f"{_server().http}/__admin/sessions/{session['id']}", method="DELETE")).close()


if __name__ == "__main__":
    unittest.main()
