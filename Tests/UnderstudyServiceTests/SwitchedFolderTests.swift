import Foundation
import Glibc
import HTTPMessage
import Logging
import TestSupport
import Testing

@testable import UnderstudyService

/// The folder of mocks is behind a link, which is switched from one release to the next. Nothing watches the mappings here.
@Suite(.timeLimit(.minutes(5))) struct SwitchedFolderTests {
    enum Kind: CaseIterable { case droppedFile, bodyFile, object, listing }

    private let folder: TemporaryFolder
    private let service: Service
    private let endpoints: Endpoints

    init() throws {
        folder = try TemporaryFolder()
        try Self.make("0", in: folder)
        try folder.link("current", to: "0")
        var configuration = Configuration()
        configuration.mocks = folder.path + "/current/mocks"
        (configuration.port, configuration.s3Port) = (0, 0)
        service = try Service(configuration, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        endpoints = try service.start()
    }

    private static func make(_ release: String, in folder: TemporaryFolder) throws {
        let mocks = release + "/mocks"
        for file in ["__files/dropped.txt", "__files/named.txt", "s3/bucket/object.txt"] { try folder.write("\(mocks)/\(file)", release) }
        try folder.write("\(mocks)/s3/bucket/release-\(release).txt", release)
        try folder.write("\(mocks)/mappings/a.json", #"{"request": {"url": "/stub"}, "response": {"bodyFileName": "named.txt"}}"#)
    }

    @Test(arguments: Kind.allCases, [false, true])
    func theNextReleaseIsServedOnTheSameConnection(kind: Kind, keepsOld: Bool) throws {
        let isHTTP = kind == .droppedFile || kind == .bodyFile
        let url = try #require(isHTTP ? endpoints.http : endpoints.s3)
        let client = try RawClient(port: try #require(Int(url.split(separator: ":").last ?? "")))
        let target =
            switch kind {
            case .droppedFile: "/dropped.txt"
            case .bodyFile: "/stub"
            case .object: "/bucket/object.txt"
            case .listing: "/bucket?list-type=2"
            }
        for number in 0..<50 {
            if number > 0 {
                try Self.make("\(number)", in: folder)
                try folder.link("next", to: "\(number)")
                #expect(rename(folder.path + "/next", folder.path + "/current") == 0)
                if !keepsOld { try FileManager.default.removeItem(atPath: "\(folder.path)/\(number - 1)") }
            }
            // Twice, so that whatever the first one left behind is there for the second.
            for _ in 0..<2 {
                try client.request("GET", target)
                let text = try client.response().text
                #expect(kind == .listing ? text.contains("<Key>release-\(number).txt</Key>") : text == "\(number)")
            }
        }
        service.stop()
    }
}
