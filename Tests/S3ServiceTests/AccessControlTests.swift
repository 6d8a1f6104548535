import FileStore
import HTTPMessage
import S3Dialect
import Synchronization
import TestSupport
import Testing

@testable import S3Service

/// Strict mode: signatures, links, and what a request without a key may do.
@Suite struct AccessControlTests {
    private let s3: S3Fixture
    private let maker = LinkMaker(accessKey: "test", secret: "secret")

    init() throws { s3 = try Self.fixture() }

    private static func fixture(
        _ auth: AuthenticationMode = .strict, anonymous: AnonymousAccess = .read, publicHosts: [String] = [],
        settlingTime: Duration = FileStore.settlingTime
    ) throws -> S3Fixture {
        let keys = [(accessKey: "test", secretKey: "secret")]
        return try S3Fixture(
            settings: S3Settings(auth: auth, keys: keys, anonymous: anonymous, publicHosts: publicHosts), settlingTime: settlingTime)
    }

    /// The target of a link that holds for a minute.
    private func link(
        _ bucket: String, _ key: String, method: String = "GET", host: String = "127.0.0.1:9000",
        parameters: [(name: String, value: String)] = []
    ) -> String {
        let base = "http://\(host)"
        let now = s3.now.withLock { $0.secondsSinceEpoch }
        let link = maker.link(
            method, baseURL: base, bucket: bucket, key: Array(key.utf8), expires: 60, now: now, .rotating(number: "1"),
            parameters: parameters)
        return String(link.dropFirst(base.count))
    }

    @Test func folderIsReadWithoutAKey() async {
        #expect(await s3.get("/pics/photo.jpg").text == "0123456789")
        #expect(await s3.head("/pics/photo.jpg").status == 200)
        #expect(await s3.get("/pics?list-type=2").status == 200)
        let listing = await s3.get("/pics")
        #expect(listing.element("Key") != nil && listing.element("Owner") == nil)
        #expect(await s3.get("/pics/none").code == "NoSuchKey")
        #expect(await s3.get("/none/photo.jpg").code == "NoSuchBucket")
        #expect(await s3.get("/").code == "AccessDenied")
        #expect(await s3.put("/pics/new", "x").code == "AccessDenied")
        #expect(await s3.put("/new").code == "AccessDenied")
        #expect(await s3.delete("/pics/photo.jpg").code == "AccessDenied")
        #expect(await s3.put("/pics?versioning", "x").code == "AccessDenied")
        #expect(await s3.get("/pics/new").code == "NoSuchKey")
    }

    @Test func anonymousRequestsMayDoNothingOrWrite() async throws {
        let none = try Self.fixture(anonymous: .none)
        #expect(await none.get("/pics/photo.jpg").code == "AccessDenied")
        let write = try Self.fixture(anonymous: .write)
        #expect(await write.put("/pics/new", "x").status == 200)
        #expect(await write.get("/pics/new").text == "x")
        #expect(await write.put("/new").code == "AccessDenied")
    }

    @Test func linkIsForOneRequestAndOneMinute() async {
        let link = link("pics", "photo.jpg")
        #expect(await s3.get(link).text == "0123456789")
        #expect(await s3.get(link + "&x=1").code == "SignatureDoesNotMatch")
        #expect(await s3.delete(link).code == "SignatureDoesNotMatch")
        #expect(await s3.head(link).status == 403)
        #expect(await s3.get(link, [("Host", "other:9000")]).code == "SignatureDoesNotMatch")
        #expect(await s3.get(link, [("x-amz-acl", "private")]).element("HeadersNotSigned") == "x-amz-acl")
        #expect(await s3.get(link, [("x-amz-content-sha256", "UNSIGNED-PAYLOAD")]).status == 200)
        #expect(await s3.get(link, [("x-amz-content-sha256", String(repeating: "0", count: 64))]).code == "SignatureDoesNotMatch")
        s3.now.withLock { $0.secondsSinceEpoch += 60 }
        #expect(await s3.get(link).element("Message") == "Request has expired")
        #expect(await s3.get("/pics/photo.jpg").status == 200)
    }

    /// A picture that was requested before by its link is found without its operation, as long as the link holds and nothing has changed.
    @Test func aKnownPictureIsFoundByItsLink() async throws {
        let link = link("pics", "photo.jpg")
        let s3 = try Self.fixture(settlingTime: .zero)
        func known(_ target: String, method: String = "GET", _ headers: HeaderFields = [], in layer: SessionLayer? = nil) -> [UInt8]? {
            let fields = HeaderFields([HeaderFields.Field("Host", "127.0.0.1:9000")] + headers)
            let request = Request(method: method, target: target, headers: fields)
            guard let plan = s3.service.knownPlan(for: request, in: layer ?? s3.layer, now: s3.now.withLock { $0 }),
                case .bytes(let bytes) = plan.response.body
            else { return nil }
            return bytes
        }
        let bytes = Array("0123456789".utf8)
        #expect(known(link) == nil)
        #expect(await s3.get(link).text == "0123456789")
        #expect(known(link) == bytes && known(link) == bytes)
        #expect(known("/pics/photo.jpg") == nil, "who may read it without a key is found out each time")
        #expect(known("/pics/photo.jpg?X-Amz-Signature=1") == nil && known(link, method: "HEAD") == nil)
        #expect(known(link, [("Range", "bytes=0-1")]) == nil)
        let other = self.link("pics", "photo.jpg", parameters: [("response-content-type", "text/plain")])
        #expect(await s3.get(other).fields.first("Content-Type") == "text/plain")
        #expect(known(other) == nil && known(link) == bytes)

        s3.now.withLock { $0.secondsSinceEpoch += 60 }
        #expect(known(link) == nil, "it has expired")
        s3.now.withLock { $0.secondsSinceEpoch -= 60 }
        #expect(known(link) == bytes)
        try s3.folder.write("s3/pics/photo.jpg", "another")
        #expect(known(link) == nil, "the file has changed")

        let session = s3.service.newLayer()
        try s3.folder.setModified("s3/pics/photo.jpg", 1_700_000_000)
        #expect(await s3.get(link, in: session).text == "another")
        #expect(await s3.put(self.link("pics", "new.jpg", method: "PUT"), "x", in: session).status == 200)
        #expect(known(link, in: session) == nil, "the session may have changed it")
    }

    @Test func preflightNeedsNoSignature() async {
        let fields: HeaderFields = [("Origin", "https://a.test"), ("Access-Control-Request-Method", "PUT")]
        #expect(
            await s3.answer("OPTIONS", link("pics", "photo.jpg", method: "PUT"), fields).code == "AccessForbidden",
            "no rule, but no signature")
        #expect(await s3.answer("PUT", "/pics/%zz").code == "InvalidURI")
    }

    /// The worker of the wire performs what needs no file, and would wait for the digest of a long one.
    @Test(arguments: [
        ("OPTIONS", "/pics/long"), ("POST", "/pics/long?uploads"), ("DELETE", "/pics/long?uploadId=x"), ("HEAD", "/pics?list-type=2"),
    ])
    func nothingIsDigestedToDecideWhoMayDoIt(method: String, target: String) async throws {
        let s3 = try Self.fixture(anonymous: .write, settlingTime: .nanoseconds(-1))
        try s3.folder.write("s3/pics/long", String(repeating: "0123456789abcdef", count: 20_000))
        let isDigested = { s3.service.objects.isQuick(ObjectKey("long"), in: "pics") }
        _ = await s3.answer(method, target, [("Origin", "https://a.test"), ("Access-Control-Request-Method", "PUT")])
        #expect(!isDigested())
        #expect(await s3.get("/pics/long").status == 200)
        #expect(isDigested())
    }

    @Test func aPrivateFileIsPrivateInEverySpelling() async throws {
        try s3.folder.write("s3/pics/e\u{301}.jpg", "x")
        #expect(await s3.get("/pics/%C3%A9.jpg").text == "x")
        try s3.folder.write("s3/pics/e\u{301}.jpg.meta.json", #"{"acl": "private"}"#)
        #expect(await s3.get("/pics/%C3%A9.jpg").code == "AccessDenied")
        #expect(await s3.get(link("pics", "\u{E9}.jpg")).text == "x")
    }

    @Test func refusalHasWhatWasSigned() async {
        let answer = await s3.get(link("pics", "photo.jpg").replacing("photo", with: "other"))
        #expect(answer.status == 403)
        #expect(answer.element("CanonicalRequest")?.hasPrefix("GET&#xa;/pics/other.jpg&#xa;") == true)
        #expect(answer.element("StringToSign")?.hasPrefix("AWS4-HMAC-SHA256&#xa;") == true)
        #expect(!answer.text.contains("secret"))
    }

    @Test func aKeyMayDoEverything() async {
        #expect(await s3.put(link("pics", "new", method: "PUT"), "x").status == 200)
        #expect(await s3.get("/pics/new").text == "x")
        #expect(await s3.delete(link("pics", "new", method: "DELETE")).status == 204)
        #expect(await s3.get("/pics/new").status == 404)
    }

    @Test func createdBucketHasItsACL() async {
        func make(_ bucket: String, _ acl: String) async {
            let target = link(bucket, "", method: "PUT", parameters: [("x-amz-acl", acl)])
            #expect(await s3.put(target).status == 200)
        }
        await make("closed", "private")
        await make("open", "public-read")
        await make("box", "public-read-write")
        #expect(await s3.get("/closed").code == "AccessDenied")
        #expect(await s3.get("/closed/none").code == "AccessDenied", "not even that it is not there")
        #expect(await s3.get("/open").status == 200)
        #expect(await s3.get("/open/none").code == "NoSuchKey")
        #expect(await s3.put("/open/a", "x").code == "AccessDenied")
        #expect(await s3.put("/box/a", "x").status == 200)
        #expect(await s3.get("/box/a").code == "AccessDenied", "the object is private")
        #expect(await s3.put(link("closed", "a", method: "PUT", parameters: [("x-amz-acl", "public-read")]), "x").status == 200)
        #expect(await s3.get("/closed/a").text == "x")
        for setting in ["versioning", "location"] { #expect(await s3.get("/open?\(setting)").code == "AccessDenied") }
        let attributes: HeaderFields = [("x-amz-object-attributes", "ETag")]
        #expect(await s3.get("/closed/a?attributes", attributes).code == "AccessDenied")
        #expect(await s3.get("/pics/photo.jpg?attributes", attributes).status == 200)
        #expect(await s3.get("/pics?location").status == 200)
    }

    /// Clients that look for the region have no key, or sign for another region.
    @Test func aRefusedHeadOfABucketNamesItsRegion() async {
        let west = "<CreateBucketConfiguration><LocationConstraint>eu-west-1</LocationConstraint></CreateBucketConfiguration>"
        #expect(await s3.put(link("closed", "", method: "PUT"), west).status == 200)
        for target in ["/closed", link("closed", "", method: "DELETE")] {
            let answer = await s3.head(target)
            #expect((answer.status, answer.header("x-amz-bucket-region")) == (403, "eu-west-1"))
        }
        let other = await s3.head("/closed", [("x-amz-expected-bucket-owner", "me")])
        #expect((other.status, other.header("x-amz-bucket-region")) == (400, "eu-west-1"))
        for target in ["/none", "/closed/a"] { #expect(await s3.head(target).header("x-amz-bucket-region") == nil) }
    }

    @Test func pictureNeedsALink() async throws {
        try s3.folder.write("s3/pics/photo.jpg.meta.json", #"{"acl": "private"}"#)
        try s3.folder.write("s3/hidden/a.jpg", "a")
        try s3.folder.write("s3/hidden.meta.json", #"{"acl": "private"}"#)
        try s3.folder.write("s3/secret/a.jpg", "a")
        try s3.folder.write("s3/secret/.meta.json", #"{"acl": "private"}"#)
        for (bucket, key) in [("pics", "photo.jpg"), ("hidden", "a.jpg"), ("secret", "a.jpg")] {
            #expect(await s3.get("/\(bucket)/\(key)").code == "AccessDenied")
            #expect(await s3.get(link(bucket, key)).status == 200)
            #expect(await s3.get("/\(bucket)/\(key)").code == "AccessDenied", "after it was read with a link")
        }
        #expect(await s3.get("/hidden").code == "AccessDenied")
        #expect(await s3.get("/secret/none").code == "AccessDenied")
        #expect(await s3.get("/pics").status == 200)
        #expect(await s3.get(link("secret", ".meta.json")).code == "NoSuchKey")
    }

    @Test func expiryRefusesOnlyWhatHasEnded() async throws {
        let expiry = try Self.fixture(.expiry)
        let target = link("pics", "photo.jpg").replacing(/X-Amz-Signature=.*/, with: "X-Amz-Signature=0")
        #expect(await expiry.get(target).status == 200)
        #expect(await expiry.delete(target.replacing("photo", with: "other")).status == 204)
        expiry.now.withLock { $0.secondsSinceEpoch += 60 }
        #expect(await expiry.get(target).element("Message") == "Request has expired")
        expiry.now.withLock { $0.secondsSinceEpoch -= 60 + 901 }
        #expect(await expiry.get(target).element("Message") == "Request is not yet valid")
        let off = try Self.fixture(.off)
        off.now.withLock { $0.secondsSinceEpoch += 60 }
        #expect(await off.get(target).status == 200)
    }

    @Test func aliasOfTheHostIsAccepted() async throws {
        let target = link("pics", "photo.jpg", host: "minio:9000")
        #expect(await s3.get(target).code == "SignatureDoesNotMatch")
        #expect(try await Self.fixture(publicHosts: ["minio:9000"]).get(target).status == 200)
        let session = S3Session(layer: s3.layer, now: s3.now.withLock { $0 })
        let sentence = s3.service.diagnosis(of: Request(target: target, headers: [("Host", "127.0.0.1:9000")]), in: session)
        #expect(sentence?.hasPrefix("It was signed for the Host minio:9000, and has the Host 127.0.0.1:9000.") == true)
        let held = Request(target: link("pics", "photo.jpg"), headers: [("Host", "127.0.0.1:9000")])
        #expect(s3.service.diagnosis(of: held, in: session) == nil)
    }

    /// These are refused before the signature, whatever that is.
    @Test(arguments: [("photo.jpg?", "%zz?", "InvalidURI"), ("photo.jpg?", "photo.jpg?acl&tagging&", "InvalidArgument")])
    func aRefusedTargetIsNotExplainedByItsSignature(old: String, new: String, code: String) async {
        let target = link("pics", "photo.jpg").replacing(old, with: new)
        #expect(await s3.get(target).code == code)
        let session = S3Session(layer: s3.layer, now: s3.now.withLock { $0 })
        #expect(s3.service.diagnosis(of: Request(target: target, headers: [("Host", "127.0.0.1:9000")]), in: session) == nil)
    }

    /// What PUT and DELETE refuse without a key, other requests refuse, too.
    @Test func aPrivateFileIsNeitherReplacedNorDeletedByDetours() async throws {
        let s3 = try Self.fixture(anonymous: .write)
        try s3.folder.write("s3/pics/photo.jpg.meta.json", #"{"acl": "private"}"#)
        #expect(await s3.put("/pics/photo.jpg", "x").code == "AccessDenied")
        let list = "<Delete><Object><Key>photo.jpg</Key></Object><Object><Key>other</Key></Object></Delete>"
        let answer = await s3.deleteAll("/pics?delete", list)
        #expect(answer.status == 200)
        #expect(answer.elements("Deleted") == ["<Key>other</Key>"])
        #expect(answer.element("Error") == "<Key>photo.jpg</Key><Code>AccessDenied</Code><Message>Access Denied</Message>")
        #expect(await s3.post("/pics", Self.form("photo.jpg"), Self.formType).code == "AccessDenied")
        #expect(await s3.post("/pics", Self.form("new"), Self.formType).status == 204)
        try s3.folder.write("s3/pics/photo.jpg.meta.json", "{}")
        #expect(await s3.get("/pics/photo.jpg").text == "0123456789")
    }

    private func makeBox(_ s3: S3Fixture) async {
        #expect(await s3.put(link("box", "", method: "PUT", parameters: [("x-amz-acl", "public-read-write")])).status == 200)
        #expect(await s3.put(link("box", "kept", method: "PUT"), "kept").status == 200)
        let open = link("box", "open", method: "PUT", parameters: [("x-amz-acl", "public-read-write")])
        #expect(await s3.put(open, "open").status == 200)
    }

    /// As in S3, who may write to a bucket deletes nothing of its owner.
    @Test func anOpenBucketKeepsWhatItsOwnerHasPut() async {
        await makeBox(s3)
        for key in ["kept", "open"] {
            #expect(await s3.delete("/box/\(key)").code == "AccessDenied")
            #expect(await s3.get(link("box", key)).text == key)
        }
        #expect(await s3.post("/box", Self.form("form"), Self.formType).status == 204)
        #expect(await s3.put("/box/new", "1").status == 200)
        #expect(await s3.put("/box/new", "2").status == 200)
        #expect(await s3.get(link("box", "new")).text == "2")
        let list = "<Delete>" + ["kept", "new", "form", "none"].map { "<Object><Key>\($0)</Key></Object>" }.joined() + "</Delete>"
        let answer = await s3.deleteAll("/box?delete", list)
        #expect(answer.status == 200)
        #expect(answer.elements("Deleted") == ["<Key>new</Key>", "<Key>form</Key>", "<Key>none</Key>"])
        #expect(answer.elements("Error") == ["<Key>kept</Key><Code>AccessDenied</Code><Message>Access Denied</Message>"])
        #expect(await s3.get(link("box", "kept")).text == "kept")
    }

    @Test func whatTheOwnerWritesOverIsTheOwners() async {
        await makeBox(s3)
        #expect(await s3.put("/box/new", "1").status == 200)
        #expect(await s3.put(link("box", "new", method: "PUT"), "2").status == 200)
        #expect(await s3.delete("/box/new").code == "AccessDenied")
        #expect(await s3.put("/box/new", "3").status == 200)
        #expect(await s3.delete("/box/new").status == 204, "it is nobody's again")
    }

    /// Each of several deletes has its own refusal.
    @Test func severalDeletesAreRefusedOneByOne() async {
        let list = "<Delete><Object><Key>photo.jpg</Key></Object><Object><Key>none</Key></Object></Delete>"
        let answer = await s3.deleteAll("/pics?delete", list)
        #expect(answer.status == 200)
        #expect(answer.elements("Code") == ["AccessDenied", "AccessDenied"] && answer.element("Deleted") == nil)
        #expect(await s3.deleteAll("/none?delete", list).code == "NoSuchBucket")
        let wrong = await s3.deleteAll("/pics?delete&X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature=0", list)
        #expect(wrong.status != 200 && wrong.element("DeleteResult") == nil)
        #expect(await s3.get("/pics/photo.jpg").text == "0123456789")
    }

    private static let formType: HeaderFields = [("Content-Type", "multipart/form-data; boundary=x")]

    private static func form(_ key: String) -> String {
        "--x\r\nContent-Disposition: form-data; name=\"key\"\r\n\r\n\(key)\r\n"
            + "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"f\"\r\n\r\nnew\r\n--x--\r\n"
    }

    /// Of a bucket that a client created, what is granted to everybody is not about versions.
    @Test func onlyTheOwnerDeletesVersions() async {
        let open = link("mine", "", method: "PUT", parameters: [("x-amz-acl", "public-read-write")])
        #expect(await s3.put(open).status == 200)
        #expect(await s3.put("/mine/a", "1").status == 200)
        #expect(await s3.delete("/mine/a?versionId=null").code == "AccessDenied")
        func list(_ version: String) -> String { "<Delete><Object><Key>a</Key>\(version)</Object></Delete>" }
        #expect(await s3.deleteAll("/mine?delete", list("<VersionId>null</VersionId>")).element("Code") == "AccessDenied")
        #expect(await s3.deleteAll("/mine?delete", list("")).element("Deleted") == "<Key>a</Key>")
        #expect(await s3.put("/mine/a", "1").status == 200)
        #expect(await s3.delete(link("mine", "a", method: "DELETE", parameters: [("versionId", "null")])).status == 204)
    }

    /// The ACL that counts is that of the version.
    @Test func aVersionIsDeletedByItsOwnACL() async throws {
        let s3 = try Self.fixture(anonymous: .write)
        let view = BucketView(s3.service.objects, S3Session(layer: s3.layer, now: s3.now.withLock { $0 }))
        try view.change("pics") { (layer) throws(S3Error) in layer.versioning = .enabled }
        let hidden = link("pics", "a", method: "PUT", parameters: [("x-amz-acl", "private")])
        let first = try #require(await s3.put(hidden, "1").header("x-amz-version-id"))
        let second = try #require(await s3.put(link("pics", "a", method: "PUT"), "2").header("x-amz-version-id"))
        func delete(_ version: String) async -> S3Answer {
            await s3.deleteAll("/pics?delete", "<Delete><Object><Key>a</Key><VersionId>\(version)</VersionId></Object></Delete>")
        }
        #expect(await delete(first).element("Code") == "AccessDenied")
        #expect(await delete(second).element("Deleted") != nil)
        #expect(await s3.get(link("pics", "a")).text == "1")
    }

    /// Only a key begins an upload, so only a key goes on with it.
    @Test func anUploadInPartsNeedsAKey() async throws {
        await makeBox(s3)
        let target = link("box", "big", method: "POST", parameters: [("uploads", "")])
        let id = try #require(await s3.post(target).element("UploadId"))
        let upload = "/box/big?uploadId=\(id)"
        let list = "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>0</ETag></Part></CompleteMultipartUpload>"
        #expect(await s3.put(upload + "&partNumber=1", "x").code == "AccessDenied")
        #expect(await s3.get(upload).code == "AccessDenied")
        #expect(await s3.post(upload, list).code == "AccessDenied")
        #expect(await s3.delete(upload).code == "AccessDenied")
        #expect(await s3.get(link("box", "big", parameters: [("uploadId", id)])).elements("Part").isEmpty)
        #expect(await s3.delete(link("box", "big", method: "DELETE", parameters: [("uploadId", id)])).status == 204)
    }
}
