import Foundation
import Testing

/// Decision 0050 lists the tests that need a hook into libmicrohttpd; every other test passes without any.
@Suite struct HooksTests {
    private static let need = Pattern(#"\.needs\(\.(\w+)\)"#)
    private static let test = Pattern(#"\bfunc (\w+)\("#)
    private static let quoted = Pattern(#"`(\w+)`"#)

    /// The names in the decision's list, with the suites' names and the hooks'.
    private static func listed() throws -> Set<String> {
        let url = SourceFile.root.appending(path: "docs/decisions/0050-hooks.md")
        let text = try String(contentsOf: url, encoding: .utf8)
        let start = try #require(text.range(of: "**Tests that need a hook**")).upperBound
        let end = try #require(text[start...].range(of: "\n\n")).lowerBound
        return Set(quoted.matches(in: String(text[start..<end])).map(\.group))
    }

    @Test func testsThatNeedAHookAreListed() throws {
        let listed = try Self.listed()
        var names: Set<String> = []
        var isSkippedWithout: Set<String> = []
        for file in SourceFile.tests {
            let tests = Self.test.matches(in: file.code)
            names.formUnion(tests.map(\.group))
            names.insert(String(file.name.dropLast(".swift".count)))
            for need in Self.need.matches(in: file.code) {
                let name = try #require(tests.first { $0.offset > need.offset }?.group, "\(file.path)")
                isSkippedWithout.insert(name)
                #expect(listed.contains(name), "\(file.path): decision 0050 does not list \(name)")
            }
        }
        #expect(isSkippedWithout.count > 10)
        let hooks: Set = ["heads", "received", "memory"]
        #expect(listed.subtracting(names).subtracting(hooks) == [], "decision 0050 lists tests that are not there")
    }
}
