import FileStore
import Foundation
import TestSupport
import Testing
import WorkPool

@testable import S3Service

/// Entity tags that are known after a restart.
@Suite struct DigestFileTests {
    private let folder: TemporaryFolder
    private let cache: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        cache = try TemporaryFolder()
        for index in 0..<5 { try folder.write("s3/pics/\(index).jpg", "picture \(index)") }
    }

    private func server(settlingTime: Duration = .nanoseconds(-1)) throws -> S3Fixture {
        var settings = S3Settings()
        settings.cacheDirectory = cache.path
        return try S3Fixture(settings: settings, in: folder, settlingTime: settlingTime)
    }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: cache.path) }

    @Test func onlyTagsAsTheyAreWrittenAreTags() {
        let digits = "0123456789abcdef0123456789abcdef"
        for text in [digits, digits + "-7"] { #expect(DigestTable.Digest(text)?.text == text) }
        let others = [
            digits + "-foo", digits + "-", digits + "-0", digits + "-+7", digits.uppercased(), "+" + digits.dropFirst(), digits + "0",
        ]
        for text in others {
            #expect(DigestTable.Digest(text) == nil, "\(text)")
        }
    }

    @Test func aRestartReadsNothingAgain() async throws {
        let first = try server()
        let tags = await first.get("/pics?list-type=2").elements("ETag")
        #expect(tags.count == 5)
        #expect(first.service.objects.store.digestedFiles == 5)
        let second = try server()
        #expect(await second.get("/pics?list-type=2").elements("ETag") == tags)
        #expect(second.service.objects.store.digestedFiles == 0)
        try folder.write("s3/pics/2.jpg", "another one")
        let third = try server()
        #expect(await third.get("/pics?list-type=2").elements("ETag") != tags)
        #expect(third.service.objects.store.digestedFiles == 1)
        #expect(try names().count == 1)
    }

    @Test func theStopKeepsWhatReadsHaveFoundOut() async throws {
        let first = try server()
        for index in 0..<5 { #expect(await first.get("/pics/\(index).jpg").status == 200) }
        first.service.stop()
        let second = try server()
        #expect(await second.get("/pics?list-type=2").elements("ETag").count == 5)
        #expect(second.service.objects.store.digestedFiles == 0)
    }

    @Test func aListingOfVersionsKeepsTheTags() async throws {
        try folder.write("s3/pics/folder/5.jpg", "picture 5")
        let first = try server()
        let tags = await first.get("/pics?versions&delimiter=/").elements("ETag")
        #expect(tags.count == 5)
        #expect(first.service.objects.store.digestedFiles == 5, "a common prefix needs no tag")
        let second = try server()
        #expect(await second.get("/pics?versions&delimiter=/").elements("ETag") == tags)
        #expect(second.service.objects.store.digestedFiles == 0)
    }

    @Test func whatMayStillChangeIsReadAgain() async throws {
        let first = try server(settlingTime: .seconds(1_000))
        let tags = await first.get("/pics?list-type=2").elements("ETag")
        let second = try server()
        #expect(await second.get("/pics?list-type=2").elements("ETag") == tags)
        #expect(second.service.objects.store.digestedFiles == 5)
    }

    /// What was read of a file that may be being written is not what it has in the end.
    @Test func whatMayStillChangeIsNotRemembered() async throws {
        let s3 = try server(settlingTime: .seconds(1_000))
        let layer = s3.service.objects
        let tags = await s3.get("/pics?list-type=2").elements("ETag")
        layer.note(String(repeating: "0", count: 32), of: try #require(layer.store.root.stamp(of: RelativePath("s3/pics/0.jpg")!)))
        #expect(await s3.get("/pics?list-type=2").elements("ETag") == tags)
    }

    @Test func aListingKeepsNoFileInMemory() async throws {
        let s3 = try server()
        #expect(await s3.get("/pics?list-type=2").elements("ETag").count == 5)
        #expect(s3.service.objects.store.bytesInMemory == 0)
    }

    @Test func whatIsTornIsReadAgain() async throws {
        let tags = try await server().get("/pics?list-type=2").elements("ETag")
        let path = cache.path + "/" + (try #require(try names().first))
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(bytes.count == 5 * 80)
        bytes[100] ^= 1
        try bytes.prefix(5 * 80 - 3).write(to: URL(fileURLWithPath: path))
        let second = try server()
        #expect(await second.get("/pics?list-type=2").elements("ETag") == tags)
        #expect(second.service.objects.store.digestedFiles == 2)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count % 80 == 0)
    }

    @Test func aRecordBehindATornOneIsKept() async throws {
        let first = try server()
        _ = await first.get("/pics?list-type=2")
        let path = cache.path + "/" + (try #require(try names().first))
        try Data(contentsOf: URL(fileURLWithPath: path)).prefix(5 * 80 - 3).write(to: URL(fileURLWithPath: path))
        try folder.write("s3/pics/5.jpg", "picture 5")
        let tags = await first.get("/pics?list-type=2").elements("ETag")
        #expect(tags.count == 6)
        let second = try server()
        #expect(await second.get("/pics?list-type=2").elements("ETag") == tags)
        #expect(second.service.objects.store.digestedFiles == 1)
    }

    @Test func withoutACacheEverythingWorks() async throws {
        var settings = S3Settings()
        settings.cacheDirectory = "/nowhere"
        let s3 = try S3Fixture(settings: settings, in: folder)
        #expect(await s3.get("/pics?list-type=2").elements("ETag").count == 5)
        let lines = try S3Service(FileStore(try FileRoot(folder.path)), settings: settings, work: WorkPool()).start()
        #expect(lines.count == 1 && lines[0].contains("\"/nowhere\""), "\(lines)")
    }

    @Test func oldFilesAreDeleted() async throws {
        for index in 0..<70 { try cache.write("digests-\(index)", "") }
        _ = try await server().get("/pics?list-type=2")
        #expect(try names().count == 64)
    }
}
