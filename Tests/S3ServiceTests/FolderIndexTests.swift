import FileStore
import Foundation
import TestSupport
import Testing

@testable import S3Service

/// The index of a bucket's folder beside a walk through it, after changes of every kind.
@Suite struct FolderIndexTests {
    private let folder: TemporaryFolder
    private let root: FileRoot
    private static let objects = RelativePath("s3")!

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("s3/pics/a.jpg", "x")
        root = try FileRoot(folder.path)
    }

    private func indices(watches: Bool) -> FolderIndices { FolderIndices(root, folder: Self.objects, watches: watches) }

    private func index(_ indices: FolderIndices, _ bucket: String = "pics") -> FolderIndex {
        indices.index(of: bucket, at: Self.objects.appending(RelativePath(bucket)!))
    }

    private func keys(_ indices: FolderIndices, _ bucket: String = "pics") -> [String] {
        index(indices, bucket).keys.entries.map { $0.key.text }
    }

    private func path(_ name: String) -> String { folder.path + "/s3/" + name }

    private func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

    private func move(_ name: String, to other: String) throws { try FileManager.default.moveItem(atPath: path(name), toPath: path(other)) }

    // MARK: One change

    @Test(arguments: [false, true]) func whatWasWrittenBeforeIsThere(watches: Bool) throws {
        let indices = indices(watches: watches)
        #expect(keys(indices) == ["a.jpg"])
        try folder.write("s3/pics/b.jpg", "x")
        #expect(keys(indices) == ["a.jpg", "b.jpg"])
        try folder.write("s3/pics/deep/er/c.jpg", "x")
        #expect(keys(indices) == ["a.jpg", "b.jpg", "deep/er/c.jpg"])
        try folder.write("s3/pics/deep/er/d.jpg", "x")
        try remove("pics/a.jpg")
        #expect(keys(indices) == ["b.jpg", "deep/er/c.jpg", "deep/er/d.jpg"])
        try move("pics/deep", to: "pics/far")
        try folder.write("s3/pics/far/er/e.jpg", "x")
        #expect(keys(indices) == ["b.jpg", "far/er/c.jpg", "far/er/d.jpg", "far/er/e.jpg"])
        try remove("pics/far")
        try folder.write("s3/pics/far", "a file now")
        #expect(keys(indices) == ["b.jpg", "far"])
    }

    @Test func anIndexWithoutChangesIsTheSame() throws {
        let indices = indices(watches: true)
        let first = index(indices)
        #expect(!first.isWatched || index(indices) === first)
        try folder.write("s3/other/b.jpg", "x")
        #expect(!first.isWatched || index(indices) === first, "another bucket")
    }

    @Test(arguments: [false, true]) func aDescriptionIsNoObject(watches: Bool) throws {
        let indices = indices(watches: watches)
        #expect(keys(indices) == ["a.jpg"])
        try folder.write("s3/pics/a.jpg.meta.json", "{}")
        try folder.write("s3/pics/.DS_Store", "")
        #expect(keys(indices) == ["a.jpg"])
        try remove("pics/a.jpg")
        #expect(keys(indices) == [])
        try folder.write("s3/pics/b/c.meta.json", "{}")
        try folder.write("s3/pics/d.meta.json/e", "x")
        #expect(keys(indices) == ["d.meta.json/e"])
        try remove("pics/d.meta.json")
        try folder.write("s3/pics/a.jpg", "x")
        #expect(keys(indices) == ["a.jpg"])
    }

    @Test(arguments: [false, true]) func escapedNamesAreKeys(watches: Bool) throws {
        let indices = indices(watches: watches)
        try folder.write("s3/pics/x/%!", "x")
        #expect(keys(indices) == ["a.jpg", "x/"])
        try folder.write("s3/pics/x/y", "x")
        try folder.write("s3/pics/%!x", "x")
        try folder.write("s3/pics/%!", "the escape of no key")
        #expect(keys(indices) == ["a.jpg", "x", "x/", "x/y"])
        try remove("pics/x")
        #expect(keys(indices) == ["a.jpg", "x"])
    }

    /// S3 refuses every request that names it.
    @Test(arguments: [false, true]) func aFileWhoseKeyIsTooLongIsNoObject(watches: Bool) throws {
        let indices = indices(watches: watches)
        let folders = String(repeating: String(repeating: "x", count: 204) + "/", count: 5)
        let (last, early, late) = (String(folders.dropLast(5)) + "/abc", folders + "early", folders + "late")
        try folder.write("s3/pics/\(early)", "x")
        #expect(keys(indices) == ["a.jpg"])
        try folder.write("s3/pics/\(late)", "x")
        try folder.write("s3/pics/\(last)", "x")
        #expect(last.utf8.count == ObjectKey.longest)
        #expect(keys(indices) == ["a.jpg", last])
    }

    @Test(arguments: [false, true]) func linksAreFollowed(watches: Bool) throws {
        try folder.write("elsewhere/b.jpg", "x")
        try folder.link("s3/pics/linked", to: "../../elsewhere")
        try folder.link("s3/pics/later.jpg", to: "../../later.jpg")
        let indices = indices(watches: watches)
        #expect(keys(indices) == ["a.jpg", "linked/b.jpg"])
        try folder.write("elsewhere/c.jpg", "x")
        #expect(keys(indices) == ["a.jpg", "linked/b.jpg", "linked/c.jpg"])
        try folder.write("later.jpg", "x")
        #expect(keys(indices) == ["a.jpg", "later.jpg", "linked/b.jpg", "linked/c.jpg"])
        try FileManager.default.removeItem(atPath: folder.path + "/elsewhere")
        #expect(keys(indices) == ["a.jpg", "later.jpg"])
        try folder.write("s3/other/z.jpg", "x")
        try folder.link("s3/pics/new", to: "../other")
        #expect(keys(indices) == ["a.jpg", "later.jpg", "new/z.jpg"])
    }

    @Test(arguments: [false, true]) func anotherFolderMayTakeTheBucketsPlace(watches: Bool) throws {
        let indices = indices(watches: watches)
        #expect(keys(indices) == ["a.jpg"])
        #expect(keys(indices, "none") == [])
        try folder.write("s3/none/late.jpg", "x")
        #expect(keys(indices, "none") == ["late.jpg"])
        try move("pics", to: "old")
        try move("none", to: "pics")
        #expect(keys(indices) == ["late.jpg"])
        try folder.write("s3/old/b.jpg", "x")
        try folder.write("s3/pics/c.jpg", "x")
        #expect(keys(indices) == ["c.jpg", "late.jpg"])
        #expect(keys(indices, "old") == ["a.jpg", "b.jpg"])
        #expect(keys(indices, "none") == [])
    }

    // MARK: Many changes

    @Test(arguments: [false, true]) func manyChangesAtOnce(watches: Bool) throws {
        let indices = indices(watches: watches)
        #expect(keys(indices) == ["a.jpg"])
        for number in 0..<1_200 { try folder.write("s3/pics/many/\(number)", "") }
        #expect(keys(indices).count == 1_201)
        try remove("pics/many")
        #expect(keys(indices) == ["a.jpg"])
    }

    /// More than a bucket keeps while nobody lists it, and more events than the kernel queues.
    @Test func whatIsTooMuchIsWalkedAgain() throws {
        let indices = indices(watches: true)
        #expect(keys(indices) == ["a.jpg"])
        #expect(keys(indices, "other") == [])
        try folder.write("s3/other/0", "")
        #expect(keys(indices, "other") == ["0"])
        for number in 0..<11_000 { link(path("pics/a.jpg"), path("pics/\(number)")) }
        #expect(keys(indices, "other") == ["0"])
        #expect(keys(indices).count == 11_001)
        for number in 0..<11_000 { unlink(path("pics/\(number)")) }
        for number in 0..<11_000 { link(path("pics/a.jpg"), path("pics/z\(number)")) }
        #expect(keys(indices).count == 11_001)
        try folder.write("s3/pics/new", "")
        #expect(keys(indices).count == 11_002)
    }

    /// Random changes, and after each some listings; beside a walk that knows nothing.
    @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64]) func afterEveryChangeItIsWhatAWalkFinds(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let watched = indices(watches: true)
        let stamped = indices(watches: false)
        let names = [
            "a", "b", "c/a", "c/b", "c/d/a", "c/d/b", "e/a", "e", "c", "c/d", "a.meta.json", "c/a.meta.json", "%!a", "e.meta.json/a",
        ]
        for step in 0..<250 {
            let (name, other) = (names.randomElement(using: &random)!, names.randomElement(using: &random)!)
            // What is not possible then changes nothing.
            switch Int.random(in: 0..<12, using: &random) {
            case 0...4: try? folder.write("s3/pics/" + name, "x")
            case 5...6: try? remove("pics/" + name)
            case 7...9: try? move("pics/" + name, to: "pics/" + other)
            case 10: try? move("pics/" + name, to: "aside")
            default: try? move("aside", to: "pics/" + name)
            }
            if Int.random(in: 0..<3, using: &random) == 0 { continue }
            let walked = keys(indices(watches: false))
            #expect(keys(watched) == walked, "step \(step)")
            #expect(keys(stamped) == walked, "step \(step), by stamps")
        }
    }

    /// Listings while files come: each has at least what was there before it.
    @Test func listingsDuringChangesMissNothing() async throws {
        let indices = indices(watches: true)
        _ = index(indices)
        await withTaskGroup(of: Void.self) { group in
            for writer in 0..<2 {
                group.addTask {
                    for number in 0..<300 {
                        let name = "w\(writer)/\(number % 7)/\(number)"
                        try? folder.write("s3/pics/" + name, "x")
                        #expect(index(indices).keys[ObjectKey(name)] != nil, "\(name)")
                        if number % 3 == 0 {
                            try? remove("pics/" + name)
                            #expect(index(indices).keys[ObjectKey(name)] == nil, "\(name)")
                        }
                    }
                }
            }
        }
        #expect(keys(indices) == keys(self.indices(watches: false)))
    }
}
