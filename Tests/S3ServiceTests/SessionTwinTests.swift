import HTTPMessage
import Testing

@testable import S3Service

/// What a miss says about objects that the session has written.
@Suite struct SessionTwinTests {
    private func twin(of path: String, _ s3: S3Fixture) -> String? {
        let session = S3Session(layer: s3.layer, now: HTTPDate(secondsSinceEpoch: 0))
        return s3.service.twin(of: Request(target: path), in: session)?.path
    }

    @Test func anObjectOfNearlyTheSameNameIsNamed() async throws {
        let s3 = try S3Fixture()
        await s3.put("/pics/poses/Front.jpg", "x")
        #expect(twin(of: "/pics/poses/front.jpg", s3) == "/pics/poses/Front.jpg")
        #expect(twin(of: "/pics/poses/Frnot.jpg", s3) == "/pics/poses/Front.jpg")
        #expect(twin(of: "/pics/other/Frnot.jpg", s3) == nil)
    }

    @Test func longKeysAreComparedUpToALimit() async throws {
        let s3 = try S3Fixture()
        await s3.put("/pics/poses/Front.jpg", "x")
        for number in 10..<100 { await s3.put("/pics/a\(number)" + String(repeating: "/a", count: 400), "x") }
        #expect(twin(of: "/pics/A10" + String(repeating: "/a", count: 400), s3) == "/pics/a10" + String(repeating: "/a", count: 400))
        #expect(twin(of: "/pics/poses/front.jpg", s3) == nil)
    }
}
