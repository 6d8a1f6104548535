import HTTPMessage
import Testing

@testable import S3Service

/// The conditions of GetObjectAttributes.
@Suite struct ObjectAttributesTests {
    private let s3: S3Fixture
    private let tag = "\"781e5e245d69b566979b86e28d23f2c7\""
    private let date = "Tue, 14 Nov 2023 22:13:20 GMT"
    private let earlier = "Tue, 14 Nov 2023 22:13:19 GMT"

    init() throws { s3 = try S3Fixture() }

    private func attributes(_ condition: HeaderFields) async -> S3Answer {
        var fields: HeaderFields = [("x-amz-object-attributes", "ObjectSize")]
        fields.append(contentsOf: condition)
        return await s3.get("/pics/photo.jpg?attributes", fields)
    }

    @Test func conditionsAreObeyed() async {
        let cases: [(HeaderFields, Int)] = [
            ([("If-Match", tag)], 200), ([("If-None-Match", "\"x\"")], 200), ([("If-None-Match", tag)], 304),
            ([("If-Modified-Since", date)], 304), ([("If-Modified-Since", earlier)], 200), ([("If-Unmodified-Since", date)], 200),
            ([("If-Match", tag), ("If-Unmodified-Since", earlier)], 200), ([("If-None-Match", tag), ("If-Modified-Since", earlier)], 304),
        ]
        for (fields, status) in cases {
            let answer = await attributes(fields)
            #expect(answer.status == status, "\(fields.map { $0 })")
            #expect(answer.element("ObjectSize") == (status == 200 ? "10" : nil), "\(fields.map { $0 })")
        }
    }

    @Test(arguments: [("If-Match", "\"x\""), ("If-Unmodified-Since", "Tue, 14 Nov 2023 22:13:19 GMT")])
    func aFailedConditionIsNamed(name: String, value: String) async {
        let answer = await attributes([(name, value)])
        #expect((answer.status, answer.code, answer.element("Condition")) == (412, "PreconditionFailed", name))
    }

    @Test func notModifiedNamesTheVersionOnce() async throws {
        await s3.put("/pics?versioning", "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>")
        let version = try #require(await s3.put("/pics/photo.jpg", "0123456789").header("x-amz-version-id"))
        let answer = await attributes([("If-None-Match", tag)])
        #expect((answer.status, answer.text, answer.header("ETag")) == (304, "", tag))
        #expect(answer.fields.filter { $0.name == "x-amz-version-id" }.map(\.value) == [version])
        #expect(answer.fields.filter { $0.name == "Last-Modified" }.count == 1)
    }

    @Test func aRangeDoesNotCount() async {
        for range in ["bytes=0-1", "bytes=20-"] {
            let answer = await attributes([("Range", range)])
            #expect((answer.status, answer.element("ObjectSize")) == (200, "10"))
        }
    }
}
