import HTTPMessage
import JSONDocument
import S3Dialect
import Testing

@testable import S3Service

/// What a request has created or removed, and what of a 404 is a mistake.
struct S3EventTests {
    private let s3: S3Fixture

    init() throws {
        s3 = try S3Fixture()
    }

    private func request(_ method: String, _ target: String, _ headers: HeaderFields = []) -> Request {
        var arrival = Arrival.unknown
        arrival.listener = .s3
        var fields: HeaderFields = [("Host", "127.0.0.1:9000")]
        fields.append(contentsOf: headers)
        return Request(method: method, target: target, headers: fields, arrival: arrival)
    }

    /// Performs a request without a body.
    /// - Returns: the records of its event; nil for none.
    private func records(_ method: String, _ target: String, _ headers: HeaderFields = []) -> [JSONValue]? {
        var fields: HeaderFields = [("Host", "127.0.0.1:9000"), ("Content-Length", "0")]
        fields.append(contentsOf: headers)
        var arrival = Arrival.unknown
        arrival.listener = .s3
        let request = Request(method: method, target: target, headers: fields, arrival: arrival)
        let session = S3Session(layer: s3.layer, now: HTTPDate(secondsSinceEpoch: 1_800_000_000), changes: S3ChangeList())
        guard case .plan(let plan) = s3.service.respond(to: request, in: session) else { return nil }
        return s3.service.event(of: request, plan, in: session)?.json["Records"]?.array
    }

    /// Deletes keys with DeleteObjects.
    private func records(deleting keys: String...) async -> [JSONValue] {
        let document = Array(("<Delete>" + keys.map { "<Object><Key>\($0)</Key></Object>" }.joined() + "</Delete>").utf8)
        let fields: HeaderFields = [
            ("Host", "127.0.0.1:9000"), ("Content-Length", String(document.count)),
            ("x-amz-checksum-crc32", Checksum.of(document, .crc32).text),
        ]
        let request = Request(method: "POST", target: "/pics?delete", headers: fields, body: document)
        let session = S3Session(layer: s3.layer, now: HTTPDate(secondsSinceEpoch: 1_800_000_000), changes: S3ChangeList())
        let plan: WirePlan
        switch s3.service.respond(to: request, in: session) {
        case .plan(let known): plan = known
        case .later(let later):
            plan = await withCheckedContinuation { continuation in
                later.whenFulfilled {
                    continuation.resume(returning: $0)
                    return true
                }
            }
        }
        return s3.service.event(of: request, plan, in: session)?.json["Records"]?.array ?? []
    }

    /// Unlike a delete of one object.
    @Test func severalDeletesAreRecordedWithWhatWasNotThere() async {
        let records = await records(deleting: "never.jpg", "photo.jpg")
        #expect(records.map { $0["eventName"] } == ["ObjectRemoved:Delete", "ObjectRemoved:Delete"])
        let objects = records.compactMap { $0["s3"]?["object"]?.object }
        #expect(objects.map { $0["key"] } == ["never.jpg", "photo.jpg"])
        for object in objects { #expect(object.members.map(\.name) == ["key", "sequencer"]) }
        #expect(absence("GET", "/pics/never.jpg") != nil, "it was never there")
    }

    private func absence(_ method: String, _ target: String, _ headers: HeaderFields = []) -> S3Absence? {
        let request = request(method, target, headers)
        return s3.service.absence(for: request, in: S3Session(layer: s3.layer, now: HTTPDate(secondsSinceEpoch: 1_800_000_000)))
    }

    @Test func aPutIsARecordAndAReadIsNone() throws {
        let record = try #require(records("PUT", "/pics/a%20b%2Bc.txt")?.first)
        #expect(record["eventName"] == "ObjectCreated:Put")
        #expect(record["eventTime"] == "2027-01-15T08:00:00.000Z")
        #expect(record["s3"]?["bucket"]?["arn"] == "arn:aws:s3:::pics")
        #expect(record["s3"]?["object"]?["key"] == "a+b%2Bc.txt")
        #expect(record["s3"]?["object"]?["size"] == 0)
        #expect(record["s3"]?["object"]?["eTag"] == "d41d8cd98f00b204e9800998ecf8427e")
        #expect(record["s3"]?["object"]?["versionId"] == nil)
        #expect(records("GET", "/pics/photo.jpg") == nil)
        #expect(records("PUT", "/pics/a%20b%2Bc.txt", [("If-None-Match", "*")]) == nil)
        #expect(records("PUT", "/none/a") == nil)
    }

    @Test func onlyWhatWasThereIsRemoved() throws {
        #expect(records("DELETE", "/pics/never.jpg") == nil)
        let first = try #require(records("DELETE", "/pics/photo.jpg")?.first)
        #expect(first["eventName"] == "ObjectRemoved:Delete")
        #expect(first["s3"]?["object"]?["size"] == nil)
        #expect(records("DELETE", "/pics/photo.jpg") == nil)
        #expect(records("PUT", "/pics/photo.jpg")?.count == 1)
        let second = try #require(records("DELETE", "/pics/photo.jpg?versionId=null")?.first)
        let numbers = [first, second].compactMap { $0["s3"]?["object"]?["sequencer"]?.string }
        #expect(numbers.count == 2 && numbers[0] < numbers[1])
    }

    /// The tag is that of no bytes.
    @Test func aDeleteMarkerHasAnEntityTag() async throws {
        let enabled = "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>"
        #expect(await s3.put("/pics?versioning", enabled).status == 200)
        let made = try #require(records("DELETE", "/pics/photo.jpg")?.first)
        #expect(made["eventName"] == "ObjectRemoved:DeleteMarkerCreated")
        let marker = try #require(made["s3"]?["object"]?.object)
        #expect(marker.members.map(\.name) == ["key", "eTag", "versionId", "sequencer"])
        #expect(marker["eTag"] == "d41d8cd98f00b204e9800998ecf8427e")
        let version = try #require(marker["versionId"]?.string)
        let removed = try #require(records("DELETE", "/pics/photo.jpg?versionId=\(version)")?.first)
        #expect(removed["s3"]?["object"]?.object?.members.map(\.name) == ["key", "versionId", "sequencer"])
    }

    @Test func whatTheSessionHasRemovedIsNoMistake() async {
        await s3.put("/pics/own")
        await s3.put("/own")
        #expect(absence("GET", "/pics/never.jpg")?.sentence == "The bucket \"pics\" has no object \"never.jpg\".")
        #expect(absence("GET", "/none/a")?.sentence == "S3 has no bucket \"none\".")
        for target in ["/pics/own", "/pics/photo.jpg", "/own"] { await s3.delete(target) }
        for target in ["/pics/own", "/pics/photo.jpg", "/own/a", "/own"] { #expect(absence("GET", target) == nil) }
        await s3.put("/pics/kept")
        #expect(absence("GET", "/pics/kept?tagging") == nil)
        #expect(absence("GET", "/pics?cors") == nil)
        #expect(absence("GET", "/pics/never.jpg?uploadId=none") == nil)
    }

    @Test(arguments: ["/pics/copy", "/pics/copy?partNumber=1&uploadId=none"]) func ofACopyTheSourceIsMissing(target: String) async {
        func source(_ text: String) -> S3Absence? { absence("PUT", target, [("x-amz-copy-source", text)]) }
        #expect(source("pics/a%20b%2Fc?versionId=null")?.request.target == "/pics/a%20b/c")
        #expect(source("/none/a")?.sentence == "S3 has no bucket \"none\".")
        #expect(source("/none/a")?.isSource == true)
        #expect(source("/pics/photo.jpg") == nil, "it is a version that is missing, or the upload")
        await s3.delete("/pics/photo.jpg")
        #expect(source("/pics/photo.jpg") == nil, "the session has removed it")
        #expect(absence("PUT", "/none/copy", [("x-amz-copy-source", "/pics/none")])?.isSource == false)
    }

    @Test func aHeadIsAProbe() {
        #expect(absence("HEAD", "/pics/never.jpg")?.isProbe == true)
        #expect(absence("HEAD", "/none")?.isProbe == true)
        #expect(absence("GET", "/pics/never.jpg")?.isProbe == false)
        s3.layer.reset()
    }

    @Test func theRegionIsThatOfTheBucket() async throws {
        let location = "<CreateBucketConfiguration><LocationConstraint>eu-west-1</LocationConstraint></CreateBucketConfiguration>"
        #expect(await s3.put("/far", location).status == 200)
        #expect(records("PUT", "/far/a")?.first?["awsRegion"] == "eu-west-1")
        #expect(records("PUT", "/pics/a")?.first?["awsRegion"] == "us-east-1")
    }
}
