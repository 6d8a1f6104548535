"""Parameters and fields that an operation does not take: they are refused, and change nothing."""

import base64
import hashlib
import unittest
from urllib.parse import urlsplit

import signing
from case import MAIN, S3Case, cases

COPY = {"x-amz-copy-source": "/test-bucket-1/foo"}
VERSIONED = {"VersioningConfiguration": {"Status": "Enabled"}}


class ParameterTests(S3Case):
    def argument(self, reply):
        return reply.status, reply.code, *(reply.xml.findtext(name) for name in ("Message", "ArgumentName", "ArgumentValue"))

    @cases(put=({}, ""), copy=({"x-amz-copy-source": "/test-bucket-1/foo"}, ""), empty=({}, "&uploadId="),
           copied_empty=({"x-amz-copy-source": "/test-bucket-1/foo"}, "&uploadId="))
    def test_a_part_needs_an_upload(self, fields, more):
        bucket = self.bucket_of("foo")
        reply = self.signed("PUT", f"/{bucket}/new?partNumber=1{more}", fields, b"" if fields else b"x")
        message = "This operation does not accept partNumber without uploadId"
        self.assertEqual(self.argument(reply), (400, "InvalidArgument", message, "partNumber", "partNumber"))
        self.assertEqual(self.keys(bucket), ["foo"])

    @cases(put={}, copy={"x-amz-copy-source": "/test-bucket-1/foo"})
    def test_an_upload_is_put_in_parts(self, fields):
        bucket = self.bucket_of("foo")
        upload = self.s3.create_multipart_upload(Bucket=bucket, Key="new")["UploadId"]
        reply = self.signed("PUT", f"/{bucket}/new?uploadId={upload}", fields, b"" if fields else b"x")
        self.assertEqual((reply.status, reply.code), (405, "MethodNotAllowed"))
        self.assertEqual((reply.xml.findtext("ResourceType"), reply.headers["Allow"]), ("UPLOAD", "DELETE, POST, GET"))

    @cases(put=("PUT", ""), begin=("POST", "&uploads"), part=("PUT", "&partNumber=1&uploadId=x"))
    def test_a_write_names_no_version(self, method, more):
        bucket = self.bucket_of("foo")
        for version in ("null", ""):
            reply = self.signed(method, f"/{bucket}/foo?versionId={version}{more}", body=b"x" if method == "PUT" else b"")
            self.assertEqual(self.argument(reply), (400, "InvalidArgument", "This operation does not accept a version-id.", "versionId", version or ""))
        self.assertEqual(self.body(bucket, "foo"), b"foo")

    @cases(junk=("key-marker=k&version-id-marker=junk", "Invalid version id specified"),
           empty=("key-marker=k&version-id-marker=", "A version-id marker cannot be empty."),
           alone=("version-id-marker=null", "A version-id marker cannot be specified without a key marker."))
    def test_version_markers(self, query, message):
        reply = self.signed("GET", f"/{self.new_bucket()}?versions&{query}")
        self.assertEqual(self.argument(reply)[:4], (400, "InvalidArgument", message, "version-id-marker"))

    def test_upload_markers(self):
        bucket = self.new_bucket()
        first, second = (self.s3.create_multipart_upload(Bucket=bucket, Key=key)["UploadId"] for key in "ab")
        for marker in ("zz", first):
            reply = self.signed("GET", f"/{bucket}?uploads&key-marker=b&upload-id-marker={marker}")
            self.assertEqual(self.argument(reply), (400, "InvalidArgument", "Invalid uploadId marker", "upload-id-marker", marker))
        self.s3.abort_multipart_upload(Bucket=bucket, Key="a", UploadId=first)
        pages = self.s3.list_multipart_uploads(Bucket=bucket, KeyMarker="a", UploadIdMarker=first)
        self.assertEqual([upload["UploadId"] for upload in pages["Uploads"]], [second])

    def test_pages(self):
        """boto3's pages end with the markers that the server gives, also where a page ends with a common prefix."""
        bucket = self.bucket_of("a/1", "b", "c/1", "d")
        self.s3.put_bucket_versioning(Bucket=bucket, **VERSIONED)
        for key in ("b", "b", "d"):
            self.s3.put_object(Bucket=bucket, Key=key, Body=b"")
        for key in ("a/1", "b", "b", "c/1"):
            self.s3.create_multipart_upload(Bucket=bucket, Key=key)
        for name, list_name, key_counts in (("list_object_versions", "Versions", "bbbdd"), ("list_multipart_uploads", "Uploads", "bb")):
            pages = list(self.s3.get_paginator(name).paginate(Bucket=bucket, Delimiter="/", PaginationConfig={"PageSize": 1}))
            self.assertEqual("".join(entry["Key"] for page in pages for entry in page.get(list_name, [])), key_counts)
            self.assertEqual([entry["Prefix"] for page in pages for entry in page.get("CommonPrefixes", [])], ["a/", "c/"])

    @cases(unknown=("foo", 400, "InvalidRequest"), xxhash64=("xxhash64", 501, "NotImplemented"), xxhash3=("xxhash3", 501, "NotImplemented"),
           xxhash128=("XXHASH128", 501, "NotImplemented"), wrong=("sha512", 400, "InvalidRequest"))
    def test_a_checksum_that_cannot_be_verified(self, name, status, code):
        bucket = self.new_bucket()
        upload = self.s3.create_multipart_upload(Bucket=bucket, Key="foo")["UploadId"]
        parts = b"<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>a</ETag></Part></CompleteMultipartUpload>"
        for method, more, body in (("PUT", "", b"x"), ("PUT", f"?partNumber=1&uploadId={upload}", b"x"), ("POST", f"?uploadId={upload}", parts)):
            reply = self.signed(method, f"/{bucket}/foo{more}", {f"x-amz-checksum-{name}": "AAAA"}, body)
            # An upload without an algorithm takes no checksum of a later one at its end.
            self.assertEqual((reply.status, reply.code), (400, "InvalidRequest") if method == "POST" else (status, code))
        if name == "foo":
            self.assertEqual(reply.xml.findtext("Message"), "The algorithm type you specified in x-amz-checksum- header is invalid.")
        self.assertEqual(self.keys(bucket), [])
        self.assertNotIn("Parts", self.s3.list_parts(Bucket=bucket, Key="foo", UploadId=upload))

    @cases(response=("GET", "/foo?response-foo=bar", {}, "InvalidArgument", "response-foo is not in the set of overridable response headers."),
           uploads=("GET", "/foo?uploads", {}, "InvalidRequest", "Key is not expected for the GET method ?uploads subresource"),
           versions=("GET", "/foo?versions", {}, "InvalidRequest", "There is no such thing as the ?versions sub-resource for a key"),
           no_tags=("PUT", "/foo?tagging", {}, "MissingRequestBodyError", "Request Body is empty"),
           keys=("GET", "?versions&max-keys=-1", {}, "InvalidArgument", "max-keys cannot be negative"),
           list=("GET", "", COPY, "InvalidArgument", "You can only specify a copy source header for copy requests."),
           complete=("POST", "/foo?uploadId=x", COPY, "InvalidArgument", "You can only specify a copy source header for copy requests."),
           no_source=("PUT", "/new", {"x-amz-copy-source": ""}, "InvalidArgument", "Invalid copy source bucket name"),
           type=("POST", "/foo?uploads", {"x-amz-checksum-type": "ALL"}, "InvalidRequest", "Value for x-amz-checksum-type header is invalid."))
    def test_what_is_refused(self, method, rest, fields, code, message):
        bucket = self.bucket_of("foo")
        reply = self.signed(method, f"/{bucket}{rest}", fields)
        self.assertEqual((reply.status, reply.code, reply.xml.findtext("Message")[:len(message)]), (400, code, message))
        self.assertEqual(self.keys(bucket), ["foo"])

    @cases(copy="/new", part="/new?partNumber=1&uploadId=x")
    def test_a_copy_has_no_body(self, rest):
        bucket = self.bucket_of("foo")
        reply = self.signed("PUT", f"/{bucket}{rest}", COPY, b"x")
        message = "The request included a body. Requests of this type must not include a non-empty body."
        self.assertEqual((reply.status, reply.code, reply.xml.findtext("Message")), (400, "InvalidRequest", message))
        self.assertEqual(self.keys(bucket), ["foo"])

    def test_an_unsigned_body_is_not_in_chunks(self):
        path, host, coding = f"/{self.new_bucket()}/foo", urlsplit(self.endpoint).netloc, {"content-encoding": "aws-chunked"}
        reply = self.raw("PUT", path, signing.fields(MAIN, host, "PUT", path, coding, "UNSIGNED-PAYLOAD"), b"x")
        message = "aws-chunked encoding is not supported when x-amz-content-sha256 UNSIGNED-PAYLOAD is supplied."
        self.assertEqual(self.argument(reply), (400, "InvalidArgument", message, "Content-Encoding", "aws-chunked"))
        self.assertEqual(self.raw("PUT", signing.link(MAIN, host, "PUT", path), coding, b"x").status, 200)

    @cases(get=("GET", "/test-bucket-1/foo"), delete=("DELETE", "/test-bucket-1/foo"), create=("PUT", "/new-bucket"))
    def test_only_uploads_come_in_chunks(self, method, path):
        bucket, host, length = self.bucket_of("foo"), urlsplit(self.endpoint).netloc, {"x-amz-decoded-content-length": "0"}
        fields = signing.fields(MAIN, host, method, path, length, "STREAMING-UNSIGNED-PAYLOAD-TRAILER")
        reply = self.raw(method, path, fields, b"0\r\n\r\n")
        message = "The value of x-amz-content-sha256 header is invalid."
        self.assertEqual(self.keys(bucket), ["foo"])
        self.assertEqual((reply.status, reply.code, reply.xml.findtext("Message")), (400, "InvalidRequest", message))

    def test_a_place_has_a_name(self):
        body = b"<CreateBucketConfiguration><LocationConstraint></LocationConstraint></CreateBucketConfiguration>"
        reply = self.signed("PUT", "/new-bucket", {}, body)
        self.assertEqual((reply.status, reply.code, reply.xml.findtext("LocationConstraint")), (400, "InvalidLocationConstraint", ""))

    @cases(short="/ab/o", dots="/a..b/o", long=f"/{'a' * 256}/o", blank="/a%20b/o")
    def test_names_that_no_bucket_can_have(self, target):
        for method in ("GET", "PUT"):
            reply = self.signed(method, target, body=b"x" if method == "PUT" else b"")
            self.assertEqual((reply.status, reply.code), (400, "InvalidBucketName"))
        self.assertEqual(self.signed("HEAD", target).status, 400)

    @cases(key=("k" * 129, "v"), value=("k", "v" * 257))
    def test_tags_that_are_too_long(self, key, value):
        bucket = self.new_bucket()
        self.refused(400, "InvalidTag", self.s3.put_object, Bucket=bucket, Key="foo", Body=b"", Tagging=f"{key}={value}")
        self.assertEqual(self.keys(bucket), [])

    @cases(signature="Signature", key="AWSAccessKeyId", expires="Expires")
    def test_half_a_link(self, missing):
        bucket = self.bucket_of("foo")
        path, query = signing.link2(MAIN, "GET", f"/{bucket}/foo").split("?")
        rest = "&".join(part for part in query.split("&") if not part.startswith(missing + "="))
        reply = self.raw("GET", f"{path}?{rest}")
        message = "Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters"
        self.assertEqual((reply.status, reply.code, reply.xml.findtext("Message")), (403, "AccessDenied", message))

    def test_a_link_for_one_body(self):
        bucket = self.new_bucket()
        query = {"X-Amz-Content-Sha256": hashlib.sha256(b"foo").hexdigest()}
        target = signing.link(MAIN, urlsplit(self.endpoint).netloc, "PUT", f"/{bucket}/foo", query=query)
        reply = self.raw("PUT", target, body=b"bar")
        self.assertEqual((reply.status, reply.code), (400, "XAmzContentSHA256Mismatch"))
        self.assertEqual(self.keys(bucket), [])
        self.assertEqual(self.raw("PUT", target, body=b"foo").status, 200)

    def test_acl_of_a_delete_marker(self):
        bucket = self.bucket_of("foo")
        self.s3.put_bucket_versioning(Bucket=bucket, **VERSIONED)
        marker = self.s3.delete_object(Bucket=bucket, Key="foo")["VersionId"]
        for method, query in (("PUT", "acl"), ("PUT", f"acl&versionId={marker}"), ("GET", "tagging"), ("DELETE", "tagging")):
            reply = self.signed(method, f"/{bucket}/foo?{query}", {"x-amz-acl": "private"} if method == "PUT" else {})
            found = [reply.headers[name] for name in ("Allow", "x-amz-delete-marker", "x-amz-version-id")]
            self.assertEqual((reply.status, reply.code, found), (405, "MethodNotAllowed", ["DELETE", "true", marker]))

    def test_a_length_beyond_every_number(self):
        bucket = self.new_bucket()
        reply = self.raw("PUT", f"/{bucket}/foo", {"Content-Length": "9" * 30}, exact=True)
        self.assertEqual((reply.status, reply.code, reply.xml.findtext("MaxSizeAllowed")), (400, "EntityTooLarge", str(5 << 30)))

    @cases(sha256={"ChecksumAlgorithm": "SHA256"}, sha512={"ChecksumAlgorithm": "SHA512"})
    def test_a_copy_names_the_type_of_its_checksum(self, arguments):
        bucket = self.bucket_of("foo")
        result = self.s3.copy_object(Bucket=bucket, Key="copy", CopySource=f"{bucket}/foo", **arguments)["CopyObjectResult"]
        head = self.s3.head_object(Bucket=bucket, Key="copy", ChecksumMode="ENABLED")
        name = f"Checksum{arguments['ChecksumAlgorithm']}"
        self.assertEqual((result["ChecksumType"], result[name]), ("FULL_OBJECT", head[name]))
        self.assertEqual(len(base64.b64decode(result[name])) * 8, int(name[-3:]))


if __name__ == "__main__":
    unittest.main()
