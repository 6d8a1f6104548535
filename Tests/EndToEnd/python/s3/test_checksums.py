"""Checksums of every algorithm, in fields and trailers, of objects and parts; aws-chunked bodies; GetObjectAttributes."""

import base64
import hashlib
import hmac
import unittest
import zlib

import signing
from case import MAIN, MIB, S3Case, cases


def _cyclic(polynomial, bits):
    table = []
    for byte in range(256):
        for _ in range(8):
            byte = byte >> 1 ^ (polynomial if byte & 1 else 0)
        table.append(byte)
    mask = (1 << bits) - 1

    def run(data):
        value = mask
        for byte in data:
            value = value >> 8 ^ table[(value ^ byte) & 255]
        return (value ^ mask).to_bytes(bits // 8, "big")
    return run


FUNCTIONS = {
    "CRC32": lambda data: zlib.crc32(data).to_bytes(4, "big"),
    "CRC32C": _cyclic(0x82F63B78, 32),
    "CRC64NVME": _cyclic(0x9A6C9329AC4BC9B5, 64),
    "MD5": lambda data: hashlib.md5(data).digest(),
    "SHA1": lambda data: hashlib.sha1(data).digest(),
    "SHA256": lambda data: hashlib.sha256(data).digest(),
    "SHA512": lambda data: hashlib.sha512(data).digest(),
}
ALGORITHMS = {name.lower(): name for name in FUNCTIONS}


def checksum(algorithm, data):
    return base64.b64encode(FUNCTIONS[algorithm](data)).decode()


def composite(algorithm, *parts):
    return base64.b64encode(FUNCTIONS[algorithm](b"".join(map(FUNCTIONS[algorithm], parts)))).decode() + f"-{len(parts)}"


class ChecksumTests(S3Case):
    def test_known_values(self):
        self.assertEqual([FUNCTIONS[name](b"123456789").hex() for name in ("CRC32", "CRC32C", "CRC64NVME")], ["cbf43926", "e3069283", "ae8b14860a799888"])

    @cases(**ALGORITHMS)
    def test_right(self, algorithm):
        bucket, body, name = self.new_bucket(), b"hello " * 1000, f"Checksum{algorithm}"
        value = checksum(algorithm, body)
        put = self.s3.put_object(Bucket=bucket, Key="foo", Body=body, **{name: value})
        self.assertEqual((put[name], put["ChecksumType"]), (value, "FULL_OBJECT"))
        for operation in (self.s3.get_object, self.s3.head_object):
            response = operation(Bucket=bucket, Key="foo", ChecksumMode="ENABLED")
            self.assertEqual((response[name], response["ChecksumType"]), (value, "FULL_OBJECT"))
        self.assertNotIn(f"x-amz-checksum-{algorithm.lower()}", self.signed("GET", f"/{bucket}/foo").headers)
        reply = self.signed("GET", f"/{bucket}/foo", {"Range": "bytes=0-3", "x-amz-checksum-mode": "ENABLED"})
        self.assertEqual((reply.status, reply.headers[f"x-amz-checksum-{algorithm.lower()}"]), (206, None))
        entry = self.s3.list_objects_v2(Bucket=bucket)["Contents"][0]
        self.assertEqual((entry["ChecksumAlgorithm"], entry["ChecksumType"]), ([algorithm], "FULL_OBJECT"))

    @cases(**ALGORITHMS)
    def test_wrong(self, algorithm):
        bucket = self.new_bucket()
        wrong = {f"Checksum{algorithm}": checksum(algorithm, b"other")}
        self.refused(400, "BadDigest", self.s3.put_object, Bucket=bucket, Key="foo", Body=b"bar", **wrong)
        self.assertEqual(self.keys(bucket), [])

    @cases(**ALGORITHMS)
    def test_malformed(self, algorithm):
        bucket = self.new_bucket()
        for value in ("bad", "AAAA", "***"):
            self.refused(400, "InvalidRequest", self.s3.put_object, Bucket=bucket, Key="foo", Body=b"bar", **{f"Checksum{algorithm}": value})
        self.assertEqual(self.keys(bucket), [])

    def test_two(self):
        bucket = self.new_bucket()
        reply = self.signed("PUT", f"/{bucket}/foo", {f"x-amz-checksum-{name.lower()}": checksum(name, b"bar") for name in ("CRC32", "SHA1")}, b"bar")
        self.assertEqual((reply.status, reply.code), (400, "InvalidRequest"))

    def test_another_algorithm_is_announced(self):
        bucket = self.new_bucket()
        fields = {"x-amz-sdk-checksum-algorithm": "SHA256", "x-amz-checksum-crc32": checksum("CRC32", b"bar")}
        reply = self.signed("PUT", f"/{bucket}/foo", fields, b"bar")
        self.assertEqual((reply.status, reply.code), (400, "InvalidRequest"))
        reply = self.signed("PUT", f"/{bucket}/foo", {"x-amz-sdk-checksum-algorithm": "MD4"}, b"bar")
        self.assertEqual((reply.status, reply.code), (400, "InvalidRequest"))

    def test_none_gets_one(self):
        """S3 computes a CRC-64/NVME for an object that came without a checksum."""
        bucket = self.new_bucket()
        self.assertEqual(self.signed("PUT", f"/{bucket}/foo", {}, b"bar").status, 200)
        head = self.s3.head_object(Bucket=bucket, Key="foo", ChecksumMode="ENABLED")
        self.assertEqual(head["ChecksumCRC64NVME"], checksum("CRC64NVME", b"bar"))

    # Parts

    def parts(self, algorithm, kind, bodies):
        self.bucket = self.new_bucket()
        arguments = {"Bucket": self.bucket, "Key": "foo"}
        begun = self.s3.create_multipart_upload(**arguments, ChecksumAlgorithm=algorithm, **({"ChecksumType": kind} if kind else {}))
        self.assertEqual(begun["ChecksumAlgorithm"], algorithm)
        arguments["UploadId"] = begun["UploadId"]
        parts = []
        for number, body in enumerate(bodies, 1):
            value = {f"Checksum{algorithm}": checksum(algorithm, body)}
            response = self.s3.upload_part(**arguments, PartNumber=number, Body=body, **value)
            self.assertEqual(response[f"Checksum{algorithm}"], value[f"Checksum{algorithm}"])
            parts.append({"PartNumber": number, "ETag": response["ETag"], **value})
        listed = self.s3.list_parts(**arguments)
        self.assertEqual([part[f"Checksum{algorithm}"] for part in listed["Parts"]], [part[f"Checksum{algorithm}"] for part in parts])
        self.assertEqual((listed["ChecksumAlgorithm"], listed["ChecksumType"]), (algorithm, begun["ChecksumType"]))
        return arguments, parts

    @cases(crc32=("CRC32", "COMPOSITE"), crc32c=("CRC32C", "COMPOSITE"), sha1=("SHA1", "COMPOSITE"), sha256=("SHA256", "COMPOSITE"),
           crc32_whole=("CRC32", "FULL_OBJECT"), crc32c_whole=("CRC32C", "FULL_OBJECT"), crc64nvme_whole=("CRC64NVME", "FULL_OBJECT"))
    def test_parts(self, algorithm, kind):
        bodies = [b"a" * (5 * MIB), b"b" * 1000]
        arguments, parts = self.parts(algorithm, kind, bodies)
        value = composite(algorithm, *bodies) if kind == "COMPOSITE" else checksum(algorithm, b"".join(bodies))
        name = f"Checksum{algorithm}"
        result = self.s3.complete_multipart_upload(**arguments, MultipartUpload={"Parts": parts})
        self.assertEqual((result[name], result["ChecksumType"]), (value, kind))
        head = self.s3.head_object(Bucket=self.bucket, Key="foo", ChecksumMode="ENABLED")
        self.assertEqual((head[name], head["ChecksumType"]), (value, kind))
        part = self.s3.head_object(Bucket=self.bucket, Key="foo", PartNumber=2, ChecksumMode="ENABLED")
        self.assertEqual((part[name], part["ChecksumType"]), (checksum(algorithm, bodies[1]), kind))
        got = self.s3.get_object(Bucket=self.bucket, Key="foo", ChecksumMode="ENABLED")["Body"].read()
        self.assertTrue(got == b"".join(bodies), "the body differs")

    @cases(whole="", without_number="-")
    def test_announced_for_the_object(self, cut):
        """minio-go and mc leave the number of parts out."""
        arguments, parts = self.parts("CRC32C", "COMPOSITE", [b"a" * 10])
        value = composite("CRC32C", b"a" * 10)
        arguments["MultipartUpload"] = {"Parts": parts}
        self.refused(400, "BadDigest", self.s3.complete_multipart_upload, **arguments, ChecksumCRC32C=checksum("CRC32C", b"b"))
        result = self.s3.complete_multipart_upload(**arguments, ChecksumCRC32C=value.partition(cut)[0] if cut else value)
        self.assertEqual(result["ChecksumCRC32C"], value)

    @cases(sha1=("SHA1", "FULL_OBJECT"), sha256=("SHA256", "FULL_OBJECT"), crc64nvme=("CRC64NVME", "COMPOSITE"))
    def test_impossible_type(self, algorithm, kind):
        self.refused(400, "InvalidRequest", self.s3.create_multipart_upload, Bucket=self.new_bucket(), Key="foo",
                     ChecksumAlgorithm=algorithm, ChecksumType=kind)

    def test_wrong_checksum_of_a_part(self):
        arguments, parts = self.parts("SHA256", None, [b"x"])
        self.refused(400, "BadDigest", self.s3.upload_part, **arguments, PartNumber=2, Body=b"y", ChecksumSHA256=checksum("SHA256", b"z"))
        parts[0]["ChecksumSHA256"] = checksum("SHA256", b"other")
        self.refused(400, "InvalidPart", self.s3.complete_multipart_upload, **arguments, MultipartUpload={"Parts": parts})

    def test_wrong_checksum_of_the_whole(self):
        arguments, parts = self.parts("CRC64NVME", "FULL_OBJECT", [b"x"])
        self.refused(400, "BadDigest", self.s3.complete_multipart_upload, **arguments, MultipartUpload={"Parts": parts},
                     ChecksumType="FULL_OBJECT", ChecksumCRC64NVME=checksum("CRC64NVME", b"y"))
        self.s3.complete_multipart_upload(**arguments, MultipartUpload={"Parts": parts}, ChecksumType="FULL_OBJECT",
                                          ChecksumCRC64NVME=checksum("CRC64NVME", b"x"))

    @cases(crc32="CRC32", crc32c="CRC32C", crc64nvme="CRC64NVME")
    def test_parts_without_checksums(self, algorithm):
        """S3 computes the checksums of parts for a checksum of the whole object."""
        bucket, bodies, name = self.new_bucket(), [b"a" * (5 * MIB), b"b"], f"Checksum{algorithm}"
        arguments = {"Bucket": bucket, "Key": "foo"}
        begun = self.s3.create_multipart_upload(**arguments, ChecksumAlgorithm=algorithm, ChecksumType="FULL_OBJECT")
        arguments["UploadId"] = begun["UploadId"]
        parts = []
        for number, body in enumerate(bodies, 1):
            reply = self.signed("PUT", f"/{bucket}/foo?partNumber={number}&uploadId={begun['UploadId']}", {}, body)
            self.assertEqual((reply.status, reply.headers[f"x-amz-checksum-{algorithm.lower()}"]), (200, checksum(algorithm, body)))
            parts.append({"PartNumber": number, "ETag": reply.headers["ETag"]})
        result = self.s3.complete_multipart_upload(**arguments, MultipartUpload={"Parts": parts})
        self.assertEqual((result[name], result["ChecksumType"]), (checksum(algorithm, b"".join(bodies)), "FULL_OBJECT"))

    def test_upload_without_an_algorithm(self):
        """S3 echoes the checksum of a part and does not keep it: a part with a checksum is not found at the end."""
        arguments = {"Bucket": self.new_bucket(), "Key": "foo"}
        arguments["UploadId"] = self.s3.create_multipart_upload(**arguments)["UploadId"]
        part = self.s3.upload_part(**arguments, PartNumber=1, Body=b"x", ChecksumAlgorithm="CRC32")
        self.assertEqual(part["ChecksumCRC32"], checksum("CRC32", b"x"))
        listed = {"PartNumber": 1, "ETag": part["ETag"]}
        named = {"Parts": [{**listed, "ChecksumCRC32": part["ChecksumCRC32"]}]}
        self.refused(400, "InvalidPart", self.s3.complete_multipart_upload, **arguments, MultipartUpload=named)
        result = self.s3.complete_multipart_upload(**arguments, MultipartUpload={"Parts": [listed]})
        self.assertEqual((result["ChecksumCRC64NVME"], result["ChecksumType"]), (checksum("CRC64NVME", b"x"), "FULL_OBJECT"))

    # Attributes

    def attributes(self, bucket, *names, **arguments):
        names = names or ("ETag", "Checksum", "ObjectParts", "StorageClass", "ObjectSize")
        return self.s3.get_object_attributes(Bucket=bucket, Key="foo", ObjectAttributes=list(names), **arguments)

    def test_attributes(self):
        bucket = self.new_bucket()
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"bar", ChecksumSHA256=checksum("SHA256", b"bar"))
        found = self.attributes(bucket)
        self.assertEqual((found["ETag"], found["ObjectSize"], found["StorageClass"]), ("37b51d194a7513e45b56f6524f2d51f2", 3, "STANDARD"))
        self.assertEqual(found["Checksum"], {"ChecksumSHA256": checksum("SHA256", b"bar"), "ChecksumType": "FULL_OBJECT"})
        self.assertNotIn("ObjectParts", found)
        self.assertEqual(found["LastModified"], self.s3.head_object(Bucket=bucket, Key="foo")["LastModified"])
        self.assertEqual({name for name in self.attributes(bucket, "ObjectSize") if name[0] in "CEOS"}, {"ObjectSize"})

    def test_attributes_of_parts(self):
        bodies = [b"a" * (5 * MIB), b"b" * (5 * MIB), b"end"]
        arguments, parts = self.parts("SHA256", "COMPOSITE", bodies)
        self.s3.complete_multipart_upload(**arguments, MultipartUpload={"Parts": parts})
        found = self.attributes(self.bucket)
        self.assertEqual((found["Checksum"]["ChecksumSHA256"].partition("-")[0], found["Checksum"]["ChecksumType"]),
                         (composite("SHA256", *bodies).partition("-")[0], "COMPOSITE"))
        self.assertEqual((found["ObjectSize"], found["ObjectParts"]["TotalPartsCount"]), (10 * MIB + 3, 3))
        self.assertEqual([(part["PartNumber"], part["Size"], part["ChecksumSHA256"]) for part in found["ObjectParts"]["Parts"]],
                         [(number, len(body), checksum("SHA256", body)) for number, body in enumerate(bodies, 1)])
        page = self.attributes(self.bucket, "ObjectParts", MaxParts=1)["ObjectParts"]
        self.assertEqual((len(page["Parts"]), page["IsTruncated"], page["NextPartNumberMarker"], page["MaxParts"]), (1, True, 1, 1))
        page = self.attributes(self.bucket, "ObjectParts", MaxParts=10, PartNumberMarker=1)["ObjectParts"]
        self.assertEqual(([part["PartNumber"] for part in page["Parts"]], page["IsTruncated"], page["PartNumberMarker"]), ([2, 3], False, 1))

    def test_attributes_of_a_version(self):
        bucket = self.new_bucket()
        self.s3.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Enabled"})
        first = self.s3.put_object(Bucket=bucket, Key="foo", Body=b"1")["VersionId"]
        self.s3.put_object(Bucket=bucket, Key="foo", Body=b"22")
        self.assertEqual(self.attributes(bucket, "ObjectSize")["ObjectSize"], 2)
        found = self.attributes(bucket, "ObjectSize", VersionId=first)
        self.assertEqual((found["ObjectSize"], found["VersionId"]), (1, first))
        self.s3.delete_object(Bucket=bucket, Key="foo")
        self.refused(404, "NoSuchKey", self.s3.get_object_attributes, Bucket=bucket, Key="foo", ObjectAttributes=["ETag"])

    @cases(unknown="Colour", none=None)
    def test_bad_attributes(self, name):
        bucket = self.bucket_of("foo")
        reply = self.signed("GET", f"/{bucket}/foo?attributes", {"x-amz-object-attributes": name} if name else {})
        self.assertEqual(reply.status, 400)
        self.assertIn(reply.code, ("InvalidArgument", "InvalidRequest"))


class ChunkTests(S3Case):
    """Bodies in aws-chunked."""

    def send(self, bucket, form, body, length, **fields):
        fields = {"x-amz-content-sha256": form, "x-amz-decoded-content-length": str(length), "Content-Encoding": "aws-chunked", **fields}
        return self.raw("PUT", f"/{bucket}/foo", self.sign_head(f"/{bucket}/foo", fields), body)

    def sign_head(self, path, fields):
        """Signs the head alone, with the form of the body in place of its digest."""
        at = signing.now()
        self.stamp, self.scope = at.strftime("%Y%m%dT%H%M%SZ"), f"{at:%Y%m%d}/us-east-1/s3/aws4_request"
        fields = {name.lower(): value for name, value in fields.items()} | {"host": self.endpoint.split("//")[1], "x-amz-date": self.stamp}
        names = ";".join(sorted(fields))
        canonical = "\n".join(["PUT", path, "", *(f"{name}:{fields[name]}" for name in sorted(fields)), "", names, fields["x-amz-content-sha256"]])
        self.key = signing.signing_key(MAIN, f"{at:%Y%m%d}")
        self.previous = self.mac("AWS4-HMAC-SHA256", hashlib.sha256(canonical.encode()).hexdigest())
        credential = f"AWS4-HMAC-SHA256 Credential={MAIN.access_key}/{self.scope},SignedHeaders={names},Signature={self.previous}"
        return {**fields, "Authorization": credential}

    def mac(self, *lines):
        return hmac.new(self.key, "\n".join([lines[0], self.stamp, self.scope, *lines[1:]]).encode(), "sha256").hexdigest()

    def chunk(self, data):
        self.previous = self.mac("AWS4-HMAC-SHA256-PAYLOAD", self.previous, hashlib.sha256(b"").hexdigest(), hashlib.sha256(data).hexdigest())
        return f"{len(data):x};chunk-signature={self.previous}\r\n".encode() + data + (b"\r\n" if data else b"")

    def signed_chunks(self, bucket, pieces, trailer=None, wrong=None, length=None):
        form = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD" + ("-TRAILER" if trailer else "")
        whole = b"".join(pieces)
        fields = {"x-amz-content-sha256": form, "x-amz-decoded-content-length": str(len(whole) if length is None else length),
                  "content-encoding": "aws-chunked", **({"x-amz-trailer": trailer[0]} if trailer else {})}
        fields = self.sign_head(f"/{bucket}/foo", fields)
        body = b"".join(map(self.chunk, [*pieces, b""]))
        if trailer:
            line = f"{trailer[0]}:{trailer[1]}\n"
            mac = self.mac("AWS4-HMAC-SHA256-TRAILER", self.previous, hashlib.sha256(line.encode()).hexdigest())
            body += f"{trailer[0]}:{trailer[1]}\r\nx-amz-trailer-signature:{mac}\r\n".encode()
        body += b"\r\n"
        return self.raw("PUT", f"/{bucket}/foo", fields, wrong(body) if wrong else body)

    @cases(one=(b"hello",), several=(b"a" * 65536, b"b" * 65536, b"c"), nothing=())
    def test_signed(self, *pieces):
        bucket = self.new_bucket()
        self.assertEqual(self.signed_chunks(bucket, list(pieces)).status, 200)
        self.assertEqual(self.body(bucket, "foo"), b"".join(pieces))
        self.assertNotIn("ContentEncoding", self.s3.head_object(Bucket=bucket, Key="foo"))

    @cases(data=lambda body: body.replace(b"hello", b"jello"), signature=lambda body: body.replace(b"chunk-signature=", b"chunk-signature=0", 1),
           none=lambda body: body.replace(b";chunk-signature", b";other"))
    def test_signed_and_changed(self, change):
        bucket = self.new_bucket()
        reply = self.signed_chunks(bucket, [b"hello"], wrong=change)
        self.assertIn((reply.status, reply.code), ((403, "SignatureDoesNotMatch"), (400, "InvalidRequest"), (400, "IncompleteBody"), (403, "AccessDenied")))
        self.assertEqual(self.keys(bucket), [])

    def test_signed_with_trailer(self):
        bucket = self.new_bucket()
        self.assertEqual(self.signed_chunks(bucket, [b"hello"], ("x-amz-checksum-sha256", checksum("SHA256", b"hello"))).status, 200)
        self.assertEqual(self.s3.head_object(Bucket=bucket, Key="foo", ChecksumMode="ENABLED")["ChecksumSHA256"], checksum("SHA256", b"hello"))

    def unsigned(self, bucket, body, length=5, trailer="x-amz-checksum-crc32", **fields):
        return self.send(bucket, "STREAMING-UNSIGNED-PAYLOAD-TRAILER", body, length, **{"x-amz-trailer": trailer}, **fields)

    @cases(**ALGORITHMS)
    def test_trailer(self, algorithm):
        bucket, name = self.new_bucket(), f"x-amz-checksum-{algorithm.lower()}"
        reply = self.unsigned(bucket, f"5\r\nhello\r\n0\r\n{name}:{checksum(algorithm, b'hello')}\r\n\r\n".encode(), trailer=name)
        self.assertEqual((reply.status, reply.headers[name]), (200, checksum(algorithm, b"hello")))
        self.assertEqual(self.body(bucket, "foo"), b"hello")

    def test_trailer_inside_chunked(self):
        """As the SDKs for JavaScript and C++ send a stream: without a length."""
        bucket = self.new_bucket()
        inner = f"5\r\nhello\r\n0\r\nx-amz-checksum-crc32:{checksum('CRC32', b'hello')}\r\n\r\n".encode()
        outer = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in (inner[:7], inner[7:])) + b"0\r\n\r\n"
        self.assertEqual(self.unsigned(bucket, outer, **{"Transfer-Encoding": "chunked"}).status, 200)
        self.assertEqual(self.body(bucket, "foo"), b"hello")

    def test_chunked_alone(self):
        """HTTP's chunks do not say how long the object is."""
        bucket = self.bucket_of("foo")
        for target in (f"/{bucket}/foo", f"/{bucket}/foo?partNumber=1&uploadId=none"):
            fields = {"Transfer-Encoding": "chunked", "x-amz-content-sha256": "UNSIGNED-PAYLOAD"}
            reply = self.signed("PUT", target, fields, b"3\r\nabc\r\n0\r\n\r\n")
            self.assertEqual((reply.status, reply.code, reply.xml.findtext("Header")), (501, "NotImplemented", "Transfer-Encoding"))
        self.assertEqual(self.body(bucket, "foo"), b"foo")

    @cases(checksum=("5\r\nhello\r\n0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n", 5, ("BadDigest",)),
           not_announced=("5\r\nhello\r\n0\r\nx-amz-checksum-sha1:qvTGHdzF6KLavt4PO0gs2a6pQ00=\r\n\r\n", 5, ("MalformedTrailerError", "InvalidRequest")),
           too_long=("5\r\nhello\r\n0\r\n\r\n", 4, ("IncompleteBody", "InvalidRequest")), too_short=("5\r\nhello\r\n0\r\n\r\n", 6, ("IncompleteBody", "InvalidRequest")),
           bad_size=("x\r\nhello\r\n0\r\n\r\n", 5, ("InvalidRequest", "IncompleteBody")), huge_size=("fffffffffffffffff\r\nhello\r\n0\r\n\r\n", 5, ("InvalidRequest", "IncompleteBody")),
           false_size=("4\r\nhello\r\n0\r\n\r\n", 5, ("InvalidRequest", "IncompleteBody")), no_end=("5\r\nhello\r\n", 5, ("IncompleteBody", "InvalidRequest")),
           not_base64=("5\r\nhello\r\n0\r\nx-amz-checksum-crc32:***\r\n\r\n", 5, ("InvalidRequest", "BadDigest", "MalformedTrailerError")))
    def test_bad_chunks(self, body, length, codes):
        bucket = self.new_bucket()
        reply = self.unsigned(bucket, body.encode(), length)
        self.assertEqual(reply.status, 400, reply)
        self.assertIn(reply.code, codes)
        self.assertEqual(self.keys(bucket), [])


if __name__ == "__main__":
    unittest.main()
