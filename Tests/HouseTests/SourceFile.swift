import Foundation

/// A file of Swift of this project.
struct SourceFile: Sendable {
    /// From the project's folder, e.g. `Sources/Digest/MessageDigest.swift`.
    let path: String
    let text: String
    /// The text with blanks in place of comments and of what string literals hold. Lines are where they were.
    let code: String
    /// The modules that it imports, submodules by their first name.
    let imports: Set<String>

    init(path: String, text: String) {
        self.path = path
        self.text = text
        code = SwiftText.code(of: text)
        imports = Set(Self.importing.matches(in: code).map(\.group))
    }

    var name: String { String(path.split(separator: "/").last ?? "") }
    /// The folder of `Sources` or `Tests` that it is in.
    var room: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }
    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    var codeLines: [Substring] { code.split(separator: "\n", omittingEmptySubsequences: false) }

    private static let importing = Pattern(
        #"^\s*(?:@[A-Za-z_]+ )*(?:(?:public|package|internal|fileprivate|private) )?import (?:(?:struct|enum|class|func|let|var|protocol|typealias) )?([A-Za-z_0-9]+)"#
    )

    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized

    /// The files below `Sources`, and those below `Tests`. A folder's own `.build` is left out.
    static let sources = all(below: "Sources")
    static let tests = all(below: "Tests")

    private static func all(below folder: String) -> [SourceFile] {
        let walk = FileManager.default.enumerator(
            at: root.appending(path: folder), includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
        var files: [SourceFile] = []
        for case let url as URL in walk ?? .init() where url.pathExtension == "swift" {
            guard let text = try? String(contentsOf: url, encoding: .utf8) else { continue }
            files.append(SourceFile(path: String(url.standardized.path.dropFirst(root.path.count + 1)), text: text))
        }
        return files.sorted { $0.path < $1.path }
    }
}
