import Foundation
import HTTPMessage
import Logging
import TestSupport
import Testing

@testable import UnderstudyService

/// Each request gets what was on the disk before it was sent. `script/fresh` does the same a hundred thousand times.
@Suite(.timeLimit(.minutes(5))) struct FreshFilesTests {
    enum Way: CaseIterable { case write, truncate, rename }
    enum Kind: CaseIterable { case droppedFile, bodyFile, object }

    private let folder: TemporaryFolder
    private let service: Service
    private let endpoints: Endpoints

    init() throws {
        folder = try TemporaryFolder()
        for path in ["__files/dropped.txt", "__files/named.txt", "s3/bucket/object.txt"] { try folder.write(path, Self.text(-1)) }
        try folder.write("mappings/a.json", #"{"request": {"url": "/stub"}, "response": {"bodyFileName": "named.txt"}}"#)
        var configuration = Configuration()
        configuration.mocks = folder.path
        (configuration.port, configuration.s3Port) = (0, 0)
        service = try Service(configuration, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        endpoints = try service.start()
    }

    /// Always of the same length.
    private static func text(_ number: Int) -> String { String(number + 1_000_000) }

    private func place(_ kind: Kind) throws -> (path: String, port: Int, target: String) {
        let url = try #require(kind == .object ? endpoints.s3 : endpoints.http)
        let port = try #require(Int(url.split(separator: ":").last ?? ""))
        return switch kind {
        case .droppedFile: ("__files/dropped.txt", port, "/dropped.txt")
        case .bodyFile: ("__files/named.txt", port, "/stub")
        case .object: ("s3/bucket/object.txt", port, "/bucket/object.txt")
        }
    }

    private func replace(_ path: String, _ way: Way, _ text: String) throws {
        switch way {
        case .write:
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path + "/" + path))
            try file.write(contentsOf: Data(text.utf8))
            try file.close()
        case .truncate: try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/" + path))
        case .rename:
            try folder.write("new", text)
            #expect(Glibc.rename(folder.path + "/new", folder.path + "/" + path) == 0)
        }
    }

    @Test(arguments: Kind.allCases, Way.allCases)
    func aReplacedFileIsServedOnTheSameConnection(kind: Kind, way: Way) throws {
        let (path, port, target) = try place(kind)
        let client = try RawClient(port: port)
        var stale = 0
        for number in 0..<200 {
            let expected = Self.text(number)
            try replace(path, way, expected)
            // Twice, so that whatever the first one left behind is there for the second.
            for _ in 0..<2 {
                try client.request("GET", target)
                if try client.response().text != expected { stale += 1 }
            }
        }
        #expect(stale == 0)
        service.stop()
    }
}
