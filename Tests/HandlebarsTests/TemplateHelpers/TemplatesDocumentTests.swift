import Foundation
import Testing

@testable import Handlebars

/// `docs/templates.md` has a row for every helper, and its examples print what they say.
@Suite struct TemplatesDocumentTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var helper: String
        /// The names of its `name=value` arguments.
        var options: [String]
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
            let options = cells[2].matches(of: /(\w+)=/).map { String($0.output.1) }
            return Row(helper: helper, options: options, example: code(cells[4]), printed: code(cells[5]))
        }
    }()

    private static func code(_ cell: String) -> String? {
        cell.hasPrefix("`") && cell.hasSuffix("`") && cell.count > 2 ? String(cell.dropFirst().dropLast()) : nil
    }

    @Test func namesEveryHelperOnce() {
        #expect(Self.rows.map(\.helper).sorted() == TemplateHelperRegistry.closed.names)
    }

    /// Else the loader would warn of what works.
    @Test func whatTheExamplesDoIsNoMistake() throws {
        for row in Self.rows where row.helper != "systemValue" {
            guard let example = row.example else { continue }
            let template = try CompiledTemplate.compile(example)
            #expect(TemplateTrial(template).findings.isEmpty, "\(example)")
            for call in template.calls {
                #expect(call.helper.arguments.contains(call.arguments.count), "\(example)")
                #expect(call.isBlock || !call.helper.needsBlock, "\(example)")
            }
        }
    }

    /// Else the loader would warn of what works.
    @Test func helpersDeclareTheOptionsThatTheyHaveHere() throws {
        #expect(Self.rows.contains { $0.options.count > 1 })
        for row in Self.rows {
            guard let known = TemplateHelperRegistry.closed[row.helper]?.options else { continue }
            #expect(Set(row.options).isSubset(of: known), "\(row.helper) declares \(known)")
        }
    }

    @Test(arguments: rows.filter { $0.example != nil })
    func examplePrintsWhatIsWritten(_ row: Row) throws {
        #expect(row.example?.contains(row.helper) == true)
        #expect(try HelperRequest.body(row.example ?? "") == row.printed ?? "")
    }
}
