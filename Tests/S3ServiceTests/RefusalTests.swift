import HTTPMessage
import S3Dialect
import Testing

@testable import S3Service

/// What S3 refuses with a code and a message of its own, and what it takes beside that.
@Suite struct RefusalTests {
    private let s3: S3Fixture

    init() throws { s3 = try S3Fixture() }

    struct Row: Sendable, CustomTestStringConvertible {
        var method = "GET"
        let target: String
        var headers: HeaderFields = []
        var body = ""
        var code: S3ErrorCode = .invalidRequest
        let message: String
        /// Name and value of the argument; empty where there is none.
        var argument: [String] = []

        var testDescription: String { "\(method) \(target) \(message)" }
    }

    private static let source: HeaderFields = [("x-amz-copy-source", "/pics/photo.jpg")]
    private static let chunked: HeaderFields = [
        ("x-amz-content-sha256", "STREAMING-UNSIGNED-PAYLOAD-TRAILER"), ("x-amz-decoded-content-length", "1"),
        ("x-amz-trailer", "x-amz-checksum-crc32"),
    ]
    /// "a" and its checksum.
    private static let chunks = "1\r\na\r\n0\r\nx-amz-checksum-crc32:6LdDRQ==\r\n\r\n"
    private static let unsigned: HeaderFields = [
        ("Authorization", "AWS4-HMAC-SHA256 x"), ("x-amz-content-sha256", "UNSIGNED-PAYLOAD"), ("Content-Encoding", "gzip, aws-chunked"),
    ]
    private static let unsignedInTwoFields: HeaderFields = [
        ("Authorization", "AWS4-HMAC-SHA256 x"), ("x-amz-content-sha256", "UNSIGNED-PAYLOAD"), ("Content-Encoding", "gzip"),
        ("Content-Encoding", "AWS-chunked"),
    ]
    private static let tags = "<Tagging><TagSet><Tag><Key>a</Key><Value>1</Value></Tag></TagSet></Tagging>"

    private static let noDigest = "Missing required header for this request: Content-MD5 OR x-amz-checksum-*"
    private static let hasBody = "The request included a body. Requests of this type must not include a non-empty body."
    private static let notChunked = "The value of x-amz-content-sha256 header is invalid."
    private static let noChunks = "aws-chunked encoding is not supported when x-amz-content-sha256 UNSIGNED-PAYLOAD is supplied."
    private static let notOverridable =
        "response-foo is not in the set of overridable response headers. Please refer to the S3 API documentation for a complete list of "
        + "overridable response headers."
    private static let noCopy = "You can only specify a copy source header for copy requests."
    private static let noPart = "This operation does not accept partNumber without uploadId"

    private static let rows: [Row] =
        ["tagging", "cors"].map { Row(method: "PUT", target: "/pics?\($0)", body: tags, message: noDigest) }
        + ["", "?partNumber=1&uploadId=x"].flatMap { query in
            [
                Row(method: "PUT", target: "/pics/a\(query)", headers: source, body: "x", message: hasBody),
                Row(
                    method: "PUT", target: "/pics/a\(query)", headers: unsigned, body: "x", code: .invalidArgument, message: noChunks,
                    argument: ["Content-Encoding", "gzip, aws-chunked"]),
            ]
        }
        + [
            Row(
                method: "PUT", target: "/pics/a", headers: unsignedInTwoFields, body: "x", code: .invalidArgument, message: noChunks,
                argument: ["Content-Encoding", "gzip,AWS-chunked"]),
            Row(method: "PUT", target: "/pics?lifecycle", body: tags, message: "Missing required header for this request: Content-MD5"),
            Row(method: "PUT", target: "/pics?versioning", headers: chunked, body: chunks, message: notChunked),
            Row(method: "POST", target: "/pics/a?uploads", headers: chunked, body: chunks, message: notChunked),
            Row(
                method: "PUT", target: "/pics/a", headers: HeaderFields(Array(source) + Array(chunked)), body: chunks, message: notChunked),
            Row(target: "/pics/photo.jpg", headers: chunked, message: notChunked),
            Row(
                target: "/pics/photo.jpg?response-foo=bar", code: .invalidArgument, message: notOverridable,
                argument: ["response-foo", "bar"]),
            Row(target: "/pics/photo.jpg?uploads", message: "Key is not expected for the GET method ?uploads subresource"),
            Row(target: "/pics/photo.jpg?versions", message: "There is no such thing as the ?versions sub-resource for a key"),
            Row(method: "PUT", target: "/pics/photo.jpg?tagging", code: .missingRequestBodyError, message: "Request Body is empty"),
            Row(
                target: "/pics?versions&max-keys=-1", code: .invalidArgument, message: "max-keys cannot be negative",
                argument: ["maxKeys", "-1"]),
            Row(
                target: "/pics/a?uploadId=x&max-parts=a", code: .invalidArgument,
                message: "Provided max-parts not an integer or within integer range", argument: ["max-parts", "a"]),
            Row(
                target: "/pics/a?uploadId=x&part-number-marker=a", code: .invalidArgument,
                message: "Provided part-number-marker not an integer or within integer range", argument: ["part-number-marker", "a"]),
            Row(
                method: "POST", target: "/pics/a?uploads", headers: [("x-amz-checksum-type", "WHOLE")],
                message: "Value for x-amz-checksum-type header is invalid."),
        ]
        + [("GET", "/pics"), ("DELETE", "/pics"), ("GET", "/pics?acl"), ("POST", "/pics/a?uploadId=x")].map {
            Row(
                method: $0, target: $1, headers: source, code: .invalidArgument, message: noCopy,
                argument: ["x-amz-copy-source", "/pics/photo.jpg"])
        }
        + ["", "&uploadId="].map {
            Row(
                method: "PUT", target: "/pics/a?partNumber=3\($0)", body: "x", code: .invalidArgument, message: noPart,
                argument: ["partNumber", "partNumber"])
        }
        + [
            ("", "bucket name"), ("//a", "bucket name"), ("/", "bucket name"), ("pics", "object key"), ("/pics/", "object key"),
        ].map {
            Row(
                method: "PUT", target: "/pics/a", headers: [("x-amz-copy-source", $0)], code: .invalidArgument,
                message: "Invalid copy source \($1)", argument: ["x-amz-copy-source", "x-amz-copy-source"])
        }

    @Test(arguments: rows) func isRefused(row: Row) async {
        let answer = await s3.answer(row.method, row.target, row.headers, body: Array(row.body.utf8))
        #expect((answer.status, answer.code) == (400, row.code.rawValue))
        #expect(answer.element("Message") == row.message)
        #expect(answer.elements("ArgumentName") + answer.elements("ArgumentValue") == row.argument)
        #expect(await s3.get("/pics").elements("Key") == ["photo.jpg"])
    }

    @Test(arguments: [
        "tagging", "cors", "lifecycle", "versioning", "website", "notification", "encryption", "logging", "ownershipControls",
        "publicAccessBlock", "requestPayment",
    ]) func aDocumentHasABody(setting: String) async {
        let answer = await s3.set("/pics?\(setting)", "")
        #expect((answer.status, answer.code, answer.element("Message")) == (400, "MissingRequestBodyError", "Request Body is empty"))
    }

    @Test func anEmptyPolicyIsNoJSON() async {
        #expect(await s3.set("/pics?policy", "").code == "MalformedPolicy")
    }

    @Test func aDigestInATrailerIsOne() async {
        let body = String(tags.utf8.count, radix: 16) + "\r\n\(tags)\r\n0\r\nx-amz-checksum-crc32:\(checksum(of: tags))\r\n\r\n"
        var fields = Self.chunked
        fields.set("x-amz-decoded-content-length", String(tags.utf8.count))
        #expect(await s3.put("/pics?tagging", body, fields).status == 204)
        #expect(await s3.get("/pics?tagging").elements("Value") == ["1"])
    }

    private var tags: String { Self.tags }

    private func checksum(of text: String) -> String { Checksum.of(Array(text.utf8), .crc32).text }

    @Test(arguments: ["versioning", "publicAccessBlock"]) func otherSettingsNeedNoDigest(setting: String) async {
        let root = setting == "versioning" ? "VersioningConfiguration" : "PublicAccessBlockConfiguration"
        #expect(await s3.put("/pics?\(setting)", "<\(root)></\(root)>").element("Message") != Self.noDigest)
    }

    /// A link signs no form of the body, and a signature may be for its digest.
    @Test func awsChunkedIsTakenWithoutASignatureForAnUnsignedBody() async {
        #expect(await s3.put("/pics/a", "x", [("Content-Encoding", "aws-chunked")]).status == 200)
        let fields: HeaderFields = [("Content-Encoding", "aws-chunked"), ("x-amz-content-sha256", "UNSIGNED-PAYLOAD")]
        #expect(await s3.put("/pics/a", "x", fields).status == 200)
    }

    @Test func anUploadIsPutInParts() async {
        let answer = await s3.put("/pics/a?uploadId=x", "x")
        #expect((answer.status, answer.code, answer.header("Allow")) == (405, "MethodNotAllowed", "DELETE, POST, GET"))
        #expect(answer.element("ResourceType") == "UPLOAD")
    }

    @Test func aRegionHasAName() async {
        func create(_ content: String) async -> S3Answer {
            await s3.put("/mine", "<CreateBucketConfiguration>\(content)</CreateBucketConfiguration>")
        }
        let refusal = await create("<LocationConstraint></LocationConstraint>")
        #expect((refusal.status, refusal.code) == (400, "InvalidLocationConstraint"))
        #expect(refusal.element("Message") == "The specified location-constraint is not valid")
        #expect(refusal.element("LocationConstraint") == "")
        #expect(await create("<Tags></Tags>").status == 200)
    }

    @Test(arguments: ["aws:a", "AWS:a"]) func aNewBucketHasNoTagsOfTheSystem(key: String) async {
        let body = "<CreateBucketConfiguration><Tags><Tag><Key>\(key)</Key><Value>1</Value></Tag></Tags></CreateBucketConfiguration>"
        let refusal = await s3.put("/mine", body)
        let message =
            #"User-defined tag keys can't start with "aws:". This prefix is reserved for system tags. "#
            + #"Remove "aws:" from your tag keys and try again."#
        #expect((refusal.status, refusal.code) == (400, "InvalidTag"))
        #expect(refusal.element("Message")?.replacing("&quot;", with: "\"") == message)
        #expect(refusal.element("TagKey") == nil)
    }

    @Test(arguments: ["-1", "abc", ""]) func aLimitOfPartsThatIsNoNumberIsNone(limit: String) async {
        let fields: HeaderFields = [("x-amz-object-attributes", "ObjectParts,ObjectSize"), ("x-amz-max-parts", limit)]
        let answer = await s3.get("/pics/photo.jpg?attributes", fields)
        #expect((answer.status, answer.element("ObjectSize")) == (200, "10"))
    }

    @Test func aBlankIsNoPartOfARange() async {
        let answer = await s3.get("/pics/photo.jpg", [("Range", "bytes= -1")])
        #expect((answer.status, answer.text) == (200, "0123456789"))
    }
}
