import Foundation
import JSONDocument
import TestSupport
import Testing

@testable import JSONSchema

/// The public test suite of JSON Schema.
@Suite(.enabled(if: Corpora.has("json-schema/tests"), Comment(rawValue: Corpora.absence)))
struct JSONSchemaSuiteTests {
    private static let folders: [JSONSchemaVersion: String] = [
        .draft4: "draft4", .draft6: "draft6", .draft7: "draft7", .draft201909: "draft2019-09", .draft202012: "draft2020-12",
    ]

    /// The documents that the suite expects at http://localhost:1234.
    private static let remotes: [String: JSONValue] = {
        guard let folder = Corpora.folder?.appendingPathComponent("json-schema/remotes") else { return [:] }
        var remotes: [String: JSONValue] = [:]
        for case let path as String in FileManager.default.enumerator(atPath: folder.path) ?? .init() where path.hasSuffix(".json") {
            remotes["http://localhost:1234/\(path)"] = try? JSONValue.parse(Corpora.bytes("json-schema/remotes/\(path)"))
        }
        return remotes
    }()

    /// The number of cases, and those with another result than expected.
    private func run(_ version: JSONSchemaVersion, _ files: [String], _ formats: JSONSchema.FormatPolicy) throws -> (Int, [String]) {
        var count = 0
        var failed: [String] = []
        for file in files {
            let groups = try JSONValue.parse(Corpora.bytes("json-schema/tests/\(file)")).array ?? []
            for group in groups {
                let cases = group["tests"]?.array ?? []
                count += cases.count
                let name = "\(file): \(group["description"]?.string ?? "")"
                do throws(JSONSchemaError) {
                    let schema = try JSONSchema.compile(
                        group["schema"] ?? true, version: version, documents: Self.remotes, formats: formats)
                    for test in cases {
                        let data = test["data"] ?? .null
                        let isValid = test["valid"]?.bool
                        if schema.isValid(data) != isValid || schema.validate(data).isEmpty != isValid {
                            failed.append("\(name): \(test["description"]?.string ?? "")")
                        }
                    }
                } catch {
                    failed.append("\(name): \(error)")
                }
            }
        }
        return (count, failed)
    }

    @Test(arguments: [
        (JSONSchemaVersion.draft4, 618), (.draft6, 839), (.draft7, 927), (.draft201909, 1259), (.draft202012, 1299),
    ])
    func requiredCasesHold(version: JSONSchemaVersion, expected: Int) throws {
        let folder = try #require(Self.folders[version])
        let files = try Corpora.files("json-schema/tests/\(folder)").filter { $0.hasSuffix(".json") }.map { "\(folder)/\($0)" }
        let (count, failed) = try run(version, files, .annotated)
        #expect(failed == [])
        #expect(count == expected)
    }

    /// `contentEncoding` and its relatives are annotations in all drafts, including draft 7.
    @Test(arguments: [
        (JSONSchemaVersion.draft4, 100), (.draft6, 106), (.draft7, 118), (.draft201909, 158), (.draft202012, 162),
    ])
    func optionalCasesHold(version: JSONSchemaVersion, expected: Int) throws {
        let folder = try #require(Self.folders[version])
        let files = try Corpora.files("json-schema/tests/\(folder)/optional").filter { $0.hasSuffix(".json") }
        let (count, failed) = try run(version, files.map { "\(folder)/optional/\($0)" }, .annotated)
        #expect(failed.filter { !$0.contains("/content.json") } == [])
        #expect(count == expected)
    }

    /// Not implemented: the tables of RFC 5892 (which characters an international host name may have, and where), and the rejection of some
    /// patterns that PCRE2 accepts and ECMA-262 does not.
    @Test(arguments: [
        (JSONSchemaVersion.draft4, 219), (.draft6, 325), (.draft7, 676), (.draft201909, 757), (.draft202012, 764),
    ])
    func formatsHold(version: JSONSchemaVersion, expected: Int) throws {
        let folder = try #require(Self.folders[version])
        let files = try Corpora.files("json-schema/tests/\(folder)/optional/format").map { "\(folder)/optional/format/\($0)" }
        let (count, failed) = try run(version, files, .asserted)
        let known = ["/hostname.json: validation of A-label", "/idn-hostname.json", "/ecmascript-regex.json"]
        #expect(failed.filter { name in !known.contains { name.contains($0) } } == [])
        #expect(failed.count <= 80)
        #expect(count == expected)
    }
}
