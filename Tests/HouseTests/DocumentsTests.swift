import Foundation
import Testing

/// What the documents for engineers say about the sources.
@Suite struct DocumentsTests {
    private static let file = Pattern(#"`([A-Za-z0-9_+/]+\.swift)`"#)
    /// Examples of names: `XMatcher.swift`, `DoX.swift`.
    private static let example = Pattern(#"((?:^|/)(?:Do)?X[A-Z]?[a-z]*\.swift$)"#)

    @Test(arguments: ["docs/architecture.md", "CONTRIBUTING.md"])
    func theFilesTheyNameExist(document: String) throws {
        let text = try String(contentsOf: SourceFile.root.appending(path: document), encoding: .utf8)
        let known = (SourceFile.sources + SourceFile.tests).map(\.path)
        let named = Set(Self.file.matches(in: text).map(\.group)).filter { Self.example.matches(in: $0).isEmpty }
        #expect(named.count > 10)
        for name in named.sorted() {
            let exists = name == "Package.swift" || known.contains { $0 == name || $0.hasSuffix("/" + name) }
            #expect(exists, "\(document) names \(name), which is not there")
        }
    }
}
