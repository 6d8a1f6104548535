import Foundation
import ImageLoader
import Testing
import UnderstudyClient
import UnderstudyTesting

/// Eight pictures: one is slow, one is cut in the middle, and one has a link that has expired.
@Suite(.understudy(mocks: "mocks")) struct ImageLoaderTests {
    /// Each picture takes part in every order; the album itself does not.
    static let order = ResponseOrder(requests: .anyPicture, settleMilliseconds: 60)

    @Test(.everyOrder(.triples, order: order)) func allEightAreShownInTheAlbumsOrder() async throws {
        let session = try UnderstudySession.current
        try await Self.stubAlbum(on: session)
        let pictures = try await ImageLoader(album: session.url("/album")).pictures().map { try $0.get() }
        #expect(pictures == Self.pictures)
        try await session.verify(.get("/album"), .exactly(2))
        try await session.verify(.picture("pose-05.jpg"), .exactly(2))
        try await session.verify(.picture("pose-07.jpg"), .exactly(2))
        try await session.verify(.anyPicture, .exactly(10))
    }

    @Test(.understudy(clock: .manual)) func onlyTheSlowPictureIsWaitedFor() async throws {
        let session = try UnderstudySession.current
        try await Self.stubAlbum(on: session, slowBy: 30_000)
        let loading = Task { try await ImageLoader(album: session.url("/album")).pictures() }
        try await session.awaitRequests(.anyPicture, count: 10)
        try await session.clock.advance(milliseconds: 30_000)
        #expect(try await loading.value.map { try $0.get() } == Self.pictures)
    }

    @Test func aPictureThatIsCutTwiceIsMissingAlone() async throws {
        let session = try UnderstudySession.current
        try await session.stub("/album", json: Album(links: Self.links(on: session, signature: "new")))
        try await session.stub(.picture("pose-05.jpg").modify(.fault(.truncate())))
        let pictures = try await ImageLoader(album: session.url("/album")).pictures()
        #expect(pictures[4] == .failure(.cut))
        #expect(pictures.filter { $0 != .failure(.cut) }.count == 7)
    }

    /// The sample's first eight pictures.
    private static let names = [
        "pose-01.jpg", "pose-02.jpg", "pose-03.png", "pose-04.jpg", "pose-05.jpg", "pose-06.png", "pose-07.jpg", "pose-08.jpg",
    ]

    private static let pictures: [Data] = {
        let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../../mocks/s3/pose-images").standardized
        return names.map { (try? Data(contentsOf: folder.appendingPathComponent($0))) ?? Data() }
    }()

    private static func links(on session: UnderstudySession, signature: String) throws -> [String] {
        let s3 = try #require(session.s3BaseURL)
        return names.map { "\(s3.absoluteString)/pose-images/\($0)?X-Amz-Signature=\(signature)" }
    }

    private static func stubAlbum(on session: UnderstudySession, slowBy milliseconds: Int = 20) async throws {
        let (old, new) = (try links(on: session, signature: "old"), try links(on: session, signature: "new"))
        try await session.stub {
            Stub.get("/album").respond(json: Album(links: old)).then(.json(Album(links: new)))
            // A stub without a response of its own changes the object's.
            Stub.picture("pose-03.png").modify(.delay(milliseconds: milliseconds))
            Stub.picture("pose-05.jpg").modify(.fault(Fault(.truncate, count: 1)))
            Stub.picture("pose-07.jpg").query("X-Amz-Signature", "old").respond(status: 403)
        }
    }
}

extension RequestPatternBuilder {
    /// The request for a picture, from S3.
    fileprivate static func picture(_ name: String) -> Self { get("/pose-images/\(name)").listener("s3") }
    /// The request for any picture.
    fileprivate static var anyPicture: Self { any.method("GET").listener("s3") }
}
