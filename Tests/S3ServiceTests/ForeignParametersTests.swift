import HTTPMessage
import S3Dialect
import Synchronization
import Testing

@testable import S3Service

/// Parameters and fields of other operations, and values that S3 does not know.
@Suite struct ForeignParametersTests {
    private let s3: S3Fixture

    init() throws { s3 = try S3Fixture() }

    private static let forVersion2 = "only supported in REST.GET.BUCKET with list-type=2"

    /// A client that pages by the other version's parameter would get the first page for ever.
    @Test(arguments: [
        ("continuation-token=x", "continuation-token", "continuation-token \(forVersion2)"),
        ("start-after=a&continuation-token=", "continuation-token", "continuation-token \(forVersion2)"),
        ("start-after=a", "start-after", "startAfter \(forVersion2)"),
        ("list-type=2&marker=a", "marker", "Marker unsupported with REST.GET.BUCKET in list-type=2"),
        ("list-type=2&marker=", "marker", "Marker unsupported with REST.GET.BUCKET in list-type=2"),
    ])
    func aParameterOfTheOtherListingIsRefused(query: String, name: String, message: String) async {
        for bucket in ["pics", "none"] {
            let answer = await s3.get("/\(bucket)?\(query)")
            #expect((answer.status, answer.code, answer.element("Message")) == (400, "InvalidArgument", message))
            #expect((answer.element("ArgumentName"), answer.element("ArgumentValue")) == (name, nil))
        }
    }

    @Test func aBucketHasNoVersionAndNoPart() async {
        for (method, more) in [("GET", ""), ("GET", "&list-type=2"), ("GET", "&versioning"), ("DELETE", "")] {
            let answer = await s3.answer(method, "/pics?versionId=x\(more)")
            #expect((answer.status, answer.code, answer.element("ArgumentName")) == (400, "InvalidArgument", "versionId"))
            #expect(answer.element("Message") == "This operation does not accept a version-id.")
        }
        for method in ["GET", "PUT", "DELETE"] {
            let answer = await s3.answer(method, "/pics?partNumber=1")
            #expect((answer.status, answer.code) == (400, "InvalidRequest"))
            #expect(answer.element("Message") == "Object must have a valid key name.")
        }
        #expect(await s3.answer("OPTIONS", "/pics?partNumber=1").element("Message") != "Object must have a valid key name.")
    }

    @Test(arguments: [("GET", ""), ("GET", "&list-type=2"), ("DELETE", "")])
    func anUploadNeedsAKey(method: String, more: String) async {
        await s3.put("/made")
        let answer = await s3.answer(method, "/made?uploadId=x\(more)")
        #expect((answer.status, answer.code, answer.element("Message")) == (400, "InvalidRequest", "A key must be specified"))
        #expect(await s3.head("/made").status == 200)
        #expect(await s3.answer(method, "/none?uploadId=x\(more)").code == "NoSuchBucket")
    }

    @Test func aBucketHasNoTorrentAndItsHeadIsNoListing() async {
        #expect(await s3.get("/pics?torrent").code == "MethodNotAllowed")
        #expect(await s3.head("/pics?list-type=2").status == 200)
    }

    /// What cannot be read is refused before the bucket and the rights; what is out of its range, after them.
    @Test(arguments: ["max-keys", "list-type=2&max-keys", "versions&max-keys", "uploads&max-uploads"])
    func aLimitThatIsNoNumberComesFirst(query: String) async throws {
        #expect(await s3.get("/none?\(query)=abc").code == "InvalidArgument")
        #expect(await s3.get("/none?\(query)=-1").code == "NoSuchBucket")
        let keys = [(accessKey: "test", secretKey: "secret")]
        let closed = try S3Fixture(settings: S3Settings(auth: .strict, keys: keys, anonymous: .none))
        #expect(await closed.get("/pics?\(query)=abc").code == "InvalidArgument")
        #expect(await closed.get("/pics?\(query)=-1").code == "AccessDenied")
    }

    @Test(arguments: ["list-type=2&", "", "versions&", "uploads&"]) func anEncodingMayBeInCapitals(kind: String) async {
        let answer = await s3.get("/pics?\(kind)encoding-type=URL")
        #expect((answer.status, answer.element("EncodingType")) == (200, "URL"))
    }

    @Test(arguments: ["DISABLED", "x", ""]) func aModeOfChecksumsIsEnabled(mode: String) async {
        #expect(await s3.get("/pics/photo.jpg", [("x-amz-checksum-mode", "Enabled")]).status == 200)
        let answer = await s3.get("/pics/photo.jpg", [("x-amz-checksum-mode", mode)])
        #expect((answer.status, answer.code) == (400, "InvalidRequest"))
        #expect(answer.element("Message") == "Value for x-amz-checksum-mode header is invalid.")
        #expect(await s3.head("/pics/photo.jpg", [("x-amz-checksum-mode", mode)]).status == 400)
    }

    /// The common case does not read the field, and must leave others to those who do.
    @Test func aKnownResponseIsNotForAnotherMode() async throws {
        let s3 = try S3Fixture(settlingTime: .nanoseconds(-1))
        func known(_ mode: String) -> Bool {
            let request = Request(target: "/pics/photo.jpg", headers: [("Host", "127.0.0.1:9000"), ("x-amz-checksum-mode", mode)])
            return s3.service.knownPlan(for: request, in: s3.layer, now: s3.now.withLock { $0 }) != nil
        }
        _ = await s3.get("/pics/photo.jpg")
        #expect(known("ENABLED"))
        #expect(!known("DISABLED"))
    }

    @Test(arguments: ["ETag,,ObjectSize", ",ETag", "ETag, ,ObjectSize"]) func anAttributeHasAName(list: String) async {
        let answer = await s3.get("/pics/photo.jpg?attributes", [("x-amz-object-attributes", list)])
        #expect((answer.status, answer.code) == (400, "InvalidArgument"))
        #expect(answer.element("Message") == "Invalid attribute name specified.")
        #expect(await s3.get("/pics/photo.jpg?attributes", [("x-amz-object-attributes", "ObjectSize,")]).element("ObjectSize") == "10")
    }

    @Test(arguments: ["get", "LINK"]) func aMethodThatHTTPDoesNotHaveIsRefused(method: String) async {
        for target in ["/", "/pics", "/pics/photo.jpg"] {
            let answer = await s3.answer(method, target)
            #expect((answer.status, answer.code) == (400, "BadRequest"))
            #expect(answer.element("Message") == "An error occurred when parsing the HTTP request.")
        }
    }

    @Test(arguments: [("TRUE", true), ("true", true), ("1", false), ("x", false), ("", false)])
    func onlyTrueIsQuiet(word: String, isQuiet: Bool) async {
        let answer = await s3.deleteAll("/pics?delete", "<Delete><Quiet>\(word)</Quiet><Object><Key>b</Key></Object></Delete>")
        #expect(answer.status == 200)
        #expect(answer.elements("Key") == (isQuiet ? [] : ["b"]))
    }
}
