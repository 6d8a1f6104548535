import Foundation
import MockEngine
import Testing

@Suite struct MatcherRegistryTests {
    @Test func everyMatcherFileIsInTheRegistry() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = root.appending(path: "Sources/MockEngine/Matching/Matchers")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(files.count > 10)
        for file in files {
            let source = try String(contentsOf: file, encoding: .utf8)
            let keys = source.matches(of: /static let key = "([A-Za-z]+)"/).map { String($0.1) }
            #expect(keys.count == 1, "\(file.lastPathComponent) holds \(keys.count) matchers, not one")
            for key in keys {
                #expect(MatcherRegistry.builtIn.keys.contains(key), "\(file.lastPathComponent) is not in MatcherRegistry.builtIn")
            }
        }
    }
}
