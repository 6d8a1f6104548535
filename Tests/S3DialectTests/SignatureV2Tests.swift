import Digest
import HTTPMessage
import JSONDocument
import Testing

@testable import S3Dialect

/// The examples of S3's guide, "Signing and authenticating REST requests", of 2007-03-27.
@Suite struct SignatureV2Tests {
    private let verifier = SignatureVerifier(keys: ChunkedExample.keys)
    /// 2007-03-27T19:36:42Z
    private let now = 1_175_024_202

    private static let published: [(method: String, target: String, fields: HeaderFields, signature: String)] = [
        ("GET", "/photos/puppy.jpg", [("Date", "Tue, 27 Mar 2007 19:36:42 +0000")], "bWq2s1WEIj+Ydj0vQ697zp+IXMU="),
        (
            "PUT", "/photos/puppy.jpg",
            [("Content-Type", "image/jpeg"), ("Content-Length", "94328"), ("Date", "Tue, 27 Mar 2007 21:15:45 +0000")],
            "MyyxeRY7whkBe+bq8fHCL/2kKUg="
        ),
        (
            "GET", "/?prefix=photos&max-keys=50&marker=puppy", [("Date", "Tue, 27 Mar 2007 19:42:41 +0000")],
            "htDYFYduRNen8P9ZfE/s9SuKy0U="
        ),
        ("GET", "/?acl", [("Date", "Tue, 27 Mar 2007 19:44:46 +0000")], "c2WLPFtWHVgbEmeEG93a4cG37dM="),
        (
            "DELETE", "/johnsmith/photos/puppy.jpg",
            [("Host", "s3.amazonaws.com"), ("Date", "Tue, 27 Mar 2007 21:20:26 +0000")], "lx3byBScXR6KzyMaifNkardMwNk="
        ),
    ]

    @Test(arguments: published) func publishedFieldsAreVerified(method: String, target: String, fields: HeaderFields, signature: String)
        throws
    {
        var fields = fields
        if !fields.contains("Host") { fields.append(name: "Host", value: "johnsmith.s3.amazonaws.com") }
        fields.append(name: "Authorization", value: "AWS AKIAIOSFODNN7EXAMPLE:\(signature)")
        let request = Request(method: method, target: target, headers: fields)
        let time = try #require(fields.first("Date").flatMap(SignatureTime.date))
        #expect(try verifier.verify(request, now: time)?.way == .fieldV2)
        let other = Request(method: "HEAD", target: target, headers: fields)
        let error = try #require(throws: S3Error.self) { try verifier.verify(other, now: time) }
        #expect(error.code == "SignatureDoesNotMatch")
        #expect(error.details.contains { $0.name == "StringToSign" && $0.value.hasPrefix("HEAD\n") })
        let late = #expect(throws: S3Error.self) { try verifier.verify(request, now: time + 1_000) }
        #expect(late?.code == "RequestTimeTooSkewed")
    }

    @Test func fieldsAreJoined() throws {
        let request = Request(
            method: "PUT", target: "/static.johnsmith.net/db-backup.dat.gz",
            headers: [
                ("Host", "s3.amazonaws.com"), ("Date", "Tue, 27 Mar 2007 21:06:08 +0000"), ("x-amz-acl", "public-read"),
                ("content-type", "application/x-download"), ("Content-MD5", "4gJE4saaMU4BqNR0kLY+lw=="),
                ("X-Amz-Meta-ReviewedBy", "joe@johnsmith.net"), ("X-Amz-Meta-ReviewedBy", "jane@johnsmith.net"),
                ("X-Amz-Meta-FileChecksum", "0x02661779"), ("X-Amz-Meta-ChecksumAlgorithm", "crc32"),
                ("Content-Disposition", "attachment; filename=database.dat"),
                ("Authorization", "AWS AKIAIOSFODNN7EXAMPLE:ilyl83RwaSoYIEdixDQcA4OnAnc="),
            ])
        #expect(try verifier.verify(request, now: 1_175_029_568)?.accessKey == "AKIAIOSFODNN7EXAMPLE")
    }

    @Test func publishedLinkIsVerifiedUntilItsEnd() throws {
        let request = Request(
            target: "/photos/puppy.jpg?AWSAccessKeyId=AKIAIOSFODNN7EXAMPLE&Signature=NpgCjnDzrM%2BWFzoENXmpNDUsSn8%3D&Expires=1175139620",
            headers: [("Host", "johnsmith.s3.amazonaws.com")])
        #expect(try verifier.verify(request, now: now)?.way == .linkV2)
        #expect(try verifier.verify(request, now: 1_175_139_619) != nil)
        let error = try #require(throws: S3Error.self) { try verifier.verify(request, now: 1_175_139_620) }
        #expect((error.status, error.message) == (403, "Request has expired"))
    }

    /// boto3 signs `/bucket/` for `/bucket`, and leaves out the path of its endpoint.
    @Test func clientsSignAnotherPath() throws {
        let text = "GET\n\n\nTue, 27 Mar 2007 19:36:42 GMT\n"
        for (target, signed, prefix) in [("/b", "/b/", 0), ("/__session/7/b/k?acl", "/b/k?acl", 12), ("/__session/7/b", "/b/", 12)] {
            let signature: String = Base64.encode(
                MessageDigest.of(text + signed, .sha1, key: Array("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY".utf8)).bytes)
            var request = Request(
                target: target,
                headers: [
                    ("Host", "localhost"), ("Date", "Tue, 27 Mar 2007 19:36:42 GMT"),
                    ("Authorization", "AWS AKIAIOSFODNN7EXAMPLE:\(signature)"),
                ])
            request.takePrefix(prefix)
            #expect(try verifier.verify(request, now: now) != nil, "\(target)")
        }
    }

    @Test func linkNeedsAnEnd() {
        for target in ["/b/k?AWSAccessKeyId=a&Signature=b", "/b/k?AWSAccessKeyId=AKIAIOSFODNN7EXAMPLE&Signature=b&Expires=soon"] {
            let error = #expect(throws: S3Error.self) {
                try verifier.verify(Request(target: target, headers: [("Host", "localhost")]), now: now)
            }
            #expect(error?.code == "AccessDenied")
        }
    }
}
