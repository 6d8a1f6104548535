import FeedApp
import Foundation
import Testing
import UnderstudyClient
import UnderstudyTesting

/// The first story: the pictures of a feed, from S3.
@Suite(.understudy(mocks: "mocks")) @MainActor struct PictureTests {
    @Test func eachPictureIsShown() async throws {
        let (feed, gallery) = try await shown()
        #expect(feed.poses.count == 8)
        #expect(gallery.pictures == Set(feed.poses.map(\.id)))
        try await UnderstudySession.current.verify(.any.method("GET").listener("s3"), .exactly(8))
    }

    @Test func theSecondPassDownloadsNothing() async throws {
        let cache = PictureCache()
        let (feed, _) = try await shown(cache)
        let session = try UnderstudySession.current
        try await session.forgetRequests()
        let second = GalleryModel(cache: cache)
        await second.show(feed.poses)
        #expect(second.pictures.count == 8)
        try await session.verify(.any, .never)
    }

    @Test(.understudy(clock: .manual)) func afterAnHourPicturesAreAskedForAndNotSentAgain() async throws {
        let session = try UnderstudySession.current
        let clock = session.serverClock()
        let start = Date()
        let cache = PictureCache { start.addingTimeInterval(TimeInterval(clock.now.offset.components.seconds)) }
        let (feed, _) = try await shown(cache)
        try await clock.advance(by: .seconds(3600))
        let second = GalleryModel(cache: cache)
        await second.show(feed.poses)
        #expect(second.pictures.count == 8)
        let statuses = try await session.journal().filter { $0.request.path.hasPrefix("/pose-images/") }.map { $0.response?.status }
        #expect(statuses == Array(repeating: 200, count: 8) + Array(repeating: 304, count: 8))
    }

    @Test(.understudy(scenarioStates: ["pose-feed": "same-picture"])) func aPictureThatAllPosesShareIsLoadedOnce() async throws {
        let (feed, gallery) = try await shown()
        #expect(gallery.pictures == Set(feed.poses.map(\.id)))
        try await UnderstudySession.current.verify(.any.listener("s3"), .once)
    }

    @Test(arguments: [("one-fails", PictureError.status(500)), ("one-cut", .cut), ("one-not-an-image", .notAPicture)])
    func onePictureThatFailsLeavesSevenAlone(state: String, error: PictureError) async throws {
        try await UnderstudySession.current.setScenario("pose-images", to: state)
        let (_, gallery) = try await shown()
        #expect(gallery.pictures.count == 7)
        #expect(gallery.tiles.values.filter { $0 == .failed(error) }.count == 1)
    }

    @Test(.understudy(scenarioStates: ["pose-images": "all-fail"])) func theFeedIsFineWhenAllPicturesFail() async throws {
        let (feed, gallery) = try await shown()
        #expect(feed.poses.count == 8)
        #expect(feed.message == nil)
        #expect(gallery.tiles.values.allSatisfy { $0 == .failed(.status(503)) })
    }

    @Test(.understudy(clock: .manual, scenarioStates: ["pose-images": "one-slow"])) func sevenPicturesDoNotWaitForASlowOne() async throws {
        let session = try UnderstudySession.current
        let feed = App(on: session).feed()
        await feed.loadNextPage()
        let gallery = GalleryModel(cache: PictureCache())
        let loading = Task { await gallery.show(feed.poses) }
        try await session.awaitRequests(.any.listener("s3"), count: 8)
        await gallery.reaches(7)
        try await session.clock.advance(milliseconds: 2000)
        await loading.value
        #expect(gallery.pictures.count == 8)
    }

    private func shown(_ cache: PictureCache = PictureCache()) async throws -> (FeedModel, GalleryModel) {
        let feed = try App.current.feed()
        await feed.loadNextPage()
        let gallery = GalleryModel(cache: cache)
        await gallery.show(feed.poses)
        return (feed, gallery)
    }
}

extension GalleryModel {
    /// The poses whose picture is there.
    var pictures: Set<Int> {
        Set(tiles.compactMap { id, tile in if case .picture(let bytes) = tile, bytes > 0 { id } else { nil } })
    }

    /// Waits until so many pictures are shown.
    fileprivate func reaches(_ count: Int) async {
        if pictures.count >= count { return }
        await withCheckedContinuation { continuation in
            onChange = { [unowned self] in
                guard pictures.count >= count else { return }
                onChange = nil
                continuation.resume()
            }
        }
    }
}
