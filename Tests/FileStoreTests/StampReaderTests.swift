import Foundation
import TestSupport
import Testing

@testable import FileStore

@Suite struct StampReaderTests {
    private let folder: TemporaryFolder
    private let root: FileRoot

    init() throws {
        folder = try TemporaryFolder()
        for number in 10..<40 { for place in ["a", "a/b", "c"] { try folder.write("mocks/\(place)/\(number).txt", "\(place)\(number)") } }
        try folder.write("outside/10.txt", "X")
        root = try FileRoot(folder.path + "/mocks")
    }

    private func path(_ text: String) throws -> RelativePath { try #require(RelativePath(text)) }

    @Test func eachFileHasItsOwnStamp() throws {
        var reader = StampReader(root)
        for place in ["a", "a/b", "c", "a"] {
            for number in 10..<40 {
                let path = try path("\(place)/\(number).txt")
                let stamp = reader.stamp(of: path)
                #expect(stamp != nil && stamp == root.stamp(of: path), "\(path.text)")
            }
            #expect(try reader.stamp(of: path("\(place)/none")) == nil)
        }
    }

    @Test func aChangeBeforeTheLookIsSeen() throws {
        var reader = StampReader(root)
        for number in 10..<30 { _ = try reader.stamp(of: path("a/\(number).txt")) }
        try folder.write("mocks/a/30.txt", "longer than before")
        try FileManager.default.removeItem(atPath: folder.path + "/mocks/a/31.txt")
        #expect(try reader.stamp(of: path("a/30.txt"))?.size == 18)
        #expect(try reader.stamp(of: path("a/31.txt")) == nil)
    }

    @Test func aFolderThatCannotBeOpenedBeneathTheRootIsFoundByItsPath() throws {
        try folder.link("mocks/link", to: "../outside")
        var reader = StampReader(root)
        for _ in 0..<20 {
            let path = try path("link/10.txt")
            #expect(reader.stamp(of: path) == root.stamp(of: path))
        }
    }
}
