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

    @Test func thePagesThatCommentsNameExist() {
        let page = Pattern(#"\b(docs/[A-Za-z0-9/_-]+\.md)\b"#)
        for file in SourceFile.sources + SourceFile.tests {
            for name in Set(page.matches(in: file.text).map(\.group)) {
                let exists = FileManager.default.fileExists(atPath: SourceFile.root.appending(path: name).path)
                #expect(exists, "\(file.path) names \(name), which is not there")
            }
        }
    }

    /// The lines of a section of the page on architecture.
    private func lines(ofSection title: String) throws -> [Substring] {
        let text = try String(contentsOf: SourceFile.root.appending(path: "docs/architecture.md"), encoding: .utf8)
        let section = try #require(text.range(of: "## \(title)\n"))
        return text[section.upperBound...].split(separator: "\n").prefix { !$0.hasPrefix("## ") }
    }

    /// Who reads time, as the page on architecture says.
    private func readersOfTime() throws -> [String] {
        let names = Pattern(#"`([A-Za-z0-9+]+)(?:\.[a-z]+)?`"#)
        let rows = try lines(ofSection: "Time").filter { $0.hasPrefix("| ") }.dropFirst()
        return rows.compactMap { $0.split(separator: "|").first }.flatMap { names.matches(in: String($0)).map(\.group) }
    }

    /// `MonotonicClock` has a row for all that reads it, and the client's modules run in another process.
    @Test func whoReadsTimeIsListed() throws {
        let listed = Set(try readersOfTime() + ["WallClock"])
        let read = Pattern(#"ContinuousClock\.now|WallClock\.|clock_gettime|\btime\(nil\)|[=:(] ?\.now\b"#)
        let named = Pattern(#"\b(?:class|struct|enum|extension) ([A-Z][A-Za-z0-9]*)"#)
        let readers = SourceFile.sources.filter { file in
            !["UnderstudyClient", "UnderstudyTesting"].contains { file.room.hasPrefix($0) } && !read.matches(in: file.code).isEmpty
        }
        #expect(readers.count > 10)
        for file in readers {
            let names = named.matches(in: file.code).map(\.group) + [String(file.name.dropLast(6)), file.room]
            #expect(!listed.isDisjoint(with: names), "\(file.path) reads time, which docs/architecture.md does not say")
        }
    }

    @Test func whoReadsTimeExists() throws {
        let readers = try readersOfTime()
        #expect(readers.count > 20)
        let declared = Pattern(#"\b(?:class|struct|enum|actor|protocol) ([A-Z][A-Za-z0-9]*)"#)
        let types = Set(SourceFile.sources.flatMap { declared.matches(in: $0.text).map(\.group) })
        let rooms = Set(Room.all.map(\.name))
        for name in readers {
            let isFile = name.contains("+") && SourceFile.sources.contains { $0.path.hasSuffix("/\(name).swift") }
            #expect(isFile || types.contains(name) || rooms.contains(name), "docs/architecture.md names \(name), which is not there")
        }
    }

    @Test func theLevelsAreThoseOfTheDependencies() throws {
        var levels: [String: Int] = [:]
        for room in Room.all where !room.name.hasPrefix("UnderstudyClient") && room.name != "UnderstudyTesting" {
            levels[room.name] = 1 + (room.uses.compactMap { levels[$0] }.max() ?? -1)
        }
        let name = Pattern(#"`([A-Za-z0-9]+)`"#)
        let row = Pattern(#"^\| (\d+) \| [^|\n]+ \|$"#)
        var written: [String: Int] = [:]
        let text = try String(contentsOf: SourceFile.root.appending(path: "docs/architecture.md"), encoding: .utf8)
        for line in row.matches(in: text) {
            for found in name.matches(in: line.text) { written[found.group] = Int(line.group) }
        }
        for (room, level) in levels.sorted(by: { $0.key < $1.key }) {
            #expect(written[room] == level, "docs/architecture.md, the level of \(room)")
        }
        #expect(written.keys.allSatisfy { levels[$0] != nil })
    }
}
