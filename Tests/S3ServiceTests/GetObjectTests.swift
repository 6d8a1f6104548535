import Digest
import Foundation
import HTTPMessage
import Synchronization
import TestSupport
import Testing

@testable import S3Service

@Suite(.timeLimit(.minutes(5))) struct GetObjectTests {
    private let s3: S3Fixture
    private let tag = "\"781e5e245d69b566979b86e28d23f2c7\""

    init() throws { s3 = try S3Fixture() }

    @Test func objectHasS3sFields() async {
        let answer = await s3.get("/pics/photo.jpg")
        #expect(answer.status == 200)
        #expect(answer.text == "0123456789")
        #expect(answer.header("ETag") == tag)
        #expect(answer.header("Last-Modified") == "Tue, 14 Nov 2023 22:13:20 GMT")
        #expect(answer.header("Accept-Ranges") == "bytes")
        #expect(answer.header("Content-Type") == "image/jpeg")
        #expect(answer.header("Server") == "AmazonS3")
        #expect(answer.header("x-amz-request-id")?.wholeMatch(of: /[0-9A-Z]{16}/) != nil)
        #expect(answer.header("x-amz-id-2")?.count == 76)
    }

    @Test func anotherOwnerIsRefusedAlsoWhenTheResponseIsKnown() async {
        for _ in 0..<2 { #expect(await s3.get("/pics/photo.jpg").status == 200) }
        for (field, value) in [("x-amz-expected-bucket-owner", "somebody"), ("x-amz-source-expected-bucket-owner", Owner.id)] {
            let refusal = await s3.get("/pics/photo.jpg", [(field, value)])
            #expect(refusal.status == 400)
            #expect(refusal.code == "InvalidBucketOwnerAWSAccountID")
            #expect(refusal.element("Message")?.hasSuffix("must be an AWS Account ID... [\(value)]") == true)
        }
        #expect(await s3.get("/pics/photo.jpg", [("x-amz-expected-bucket-owner", "123456789012")]).status == 200)
    }

    /// Whether the next plain read of the target gets the response that an earlier one has left.
    private func isKnown(_ target: String, to s3: S3Fixture, _ headers: HeaderFields = []) -> Bool {
        let request = Request(target: target, headers: HeaderFields([.init("Host", "127.0.0.1:9000")] + Array(headers)))
        return s3.service.knownPlan(for: request, in: s3.layer, now: s3.now.withLock { $0 }) != nil
    }

    /// A delete that was meant as a copy would lose the object.
    @Test(arguments: ["GET", "HEAD", "DELETE"]) func onlyACopyHasASource(method: String) async throws {
        let s3 = try S3Fixture(settlingTime: .nanoseconds(-1))
        let source: HeaderFields = [("x-amz-copy-source", "pics/x")]
        #expect(await s3.get("/pics/photo.jpg").status == 200)
        #expect(isKnown("/pics/photo.jpg", to: s3) && !isKnown("/pics/photo.jpg", to: s3, source))
        let refusal = await s3.answer(method, "/pics/photo.jpg", source)
        #expect(refusal.status == 400)
        #expect(refusal.code == (method == "HEAD" ? nil : "InvalidArgument"))
        #expect(await s3.get("/pics/photo.jpg").status == 200)
    }

    /// A copy may share its content with a file of the folder. What one session copies, another never sees.
    @Test func aCopyIsForItsSessionAlone() async throws {
        let s3 = try S3Fixture(settlingTime: .nanoseconds(-1))
        #expect(await s3.put("/pics/copy.jpg", "", [("x-amz-copy-source", "/pics/photo.jpg")]).status == 200)
        for _ in 0..<2 { #expect(await s3.get("/pics/copy.jpg").text == "0123456789") }
        let other = s3.service.newLayer()
        #expect(await s3.get("/pics/copy.jpg", in: other).code == "NoSuchKey")
        #expect(await s3.get("/pics/photo.jpg", in: other).text == "0123456789")
        let itself: HeaderFields = [("x-amz-copy-source", "/pics/photo.jpg"), ("x-amz-storage-class", "GLACIER")]
        #expect(await s3.put("/pics/photo.jpg", "", itself).status == 200)
        for _ in 0..<2 { #expect(await s3.get("/pics/photo.jpg").header("x-amz-storage-class") == "GLACIER") }
        #expect(await s3.get("/pics/photo.jpg", in: other).header("x-amz-storage-class") == nil)
    }

    /// A session that has written something reads the folder's other files as fast as before.
    @Test func aFileBesideWhatTheSessionWroteIsKnown() async throws {
        let s3 = try S3Fixture(settlingTime: .nanoseconds(-1))
        #expect(await s3.get("/pics/photo.jpg").status == 200)
        #expect(isKnown("/pics/photo.jpg", to: s3))
        #expect(await s3.put("/pics/new.jpg", "new").status == 200)
        #expect(isKnown("/pics/photo.jpg", to: s3) && !isKnown("/pics/new.jpg", to: s3))
        for change in ["acl", "versioning", "cors"] {
            let s3 = try S3Fixture(settlingTime: .nanoseconds(-1))
            #expect(await s3.get("/pics/photo.jpg").status == 200)
            switch change {
            case "acl": #expect(await s3.put("/pics?acl", "", [("x-amz-acl", "private")]).status == 200)
            case "versioning":
                let on = "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"
                #expect(await s3.put("/pics?versioning", on).status == 200)
            default:
                let rule = "<CORSRule><AllowedMethod>GET</AllowedMethod><AllowedOrigin>*</AllowedOrigin></CORSRule>"
                #expect(await s3.set("/pics?cors", "<CORSConfiguration>\(rule)</CORSConfiguration>").status == 200)
            }
            #expect(!isKnown("/pics/photo.jpg", to: s3), "\(change)")
        }
        #expect(await s3.put("/pics/photo.jpg", "mine").status == 200)
        #expect(!isKnown("/pics/photo.jpg", to: s3))
        #expect(await s3.get("/pics/photo.jpg").text == "mine")
        #expect(await s3.delete("/pics/photo.jpg").status == 204)
        #expect(!isKnown("/pics/photo.jpg", to: s3))
        #expect(await s3.get("/pics/photo.jpg").code == "NoSuchKey")
        s3.layer.reset()
        #expect(isKnown("/pics/photo.jpg", to: s3))
    }

    @Test func aDescriptionIsNoObjectWithoutItsFileEither() async throws {
        let s3 = try S3Fixture(settlingTime: .nanoseconds(-1))
        try s3.folder.write("s3/pics/a.meta.json", "{}")
        #expect(await s3.get("/pics/a.meta.json").status == 404)
        #expect(await s3.get("/pics?list-type=2").elements("Key") == ["photo.jpg"])
        try s3.folder.write("s3/pics/%!a%2Emeta.json", "an object")
        #expect(await s3.get("/pics/a.meta.json").text == "an object")
        #expect(await s3.get("/pics?list-type=2").elements("Key") == ["a.meta.json", "photo.jpg"])
    }

    @Test func headHasTheSameFieldsAndNoMetadataIsInvented() async {
        let names = await (s3.get("/pics/photo.jpg").fields.map(\.name), s3.answer("HEAD", "/pics/photo.jpg").fields.map(\.name))
        #expect(names.0 == names.1)
        #expect(!names.0.contains { $0.hasPrefix("x-amz-meta") || $0.hasPrefix("x-amz-tagging") || $0.hasPrefix("x-amz-checksum") })
    }

    @Test(arguments: ["%00", "a%01b", "%1F", "%EF%BF%BE", "%EF%BF%BF"]) func whatXMLCannotHoldIsReplaced(key: String) async {
        let answer = await s3.get("/pics/\(key)")
        #expect(answer.status == 404)
        #expect(answer.element("Key")?.contains("\u{FFFD}") == true)
        #expect(!answer.text.contains("&#x") && !answer.text.contains("\u{FFFE}") && !answer.text.contains("\u{FFFF}"))
    }

    @Test func lineBreaksInKeysAreReferences() async {
        #expect(await s3.get("/pics/a%0D%0A%09b").element("Key") == "a&#xd;&#xa;&#x9;b")
    }

    @Test func virtualHostedRequestsMeanTheSame() async {
        #expect(await s3.get("/photo.jpg", [("Host", "pics.localhost:9000")]).text == "0123456789")
        #expect(await s3.get("http://pics.localhost/photo.jpg", [("Host", "127.0.0.1:9000")]).text == "0123456789")
        #expect(await s3.get("/photo.jpg", [("Host", "pics.s3.localhost:9000")]).text == "0123456789")
    }

    @Test func everyRequestHasItsOwnIdentity() async {
        var seen: Set<String> = []
        for _ in 0..<2_000 { seen.insert(await s3.get("/pics/photo.jpg").header("x-amz-request-id") ?? "") }
        #expect(seen.count == 2_000)
    }

    @Test func missingKeyIsNamed() async {
        let answer = await s3.get("/pics/no%20such.jpg")
        #expect(answer.status == 404)
        #expect(answer.header("Content-Type") == "application/xml")
        #expect(answer.element("Code") == "NoSuchKey")
        #expect(answer.element("Message") == "The specified key does not exist.")
        #expect(answer.element("Key") == "no such.jpg")
        #expect(answer.element("RequestId") == answer.header("x-amz-request-id"))
        #expect(answer.element("HostId") == answer.header("x-amz-id-2"))
        #expect(!answer.text.contains("xmlns"))
    }

    @Test func missingBucketIsNamed() async {
        let answer = await s3.get("/nothing/photo.jpg")
        #expect(answer.status == 404)
        #expect(answer.element("Code") == "NoSuchBucket")
        #expect(answer.element("BucketName") == "nothing")
    }

    @Test func errorsOnHeadHaveNoBody() async {
        for target in ["/pics/none", "/none/none", "/none"] {
            let answer = await s3.answer("HEAD", target)
            #expect(answer.status == 404)
            #expect(answer.response.body.length == 0)
        }
    }

    @Test(arguments: [
        "/pics/../secret", "/pics/%2e%2e/secret", "/pics/..%2Fsecret", "/../secret", "/%2e%2e/secret", "/./secret", "/pics/./photo.jpg",
        "/pics//photo.jpg", "/pics/photo.jpg/", "/pics/photo.jpg%00", "/pics/sub", "/pics/sub/", "/..", "/%2e%2e", "/.hidden/x",
        "/pics/out.jpg", "/other/photo.jpg",
    ])
    func nothingElseIsReached(target: String) async throws {
        try s3.folder.write("secret", "secret")
        try s3.folder.write("s3/secret", "secret")
        try s3.folder.write("s3/.hidden/x", "secret")
        try s3.folder.write("s3/pics/sub/x", "x")
        try s3.folder.link("s3/pics/out.jpg", to: "/etc/hostname")
        try s3.folder.link("s3/other", to: "/etc")
        let answer = await s3.get(target)
        let isName = !["/.", "/%2e"].contains { target.hasPrefix($0) } || target.hasPrefix("/.hidden")
        #expect(answer.status == (isName ? 404 : 400), "\(answer.text)")
        #expect((isName ? ["NoSuchKey", "NoSuchBucket"] : ["InvalidBucketName"]).contains(answer.element("Code")))
    }

    @Test(arguments: [
        ("a b.txt", "a%20b.txt"), ("a+b.txt", "a+b.txt"), ("a+b.txt", "a%2Bb.txt"), ("a/b.txt", "a%2Fb.txt"), ("100%.txt", "100%25.txt"),
        (".well-known", ".well-known"), ("한글/사진.jpg", "%ED%95%9C%EA%B8%80/%EC%82%AC%EC%A7%84.jpg"), ("한글/사진.jpg", "한글/사진.jpg"),
        ("q?.txt", "q%3F.txt"), ("..a", "..a"), ("%!x%2Emeta.json", "x.meta.json"), ("x.meta.json/y", "x.meta.json/y"),
        ("%!x%2Emeta.json/y", "x.meta.json/y"),
    ])
    func keysOfEveryKindAreFound(name: String, target: String) async throws {
        try s3.folder.write("s3/pics/" + name, "found")
        #expect(await s3.get("/pics/" + target).text == "found")
    }

    @Test(arguments: [
        ("bytes=0-3", "0123", "bytes 0-3/10"), ("bytes=5-", "56789", "bytes 5-9/10"), ("bytes=-2", "89", "bytes 8-9/10"),
        ("bytes=8-100", "89", "bytes 8-9/10"),
    ])
    func rangesAreParts(range: String, text: String, contentRange: String) async {
        let answer = await s3.get("/pics/photo.jpg", [("Range", range)])
        #expect(answer.status == 206)
        #expect(answer.text == text)
        #expect(answer.header("Content-Range") == contentRange)
        #expect(await s3.answer("HEAD", "/pics/photo.jpg", [("Range", range)]).header("Content-Range") == contentRange)
    }

    @Test(arguments: ["bytes=0-1,3-4", "bytes=4-1", "octets=0-1", "bytes=x"])
    func otherRangesAreIgnored(range: String) async { #expect(await s3.get("/pics/photo.jpg", [("Range", range)]).status == 200) }

    /// As for a modifier with a status. A write keeps its conditions.
    @Test(arguments: [("GET", "Range", 200), ("HEAD", "If-None-Match", 200), ("GET", "If-Match", 200), ("DELETE", "If-Match", 412)])
    func aReadOfTheWholeIgnoresConditions(method: String, field: String, status: Int) async {
        let value = ["Range": "bytes=0-3", "If-None-Match": "*"][field] ?? "\"other\""
        let answer = await s3.answer(method, "/pics/photo.jpg", [(field, value)], readsWhole: true)
        #expect(answer.status == status)
        if method == "GET" { #expect(answer.text == "0123456789") }
    }

    @Test func rangeBeyondTheEndIsExplained() async {
        let answer = await s3.get("/pics/photo.jpg", [("Range", "bytes=10-20")])
        #expect(answer.status == 416)
        #expect(answer.element("Code") == "InvalidRange")
        #expect(answer.element("RangeRequested") == "bytes=10-20")
        #expect(answer.element("ActualObjectSize") == "10")
        #expect(answer.header("Content-Range") == "bytes */10")
    }

    @Test func anyRangeOfNothingIsRefused() async throws {
        try s3.folder.write("s3/pics/empty", "")
        #expect(await s3.get("/pics/empty").response.body.length == 0)
        for range in ["bytes=0-0", "bytes=0-", "bytes=-1"] { #expect(await s3.get("/pics/empty", [("Range", range)]).status == 416) }
    }

    @Test func conditionsAreObeyed() async {
        let date = "Tue, 14 Nov 2023 22:13:20 GMT"
        let earlier = "Tue, 14 Nov 2023 22:13:19 GMT"
        let cases: [(HeaderFields, Int)] = [
            ([("If-Match", tag)], 200), ([("If-Match", "\"x\"")], 412), ([("If-Match", "*")], 200),
            ([("If-Match", String(tag.dropFirst().dropLast()))], 200),
            ([("If-None-Match", tag)], 304), ([("If-None-Match", "\"x\", \(tag)")], 304), ([("If-None-Match", "W/\(tag)")], 304),
            ([("If-None-Match", "*")], 304), ([("If-None-Match", "\"x\"")], 200), ([("If-Modified-Since", date)], 304),
            ([("If-Modified-Since", earlier)], 200), ([("If-Unmodified-Since", date)], 200), ([("If-Unmodified-Since", earlier)], 412),
            ([("If-Match", tag), ("If-Unmodified-Since", earlier)], 200), ([("If-None-Match", tag), ("If-Modified-Since", earlier)], 304),
            ([("If-None-Match", "\"x\""), ("If-Modified-Since", date)], 200), ([("Range", "bytes=0-1"), ("If-Range", tag)], 206),
            ([("Range", "bytes=0-1"), ("If-Range", date)], 206), ([("Range", "bytes=0-1"), ("If-Range", "\"x\"")], 200),
        ]
        for (headers, status) in cases {
            #expect(await s3.get("/pics/photo.jpg", headers).status == status, "\(headers.map { $0 })")
            #expect(await s3.answer("HEAD", "/pics/photo.jpg", headers).status == status, "HEAD \(headers.map { $0 })")
        }
    }

    @Test func aDateThatIsYetToComeDoesNotCount() async throws {
        let now = s3.now.withLock { $0.secondsSinceEpoch }
        for (seconds, status) in [(0, 304), (1, 200)] {
            let date = HTTPDate(secondsSinceEpoch: now + seconds).text
            #expect(await s3.get("/pics/photo.jpg", [("If-Modified-Since", date)]).status == status)
        }
        // A file may be newer than the session's clock.
        try s3.folder.setModified("s3/pics/photo.jpg", Double(now + 60))
        let modified = try #require(await s3.get("/pics/photo.jpg").header("Last-Modified"))
        #expect(await s3.get("/pics/photo.jpg", [("If-Modified-Since", modified)]).status == 304)
    }

    @Test func notModifiedHasValidatorsAndIdentityOnly() async throws {
        try s3.folder.write("s3/pics/photo.jpg.meta.json", #"{"headers": {"Cache-Control": "max-age=9"}, "metadata": {"a": "b"}}"#)
        let answer = await s3.get("/pics/photo.jpg", [("If-None-Match", tag)])
        #expect(Set(answer.fields.map(\.name)) == ["x-amz-id-2", "x-amz-request-id", "Server", "Last-Modified", "ETag", "Cache-Control"])
    }

    @Test func failedConditionIsNamed() async {
        let answer = await s3.get("/pics/photo.jpg", [("If-Match", "\"x\"")])
        #expect(answer.element("Code") == "PreconditionFailed")
        #expect(answer.element("Condition") == "If-Match")
    }

    @Test func descriptionGivesFieldsMetadataAndTags() async throws {
        try s3.folder.write(
            "s3/pics/photo.jpg.meta.json",
            #"{"headers": {"Cache-Control": "max-age=60", "content-type": "image/webp"}, "metadata": {"Photographer": "Kim", "city": "서울"}, "tags": {"a": "1", "b": "2"}}"#
        )
        let answer = await s3.get("/pics/photo.jpg")
        #expect(answer.header("Cache-Control") == "max-age=60")
        #expect(answer.response.headers.values("Content-Type") == ["image/webp"])
        #expect(answer.header("x-amz-meta-photographer") == "Kim")
        #expect(answer.header("x-amz-meta-city") == "=?UTF-8?B?7ISc7Jq4?=")
        #expect(answer.header("x-amz-tagging-count") == "2")
        #expect(await s3.get("/pics/photo.jpg.meta.json").status == 404)
        let tags = await s3.get("/pics/photo.jpg?tagging")
        #expect(tags.elements("Key") == ["a", "b"])
        #expect(tags.elements("Value") == ["1", "2"])
    }

    /// As AWS does, for this operation only.
    @Test func theTagsOfAMissingObjectNameItWithItsBucket() async {
        let missing = await s3.get("/pics/none.jpg?tagging")
        #expect((missing.status, missing.code) == (404, "NoSuchKey"))
        #expect(missing.element("Key") == "pics/none.jpg")
        #expect(await s3.put("/pics/none.jpg?tagging", "<Tagging><TagSet/></Tagging>").element("Key") == "none.jpg")
        #expect(await s3.delete("/pics/none.jpg?tagging").element("Key") == "none.jpg")
        #expect(await s3.get("/pics/none.jpg").element("Key") == "none.jpg")
    }

    @Test func aDescriptionAddsNoOtherField() async throws {
        for control in [#"\r\nX-Evil: 1"#, #"\u0000"#, #"\u0001"#] {
            try s3.folder.write("s3/pics/photo.jpg.meta.json", #"{"headers": {"Cache-Control": "a\#(control)"}}"#)
            #expect(await s3.get("/pics/photo.jpg").status == 500, "\(control)")
        }
        try s3.folder.write("s3/pics/photo.jpg.meta.json", #"{"metadata": {"a": "b\r\nX-Evil: 1"}}"#)
        #expect(await s3.get("/pics/photo.jpg").header("x-amz-meta-a") == "=?UTF-8?Q?b=0D=0AX-Evil:_1?=")
    }

    @Test func brokenDescriptionIsAnErrorWithItsPlace() async throws {
        try s3.folder.write("s3/pics/photo.jpg.meta.json", "{,}")
        let answer = await s3.get("/pics/photo.jpg")
        #expect(answer.status == 500)
        #expect(answer.element("Message")?.contains("photo.jpg.meta.json:1:2") == true)
    }

    @Test func changedObjectHasAnotherTag() async throws {
        let before = await s3.get("/pics/photo.jpg").header("ETag")
        try s3.folder.write("s3/pics/photo.jpg", "9876543210")
        let after = await s3.get("/pics/photo.jpg")
        #expect(after.header("ETag") != before)
        #expect(after.text == "9876543210")
    }

    @Test func onePartIsTheWhole() async {
        let answer = await s3.get("/pics/photo.jpg?partNumber=1")
        #expect(answer.status == 206)
        #expect(answer.header("Content-Range") == "bytes 0-9/10")
        #expect(await s3.get("/pics/photo.jpg?partNumber=2").element("Code") == "InvalidPartNumber")
        #expect(await s3.get("/pics/photo.jpg?partNumber=2").status == 416)
        #expect(await s3.get("/pics/photo.jpg?partNumber=%2B1").status == 206)
        for bad in ["+1", "0", "10001", "x", ""] {
            #expect(await s3.get("/pics/photo.jpg?partNumber=\(bad)").element("Code") == "InvalidArgument")
            #expect(await s3.head("/pics/none?partNumber=\(bad)").status == 400)
        }
        #expect(await s3.get("/pics/photo.jpg?partNumber=1", [("Range", "bytes=0-1")]).status == 400)
        #expect(await s3.get("/pics/photo.jpg?partNumber=1", [("If-None-Match", tag)]).status == 304)
        await s3.put("/pics/new.jpg", "hello", [("x-amz-checksum-crc32", "NhCmhg==")])
        let read = await s3.get("/pics/new.jpg?partNumber=1", [("x-amz-checksum-mode", "ENABLED")])
        #expect(read.status == 206 && read.header("x-amz-checksum-crc32") == "NhCmhg==")
        #expect(read.header("x-amz-checksum-type") == "FULL_OBJECT")
    }

    @Test func onlyTheNullVersionIsThere() async {
        #expect(await s3.get("/pics/photo.jpg?versionId=null").status == 200)
        #expect(await s3.get("/pics/photo.jpg?versionId=abc").element("Code") == "InvalidArgument")
        #expect(await s3.get("/pics/photo.jpg?versionId=").status == 400)
    }

    @Test func signedRequestsMayReplaceFields() async {
        let query =
            "?response-content-type=text%2Fplain&response-content-disposition=attachment%3B%20filename%3D%22a+b.jpg%22&X-Amz-Signature=00"
        let answer = await s3.get("/pics/photo.jpg" + query)
        #expect(answer.response.headers.values("Content-Type") == ["text/plain"])
        #expect(answer.header("Content-Disposition") == "attachment; filename=\"a b.jpg\"")
        #expect(await s3.get("/pics/photo.jpg?response-expires=x", [("Authorization", "AWS4-HMAC-SHA256 …")]).header("Expires") == "x")
        #expect(await s3.get("/pics/photo.jpg?response-content-type=text/plain").element("Code") == "InvalidRequest")
        #expect(await s3.get("/pics/photo.jpg?response-expires=a%0D%0Ab&Signature=x").status == 400)
    }

    @Test func largeObjectIsDigestedElsewhereOnce() async throws {
        let s3 = try S3Fixture(cacheBytes: 100_000, settlingTime: .nanoseconds(-1))
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 13) }
        try s3.folder.write("s3/pics/film.mp4", bytes)
        let request = Request(target: "/pics/film.mp4", headers: [("Host", "localhost")])
        guard case .later(let plan) = s3.service.respond(to: request, in: S3Session(layer: s3.layer, now: HTTPDate(secondsSinceEpoch: 0)))
        else {
            Issue.record("not later")
            return
        }
        let first = await withCheckedContinuation { continuation in
            plan.whenFulfilled {
                continuation.resume(returning: $0.response)
                return true
            }
        }
        #expect(first.headers.first("ETag") == "\"\(MessageDigest.of(bytes, .md5).hex)\"")
        #expect(first.body.length == 300_000)
        guard case .plan(let second) = s3.service.respond(to: request, in: S3Session(layer: s3.layer, now: HTTPDate(secondsSinceEpoch: 0)))
        else {
            Issue.record("not at once")
            return
        }
        #expect(second.response.headers.first("ETag") == first.headers.first("ETag"))
    }
}
