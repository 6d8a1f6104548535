import Foundation
import FoundationNetworking
import Testing

/// Story 1: a feed from the API, its pictures from S3.
@Suite(.timeLimit(.minutes(5))) struct PoseFeedTests {
    let server: RunningServer
    let client: FeedClient
    let admin: Admin

    init() async throws {
        server = try await RunningServer()
        client = FeedClient(api: server.http)
        admin = Admin(server: server)
    }

    // MARK: As it is

    @Test func hasTwoFullPagesAShortOneAndThenNone() async throws {
        let pages = try await client.scrollToTheEnd()
        #expect(pages.map(\.count) == [8, 8, 5])
        #expect(Set(pages.joined().map(\.poseId)).count == 21)
        #expect(try await client.page(99).isEmpty)
    }

    @Test func namesPicturesOnThisServersS3Address() async throws {
        for pose in try await client.scrollToTheEnd().joined() {
            #expect(pose.imageKey.absoluteString.hasPrefix("\(server.s3.absoluteString)/pose-images/"))
        }
    }

    @Test func deliversEveryPictureByteForByte() async throws {
        let poses = try await client.scrollToTheEnd().flatMap { $0 }
        let pictures = await client.pictures(of: poses)
        for pose in poses {
            let picture = try #require(pictures[pose.poseId]).get()
            let file = Program.sample.appending(path: "s3\(pose.imageKey.path)")
            #expect(picture.data == (try Data(contentsOf: file)), "\(pose.imageKey)")
            #expect(picture.contentType == (file.pathExtension == "png" ? "image/png" : "image/jpeg"))
        }
    }

    @Test func answersASecondPassFromTheCacheAsTheJournalProves() async throws {
        let poses = try await client.scrollToTheEnd().flatMap { $0 }
        _ = await client.pictures(of: poses)
        let pictures: [String: any Sendable] = ["method": "GET", "urlPathPattern": "/pose-images/.*"]
        #expect(try await admin.count(pictures) == 21)

        let again = await client.pictures(of: poses)
        let deliveries = try again.values.map { try $0.get().delivery }
        #expect(deliveries.count { $0 == .kept } == 16)
        #expect(deliveries.count { $0 == .revalidated } == 5)
        #expect(try await admin.count(pictures) == 21 + 5)
    }

    @Test func filtersByPeopleAndByTags() async throws {
        let two = try await client.page(0, of: "api/pose", ["peopleCount": "2"])
        let tagged = try await client.page(0, of: "api/pose", ["tags": "jump,친구"])
        let both = try await client.page(0, of: "api/pose", ["peopleCount": "2", "tags": "jump"])
        #expect(!two.isEmpty && !tagged.isEmpty && both == two && tagged != two)
        #expect(try await client.page(0, of: "api/pose", ["peopleCount": "9"]).isEmpty)
        #expect(await client.pictures(of: two + tagged).values.allSatisfy { (try? $0.get()) != nil })
    }

    @Test func hasBookmarksForOneUserAndNoneForOthers() async throws {
        #expect(try await client.page(0, of: "api/bookmark/feed", ["userId": "0"]).count == 3)
        #expect(try await client.page(1, of: "api/bookmark/feed", ["userId": "0"]).isEmpty)
        #expect(try await client.page(0, of: "api/bookmark/feed", ["userId": "1"]).isEmpty)
    }

    @Test func servesRangesAndHeadsOfPictures() async throws {
        let url = "\(server.s3.absoluteString)/pose-images/pose-01.jpg"
        let whole = try await Curl(url)
        let part = try await Curl(url, "-H", "Range: bytes=100-199")
        #expect(part.status == 206)
        #expect(part.body == whole.body[100..<200])
        #expect(part.headers["content-range"] == "bytes 100-199/\(whole.body.count)")
        let head = try await Curl(url, "--head")
        #expect(head.headers["content-length"] == "\(whole.body.count)")
        #expect(head.headers["etag"] == whole.headers["etag"])
        #expect(try await Curl(url, "-H", "If-None-Match: \(whole.headers["etag"] ?? "")").status == 304)
    }

    @Test func validatesPicturesByTagAndByDate() async throws {
        let url = "\(server.s3.absoluteString)/pose-images/pose-01.jpg"
        let whole = try await Curl(url)
        let tag = try #require(whole.headers["etag"])
        let date = try #require(whole.headers["last-modified"])
        #expect(tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.count > 2)
        #expect(whole.headers["cache-control"] == "public, max-age=3600")
        let unchanged = try await Curl(url, "-H", "If-Modified-Since: \(date)")
        #expect(unchanged.status == 304 && unchanged.body.isEmpty && unchanged.headers["etag"] == tag)
        #expect(try await Curl(url, "-H", "If-None-Match: \"other\"").status == 200)
        #expect(try await Curl(url, "-H", "Range: bytes=0-9", "-H", "If-Range: \(tag)").status == 206)
        #expect(try await Curl(url, "-H", "Range: bytes=0-9", "-H", "If-Range: \"other\"").body == whole.body)
        #expect(try await Curl(url, "-H", "Range: bytes=\(whole.body.count)-").status == 416)
    }

    // MARK: As a test wants it

    @Test func showsTheSamePictureOnEveryItem() async throws {
        try await admin.set("pose-feed", "same-picture")
        let page = try await client.page(0)
        #expect(page.count == 8)
        #expect(Set(page.map(\.imageKey)).count == 1)
    }

    @Test func isEmptyWhenToldTo() async throws {
        try await admin.set("pose-feed", "empty")
        #expect(try await client.page(0).isEmpty)
        #expect(try await client.page(0, of: "api/bookmark/feed", ["userId": "0"]).isEmpty)
    }

    @Test(arguments: [("unauthorized", 401), ("not-found", 404), ("server-error", 500), ("unavailable", 503)])
    func failsWithAStatusWhilePicturesAreFine(state: String, status: Int) async throws {
        let page = try await client.page(0)
        try await admin.set("pose-feed", state)
        await #expect(throws: FeedClient.StatusError(status: status)) { try await client.page(0) }
        #expect(await client.pictures(of: page).values.allSatisfy { (try? $0.get()) != nil })
        try await admin.resetScenarios()
        #expect(try await client.page(0) == page)
    }

    @Test func keepsTheFeedWhilePicturesFail() async throws {
        try await admin.set("pose-images", "all-fail")
        let page = try await client.page(0)
        #expect(page.count == 8)
        for result in await client.pictures(of: page).values {
            #expect(throws: FeedClient.StatusError(status: 503)) { try result.get() }
        }
    }

    @Test func failsOnePictureOfEight() async throws {
        try await admin.set("pose-images", "one-fails")
        let results = await client.pictures(of: try await client.page(0))
        #expect(results.values.count { (try? $0.get()) == nil } == 1)
        #expect(throws: FeedClient.StatusError(status: 500)) { try results[322]?.get() }
    }

    @Test func delaysOnePictureOfEight() async throws {
        try await admin.set("pose-images", "one-slow")
        let page = try await client.page(0)
        #expect(await client.pictures(of: page).values.allSatisfy { (try? $0.get()) != nil })
        // Told by the server: what the clients measure is also what else the machine does.
        let delays = try await admin.delays(of: "/pose-images/")
        #expect(delays.count == 8)
        #expect(delays.filter { $0.value > 0 } == ["/pose-images/pose-04.jpg": 2_000])
    }

    @Test func cutsOnePictureOfEight() async throws {
        try await admin.set("pose-images", "one-cut")
        let whole = try Data(contentsOf: Program.sample.appending(path: "s3/pose-images/pose-04.jpg"))
        let cut = try await Curl("\(server.s3.absoluteString)/pose-images/pose-04.jpg")
        #expect(cut.exitCode == 18)
        #expect(cut.headers["content-length"] == "\(whole.count)")
        #expect(cut.body.count == whole.count / 2)
        #expect(whole.starts(with: cut.body))
        let results = await client.pictures(of: try await client.page(0))
        #expect(results.values.count { (try? $0.get()) == nil } == 1)
    }

    @Test func sendsTextInPlaceOfOnePicture() async throws {
        try await admin.set("pose-images", "one-not-an-image")
        let picture = try await client.picture(server.s3.appending(path: "pose-images/pose-04.jpg"))
        #expect(picture.contentType == "image/jpeg")
        #expect(String(decoding: picture.data, as: UTF8.self).hasPrefix("This is not a picture"))
    }

    @Test func breaksTheConnection() async throws {
        try await admin.set("pose-feed", "transport-error")
        await #expect(throws: URLError.self) { try await client.page(0) }
        #expect(try await Curl("\(server.http.absoluteString)/api/pose/all?pageNumber=0").exitCode == 56)
    }

    @Test func takes800MillisecondsForAPage() async throws {
        try await admin.set("pose-feed", "slow")
        var page: [FeedClient.Pose] = []
        let time = try await ContinuousClock().measure { page = try await client.page(0) }
        #expect(page.count == 8)
        #expect(time >= .milliseconds(800))
    }

    @Test func scriptsFeedAndPicturesApartWhileBothRun() async throws {
        let poses = try await client.page(0)
        try await admin.set("pose-feed", "slow")
        try await admin.set("pose-images", "one-fails")
        async let slow = client.page(1)
        let pictures = await client.pictures(of: poses)
        #expect(pictures.values.count { (try? $0.get()) != nil } == 7)
        #expect(throws: FeedClient.StatusError(status: 500)) { try pictures[322]?.get() }
        let slowPage = try await slow
        try await admin.set("pose-feed", "unavailable")
        await #expect(throws: FeedClient.StatusError(status: 503)) { try await client.page(1) }
        try await admin.send("PUT", "scenarios/pose-feed/state")
        #expect(try await client.page(1).map(\.poseId) == slowPage.map(\.poseId))
        #expect(slowPage.count == 8)
        #expect(try await Curl("\(server.s3.absoluteString)/pose-images/pose-04.jpg").status == 500)
    }

    @Test func scriptedLatencyIsShortenedForAWholeRun() async throws {
        let fast = try await RunningServer(Program.sample, ["--latency-scale", "0.25"])
        try await Admin(server: fast).set("pose-feed", "slow")
        #expect(try await FeedClient(api: fast.http).page(0).count == 8)
        let entries = try await Admin(server: fast).send("GET", "requests")["requests"] as? [[String: Any]]
        #expect((entries?.first?["timing"] as? [String: Any])?["addedDelay"] as? Int == 200)
    }

    @Test func failsTwiceAndThenWorks() async throws {
        try await admin.set("pose-feed", "fails-twice")
        for _ in 1...2 {
            await #expect(throws: FeedClient.StatusError(status: 503)) { try await client.page(0) }
        }
        #expect(try await client.page(0).count == 8)
    }
}
