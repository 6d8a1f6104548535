import Foundation
import Testing

@testable import Handlebars

/// `docs/templates.md` has a row for every helper, and its examples print what they say.
@Suite struct TemplatesDocumentTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var helper: String
        var example: String?
        var printed: String?
        var testDescription: String { example ?? helper }
    }

    /// `| helper | arguments | gives | example | prints |`
    static let rows: [Row] = {
        var folder = URL(filePath: #filePath)
        repeat { folder.deleteLastPathComponent() } while !FileManager.default.fileExists(atPath: folder.path + "/Package.swift")
        let text = try! String(contentsOf: folder.appending(path: "docs/templates.md"), encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
            guard cells.count == 7, let helper = code(cells[1]) else { return nil }
            return Row(helper: helper, example: code(cells[4]), printed: code(cells[5]))
        }
    }()

    private static func code(_ cell: String) -> String? {
        cell.hasPrefix("`") && cell.hasSuffix("`") && cell.count > 2 ? String(cell.dropFirst().dropLast()) : nil
    }

    @Test func namesEveryHelperOnce() {
        #expect(Self.rows.map(\.helper).sorted() == TemplateHelperRegistry.closed.names)
    }

    @Test(arguments: rows.filter { $0.example != nil })
    func examplePrintsWhatIsWritten(_ row: Row) throws {
        #expect(row.example?.contains(row.helper) == true)
        #expect(try HelperRequest.body(row.example ?? "") == row.printed ?? "")
    }
}
