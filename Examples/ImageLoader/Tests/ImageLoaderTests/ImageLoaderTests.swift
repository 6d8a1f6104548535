import Foundation
import ImageLoader
import Testing
import UnderstudyClient
import UnderstudyTesting

/// Eight pictures: one is slow, one is cut in the middle, and one has a link that has expired.
@Suite(.understudy(mocks: "mocks")) struct ImageLoaderTests {
    /// Each picture takes part in every order, and all eight are in flight together; the album itself does not. A picture is the same one
    /// whatever the signature of its link.
    static let order = ResponseOrder(requests: .anyPicture, ignoredQueryParameters: ["X-Amz-Signature"], arrivals: 8)

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

    @Test(.everyOrder(.triples, order: order)) func eachPictureHasASecondChance() async throws {
        try await Self.loadOneAfterTheOther(OnePerPicture())
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

    /// Sends each picture's request when the one before it has arrived, and waits for all of them.
    fileprivate static func loadOneAfterTheOther(_ chances: any SecondChances) async throws {
        let session = try UnderstudySession.current
        try await stubAlbum(on: session)
        let loader = ImageLoader(album: session.url("/album"), chances: chances)
        var loads: [Task<Result<Data, ImageError>, Never>] = []
        for (number, name) in names.enumerated() {
            loads.append(Task { await loader.picture(number) })
            try await session.awaitRequests(.picture(name))
        }
        for (load, picture) in zip(loads, pictures) { #expect(try await load.value.get() == picture) }
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

/// The same test finds a bug that shows where a picture comes in its second chance before another one fails.
@Suite struct PlantedBugTests {
    @Test(.finds("The test fails when the response"), .understudy(mocks: "mocks"), .everyOrder(order: .slow))
    func secondChancesEndWithTheFirst() async throws { try await ImageLoaderTests.loadOneAfterTheOther(OneRound()) }
}

extension ResponseOrder {
    /// The same, with time for the loader to take each response, on a busy machine as well: a bug that is not found fails the test.
    fileprivate static let slow = {
        var order = ImageLoaderTests.order
        order.settleMilliseconds = 60
        return order
    }()
}

extension RequestPatternBuilder {
    /// The request for a picture, from S3.
    fileprivate static func picture(_ name: String) -> Self { get("/pose-images/\(name)").listener("s3") }
    /// The request for any picture.
    fileprivate static var anyPicture: Self { any.method("GET").listener("s3") }
}
