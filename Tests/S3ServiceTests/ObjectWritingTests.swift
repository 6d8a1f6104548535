import Foundation
import HTTPMessage
import TestSupport
import Testing

@testable import S3Service

@Suite struct ObjectWritingTests {
    private let s3: S3Fixture

    init() throws { s3 = try S3Fixture() }

    @Test func whatIsPutCanBeReadAndListed() async {
        let put = await s3.put("/pics/new/a.txt", "hello", [("Content-Type", "text/plain"), ("x-amz-meta-Colour", "red")])
        #expect(put.status == 200)
        #expect(put.text.isEmpty)
        #expect(put.header("ETag") == "\"5d41402abc4b2a76b9719d911017c592\"")
        #expect(put.header("x-amz-version-id") == nil)
        let got = await s3.get("/pics/new/a.txt")
        #expect(got.text == "hello")
        #expect(got.header("Content-Type") == "text/plain")
        #expect(got.header("x-amz-meta-colour") == "red")
        #expect(got.header("Last-Modified") == "Fri, 15 Jan 2027 08:00:00 GMT")
        #expect(await s3.get("/pics?list-type=2").elements("Key") == ["new/a.txt", "photo.jpg"])
        #expect(await s3.get("/pics/new/a.txt", [("Range", "bytes=1-3")]).text == "ell")
        #expect(await s3.head("/pics/new/a.txt").header("ETag") == put.header("ETag"))
    }

    @Test func anObjectWithoutATypeHasS3sOwn() async {
        await s3.put("/pics/a.jpg", "x")
        #expect(await s3.get("/pics/a.jpg").header("Content-Type") == "binary/octet-stream")
    }

    @Test func theFolderStaysAsItIs() async throws {
        await s3.put("/pics/photo.jpg", "other")
        #expect(await s3.get("/pics/photo.jpg").text == "other")
        #expect(try String(contentsOfFile: s3.folder.path + "/s3/pics/photo.jpg", encoding: .utf8) == "0123456789")
        await s3.delete("/pics/photo.jpg")
        #expect(await s3.get("/pics/photo.jpg").code == "NoSuchKey")
        #expect(await s3.get("/pics?list-type=2").elements("Key").isEmpty)
        s3.layer.reset()
        #expect(await s3.get("/pics/photo.jpg").text == "0123456789")
        #expect(s3.layer.ledger.used == 0)
    }

    @Test func sessionsDoNotSeeEachOther() async {
        let other = s3.service.newLayer()
        await s3.put("/pics/a", "mine")
        await s3.put("/pics/a", "theirs", in: other)
        #expect(await s3.get("/pics/a").text == "mine")
        #expect(await s3.get("/pics/a", in: other).text == "theirs")
        await s3.delete("/pics/photo.jpg")
        #expect(await s3.get("/pics/photo.jpg", in: other).status == 200)
        #expect(await s3.get("/pics/photo.jpg").status == 404)
    }

    @Test func aSessionThatOnlyReadsHasNothing() async {
        _ = await s3.get("/pics/photo.jpg")
        _ = await s3.get("/pics?list-type=2")
        #expect(s3.layer.isUntouched)
    }

    @Test(arguments: [
        ("Content-MD5", "rL0Y20zC+Fzt72VPzMSk2A==", "BadDigest"), ("Content-MD5", "x", "InvalidDigest"),
        ("Content-MD5", "", "InvalidDigest"),
        ("x-amz-checksum-crc32", "AAAAAA==", "BadDigest"), ("x-amz-checksum-crc32", "x", "InvalidRequest"),
        ("x-amz-checksum-sha256", "AAAA", "InvalidRequest"),
        ("x-amz-content-sha256", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "XAmzContentSHA256Mismatch"),
    ])
    func nothingIsStoredUnderAWrongDigest(name: String, value: String, code: String) async {
        let answer = await s3.put("/pics/a", "hello", [(name, value)])
        #expect(answer.status == 400)
        #expect(answer.code == code)
        #expect(await s3.get("/pics/a").status == 404)
        #expect(s3.layer.ledger.used == 0)
    }

    @Test func theExpectedDigestIsNamedAsInS3() async throws {
        let digest: HeaderFields = [("Content-MD5", "1B2M2Y8AsgTpgAmY7PhCfg==")]
        let object = await s3.put("/pics/a", "hello", digest)
        #expect(object.element("ExpectedDigest") == "d41d8cd98f00b204e9800998ecf8427e")
        #expect(object.element("CalculatedDigest") == "XUFAKrxLKna5cZ2REBfFkg==")
        let id = try #require(await s3.post("/pics/a?uploads").element("UploadId"))
        let part = await s3.put("/pics/a?partNumber=1&uploadId=\(id)", "hello", digest)
        #expect(part.element("ExpectedDigest") == "1B2M2Y8AsgTpgAmY7PhCfg==")
    }

    @Test func aChecksumIsKeptAndReturnedWhenAskedFor() async {
        let put = await s3.put("/pics/a", "hello", [("x-amz-checksum-crc32", "NhCmhg==")])
        #expect(put.header("x-amz-checksum-crc32") == "NhCmhg==")
        #expect(put.header("x-amz-checksum-type") == "FULL_OBJECT")
        #expect(await s3.get("/pics/a").header("x-amz-checksum-crc32") == nil)
        let got = await s3.get("/pics/a", [("x-amz-checksum-mode", "ENABLED")])
        #expect(got.header("x-amz-checksum-crc32") == "NhCmhg==")
        let whole = await s3.get("/pics/a", [("x-amz-checksum-mode", "ENABLED"), ("Range", "bytes=0-999")])
        #expect(whole.status == 206)
        #expect(whole.header("x-amz-checksum-type") == "FULL_OBJECT")
        let part = await s3.get("/pics/a", [("x-amz-checksum-mode", "ENABLED"), ("Range", "bytes=0-1")])
        #expect(part.header("x-amz-checksum-crc32") == nil)
    }

    @Test func aKeyThatEndsWithTheDelimiterIsRolledUp() async {
        for key in ["dir/", "dir/a", "end--"] { await s3.put("/pics/\(key)", "x") }
        let listing = await s3.get("/pics?list-type=2&delimiter=/")
        #expect(listing.elements("Key") == ["end--", "photo.jpg"])
        #expect(listing.elements("CommonPrefixes") == ["<Prefix>dir/</Prefix>"])
        #expect(await s3.get("/pics?list-type=2&delimiter=--").elements("CommonPrefixes") == ["<Prefix>end--</Prefix>"])
    }

    @Test func metadataThatIsSentTwiceIsJoined() async {
        await s3.put("/pics/a", "x", [("x-amz-meta-shot", "1"), ("x-amz-meta-by", "Kim"), ("X-Amz-Meta-Shot", "2")])
        let head = await s3.head("/pics/a")
        #expect(head.fields.filter { $0.name.lowercased() == "x-amz-meta-shot" }.map(\.value) == ["1,2"])
        #expect(head.header("x-amz-meta-by") == "Kim")
    }

    @Test(.timeLimit(.minutes(1))) func manyMetadataAreRefusedAtOnce() async {
        let names = (1...60_000).map { "&x-amz-meta-\($0)" }.joined()
        #expect(await s3.put("/pics/a?\(Self.linkV2)\(names)", "x").code == "MetadataTooLarge")
    }

    @Test func encodedWordsOfMetadataAreDecoded() async {
        let fields: HeaderFields = [
            ("x-amz-meta-q", "=?UTF-8?Q?actually-ascii?="), ("x-amz-meta-b", "=?UTF-8?B?YWJj?="), ("x-amz-meta-bad", "=?UTF-8?B?=GGG?="),
            ("x-amz-meta-text", "=?UTF-8?B?w4RNw4Raw5XDkSBTMw==?="),
        ]
        #expect(await s3.put("/pics/a", "x", fields).status == 200)
        let head = await s3.head("/pics/a")
        #expect((head.header("x-amz-meta-q"), head.header("x-amz-meta-b")) == ("actually-ascii", "abc"))
        #expect(head.header("x-amz-meta-bad") == "=?UTF-8?B?77+9Ye+/vQ==?=")
        #expect(head.header("x-amz-meta-text") == "=?UTF-8?Q?=C3=84M=C3=84Z=C3=95=C3=91_S3?=")
    }

    @Test func aLinkAddsNoOtherField() async {
        let name = await s3.put("/pics/a?\(Self.linkV2)&x-amz-meta-a%0D%0AX-Evil=1", "x")
        #expect((name.status, name.code) == (400, "InvalidArgument"))
        let redirect = await s3.put("/pics/a?\(Self.linkV2)&x-amz-website-redirect-location=/a%0D%0AX-Evil:1", "x")
        #expect(redirect.code == "InvalidArgument")
        #expect(await s3.put("/pics/a?\(Self.linkV2)&Content-Type=a%0D%0AX-Evil:1&x-amz-meta-a=b%0D%0AX-Evil:1", "x").status == 200)
        let head = await s3.head("/pics/a")
        #expect(head.header("Content-Type") == "a  X-Evil:1")
        #expect(head.header("x-amz-meta-a") == "=?UTF-8?Q?b=0D=0AX-Evil:1?=")
    }

    @Test func codingsOfTheObjectStayAndFramingGoes() async {
        await s3.put("/pics/a", "x", [("Content-Encoding", "gzip, aws-chunked")])
        #expect(await s3.get("/pics/a").header("Content-Encoding") == "gzip")
        await s3.put("/pics/b", "x", [("Content-Encoding", "aws-chunked")])
        #expect(await s3.get("/pics/b").header("Content-Encoding") == nil)
    }

    @Test(arguments: [
        ("gzip,br", "gzip,br"), ("gzip , br", "gzip , br"), ("gzip,aws-chunked,br", "gzip,br"), ("AWS-chunked, gzip", "gzip"),
    ])
    func codingsAreKeptAsTheyAreWritten(sent: String, kept: String) async {
        await s3.put("/pics/a", "x", [("Content-Encoding", sent)])
        #expect(await s3.get("/pics/a").header("Content-Encoding") == kept)
    }

    @Test(arguments: ["about.html", "ftp://a", "", "/" + String(repeating: "a", count: 2_048)])
    func aRedirectGoesToAPathOrAURL(target: String) async {
        let answer = await s3.put("/pics/a", "x", [("x-amz-website-redirect-location", target)])
        #expect((answer.status, answer.code) == (400, "InvalidRedirectLocation"))
        #expect(await s3.get("/pics/a").status == 404)
    }

    @Test func aRedirectIsOnlyTold() async {
        let target = "/" + String(repeating: "a", count: 2_047)
        await s3.put("/pics/a", "x", [("x-amz-website-redirect-location", target)])
        let answer = await s3.get("/pics/a")
        #expect((answer.status, answer.text, answer.header("x-amz-website-redirect-location")) == (200, "x", target))
    }

    @Test func aTagThatS3DoesNotTakeIsNamed() async {
        let answer = await s3.put("/pics/a", "x", [("x-amz-tagging", "platform=metal%2Copenstack")])
        #expect((answer.status, answer.code) == (400, "InvalidTag"))
        #expect((answer.element("TagKey"), answer.element("TagValue")) == ("platform", "metal,openstack"))
        let plain = await s3.put("/pics/a", "x", [("x-amz-tagging", "key1=val1,key2=val2")])
        #expect((plain.status, plain.code) == (400, "InvalidArgument"))
        #expect((plain.element("ArgumentName"), plain.element("ArgumentValue")) == ("x-amz-tagging", "key1=val1,key2=val2"))
    }

    @Test func chunksAreTakenApart() async {
        let body = "5\r\nhello\r\n4\r\n you\r\n0\r\nx-amz-checksum-crc32:rXAVRw==\r\n\r\n"
        let fields: HeaderFields = [
            ("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"), ("x-amz-decoded-content-length", "9"),
            ("x-amz-trailer", "x-amz-checksum-crc32"), ("Content-Encoding", "aws-chunked"),
        ]
        let wrong = await s3.put("/pics/a", body, fields)
        #expect(wrong.code == "BadDigest")
        #expect(await s3.get("/pics/a").status == 404)
        let short = await s3.put("/pics/a", "5\r\nhel", fields)
        #expect(short.code == "IncompleteBody")
    }

    /// S3 takes HTTP's chunks only around aws-chunked.
    @Test func anUploadNeedsALength() async {
        let bare: [(target: String, headers: HeaderFields)] = [
            ("/pics/photo.jpg", []), ("/pics/photo.jpg", [("x-amz-content-sha256", "UNSIGNED-PAYLOAD")]),
            ("/pics/photo.jpg?X-Amz-Signature=a", []), ("/pics/a?partNumber=1&uploadId=a", []),
        ]
        for (target, headers) in bare {
            let fields = HeaderFields(Array(headers) + Array([("Transfer-Encoding", "chunked")] as HeaderFields))
            let answer = await s3.put(target, "abc", fields)
            #expect(answer.status == 501)
            #expect(answer.element("Message") == "A header you provided implies functionality that is not implemented")
            #expect(answer.element("Header") == "Transfer-Encoding")
        }
        #expect(await s3.get("/pics/photo.jpg").text == "0123456789")
    }

    @Test(arguments: [("x-amz-write-offset-bytes", "10"), ("x-amz-rename-source", "/pics/other.jpg")])
    func nothingIsAppendedToAnObjectOrRenamed(field: String, value: String) async {
        let answer = await s3.put("/pics/photo.jpg", "x", [(field, value)])
        #expect(answer.status == 501)
        #expect(answer.element("Header") == field)
        #expect(await s3.get("/pics/photo.jpg").text == "0123456789")
    }

    @Test(arguments: [
        ("mode", "GOVERNANCE"), ("retain-until-date", "2030-01-01T00:00:00Z"), ("legal-hold", "ON"), ("event-hold", "ON"),
        ("event-hold-duration-days", "3"),
    ])
    func noObjectIsLocked(field: String, value: String) async {
        let fields: HeaderFields = [("x-amz-object-lock-\(field)", value)]
        let copy: HeaderFields = [("x-amz-object-lock-\(field)", value), ("x-amz-copy-source", "/pics/photo.jpg")]
        let link = "/pics/a?X-Amz-Signature=x&X-Amz-Object-Lock-\(field)=\(value)"
        for answer in [
            await s3.put("/pics/a", "x", fields), await s3.put("/pics/a", "", copy), await s3.post("/pics/a?uploads", "", fields),
            await s3.put(link, "x"),
        ] {
            #expect((answer.status, answer.code) == (501, "NotImplemented"))
            #expect(answer.element("Message")?.hasSuffix("object lock") == true)
        }
        #expect(await s3.get("/pics/a").status == 404)
        let nothing: HeaderFields = [("x-amz-object-lock-legal-hold", "OFF"), ("x-amz-object-lock-event-hold", "")]
        #expect(await s3.put("/pics/a", "x", nothing).status == 200)
    }

    @Test func conditionsOfAWriteAreChecked() async {
        #expect(await s3.put("/pics/photo.jpg", "x", [("If-None-Match", "*")]).status == 412)
        #expect(await s3.put("/pics/new", "x", [("If-None-Match", "*")]).status == 200)
        #expect(await s3.put("/pics/new", "y", [("If-None-Match", "*")]).code == "PreconditionFailed")
        #expect(await s3.put("/pics/new", "y", [("If-Match", "\"9dd4e461268c8034f5c8564e155c67a6\"")]).status == 200)
        #expect(await s3.put("/pics/new", "z", [("If-Match", "\"9dd4e461268c8034f5c8564e155c67a6\"")]).status == 412)
        #expect(await s3.put("/pics/none", "z", [("If-Match", "\"a\"")]).code == "NoSuchKey")
        #expect(await s3.put("/pics/none", "z", [("If-Match", "*")]).element("Header") == "If-Match")
        #expect(await s3.put("/pics/new", "z", [("If-None-Match", "\"a\"")]).status == 501)
        #expect(await s3.get("/pics/new").text == "y")
        #expect(await s3.delete("/pics/new", [("If-Match", "\"a\"")]).status == 412)
        #expect(await s3.delete("/pics/none", [("If-Match", "*")]).status == 404)
        #expect(await s3.delete("/pics/new", [("If-Match", "*")]).status == 204)
        #expect(await s3.get("/pics/new").status == 404)
    }

    @Test func deletingWhatIsNotThereSucceeds() async {
        #expect(await s3.delete("/pics/none").status == 204)
        #expect(await s3.delete("/none/none").code == "NoSuchBucket")
    }

    @Test(arguments: ["a//b", ".", "..", "x/", "/", "a/../b", "日本", " ", "%", "\u{7F}"])
    func keysThatNoFileCanHaveWork(key: String) async {
        let target = "/pics/" + PercentCoding.encode(Array(key.utf8))
        #expect(await s3.put(target, key).status == 200)
        #expect(await s3.get(target).text == key)
        #expect(await s3.get("/pics?list-type=2&encoding-type=url").elements("Key").count == 2)
        #expect(await s3.delete(target).status == 204)
        #expect(await s3.get(target).status == 404)
    }

    @Test func limitsOfAnObjectAreNamed() async {
        #expect(await s3.put("/pics/" + String(repeating: "k", count: 1_024), "x").status == 200)
        let long = await s3.put("/pics/" + String(repeating: "k", count: 1_025), "x")
        #expect(long.code == "KeyTooLongError")
        for method in ["PUT", "GET", "DELETE"] {
            let refusal = await s3.answer(method, "/pics/%AE%8A-")
            #expect(refusal.status == 400 && refusal.code == "InvalidURI")
            #expect(refusal.element("Message") == "Couldn't parse the specified URI." && refusal.element("URI") == "/pics/%AE%8A-")
        }
        let metadata = await s3.put("/pics/a", "x", [("x-amz-meta-a", String(repeating: "v", count: 2_048))])
        #expect(metadata.code == "MetadataTooLarge")
        #expect(await s3.put("/pics/a", "x", [("x-amz-storage-class", "COLD")]).code == "InvalidStorageClass")
        #expect(await s3.put("/pics/a", "x", [("x-amz-server-side-encryption", "aws:kms")]).status == 501)
    }

    @Test func aSessionHoldsNoMoreThanItsLimit() async throws {
        let small = try S3Fixture(settings: S3Settings(maximumBytes: 10))
        #expect(await small.put("/pics/a", "12345678").status == 200)
        let refused = await small.put("/pics/b", "123")
        #expect(refused.status == 403)
        #expect(refused.code == "QuotaExceeded")
        #expect(await small.delete("/pics/a").status == 204)
        #expect(await small.put("/pics/b", "123").status == 200)
        #expect(small.layer.ledger.used == 3)
    }

    @Test func manyAreDeletedAtOnce() async {
        for key in ["a", "b", "c"] { await s3.put("/pics/\(key)", "x") }
        let list = "<Delete><Object><Key>a</Key></Object><Object><Key>none</Key></Object><Object><Key>photo.jpg</Key></Object></Delete>"
        let answer = await s3.deleteAll("/pics?delete", list)
        #expect(answer.status == 200)
        #expect(answer.elements("Key") == ["a", "none", "photo.jpg"])
        #expect(await s3.get("/pics?list-type=2").elements("Key") == ["b", "c"])
        let quiet = await s3.deleteAll("/pics?delete", "<Delete><Quiet>true</Quiet><Object><Key>b</Key></Object></Delete>")
        #expect(!quiet.text.contains("Deleted"))
        let many = "<Delete>" + String(repeating: "<Object><Key>k</Key></Object>", count: 1_001) + "</Delete>"
        #expect(await s3.deleteAll("/pics?delete", many).code == "MalformedXML")
        #expect(await s3.deleteAll("/pics?delete", "nonsense").code == "MalformedXML")
        let tooLong = "<Object><Key>\(String(repeating: "k", count: 1_025))</Key></Object>"
        await s3.put("/pics/kept", "x")
        let refused = await s3.deleteAll("/pics?delete", "<Delete><Object><Key>kept</Key></Object>\(tooLong)</Delete>")
        #expect((refused.status, refused.code, refused.element("Size")) == (400, "KeyTooLongError", "1025"))
        #expect(await s3.head("/pics/kept").status == 200)
        #expect(await s3.post("/pics?delete", list).code == "InvalidRequest")
    }

    @Test func aDeletionMayNameTheTagOfItsObject() async {
        await s3.put("/pics/a", "x")
        let wrong = await s3.deleteAll("/pics?delete", "<Delete><Object><Key>a</Key><ETag>\"b\"</ETag></Object></Delete>")
        #expect(wrong.code == "PreconditionFailed")
        #expect(await s3.get("/pics/a").status == 200)
        let right = "<Delete><Object><Key>a</Key><ETag>9dd4e461268c8034f5c8564e155c67a6</ETag></Object></Delete>"
        #expect(await s3.deleteAll("/pics?delete", right).element("Code") == nil)
        #expect(await s3.get("/pics/a").status == 404)
    }

    private static let linkV2 = "AWSAccessKeyId=test&Expires=1900000000&Signature=x"

    /// The SDKs before version 4 write such links.
    @Test func aLinkOfVersion2CarriesTheType() async {
        await s3.put("/pics/a?\(Self.linkV2)&content-type=image%2Fpng&x-amz-meta-a=b", "x")
        let object = await s3.head("/pics/a")
        #expect((object.header("Content-Type"), object.header("x-amz-meta-a")) == ("image/png", "b"))
        await s3.put("/pics/b?\(Self.linkV2)&Content-Type=image%2Fpng", "x", [("Content-Type", "text/plain")])
        #expect(await s3.head("/pics/b").header("Content-Type") == "text/plain")
        await s3.put("/pics/c?X-Amz-Signature=x&Content-Type=image%2Fpng", "x")
        #expect(await s3.head("/pics/c").header("Content-Type") == "binary/octet-stream")
    }

    @Test func aConditionInALinkDoesNotDelete() async {
        let refusal = await s3.delete("/pics/photo.jpg?\(Self.linkV2)&x-amz-if-match-size=3")
        #expect((refusal.status, refusal.element("Header")) == (501, "x-amz-if-match-size"))
        #expect(await s3.get("/pics/photo.jpg").status == 200)
    }

    @Test func aLinkOfVersion4MayCarryAConditionOfAWrite() async {
        let link = "/pics/a?X-Amz-Signature=x"
        #expect(await s3.put("\(link)&If-None-Match=%2A", "1").status == 200)
        let taken = await s3.put("\(link)&If-None-Match=%2A", "2")
        #expect((taken.status, taken.element("Condition")) == (412, "If-None-Match"))
        #expect(await s3.put("\(link)&if-match=%22b%22", "2").element("Condition") == "If-Match")
        #expect(await s3.delete("\(link)&If-Match=%22b%22").status == 412)
        #expect(await s3.put("\(link)&If-Match=c4ca4238a0b923820dcc509a6f75849b", "2").status == 200)
        #expect(await s3.put("\(link)&If-Match=%22b%22", "3", [("If-Match", "\"c81e728d9d4c2f636f067f89cc14862c\"")]).status == 200)
        // Neither is signed.
        #expect(await s3.put("/pics/a?\(Self.linkV2)&If-None-Match=%2A", "4").status == 200)
        #expect(await s3.put("/pics/a?If-None-Match=%2A", "5").status == 200)
    }

    @Test func twoACLsContradict() async {
        #expect(await s3.put("/pics/a", "", [("x-amz-acl", "private"), ("x-amz-acl", "public-read")]).code == "InvalidArgument")
        #expect(await s3.put("/pics/a", "", [("x-amz-acl", "private"), ("x-amz-acl", "private")]).status == 200)
    }
}
