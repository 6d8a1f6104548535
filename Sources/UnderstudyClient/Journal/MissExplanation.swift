/// The server's explanation of a request that nothing answered, for a test's failure: only the parts of the closest stub that differ, as a
/// diff, and no mapping to paste. The server's own text is WireMock's table of 119 columns.
enum MissExplanation {
    /// ```
    /// Closest stub: GET /points
    ///   Query does not match
    ///     - Query: lat = 37.3293
    ///     + lat: 37.33
    /// ```
    static func condensed(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(withoutBlanksAtEnd)
        let rest = lines.prefix { !$0.hasPrefix("A mapping that would") }
        let rules = rest.indices.filter { rest[$0].count > 20 && rest[$0].allSatisfy { $0 == "-" } }
        guard rules.count == 3, let middle = rest[rules[0] + 1].dropFirst().firstIndex(of: "|") else { return joined(rest) }
        let column = rest[rules[0] + 1].distance(from: rest[rules[0] + 1].startIndex, to: middle)
        let rows = rest[(rules[1] + 1)..<rules[2]].map { Row($0, column: column) }
        return joined(differences(rows) + rest[(rules[2] + 1)...])
    }

    /// A line of the table.
    private struct Row {
        var stub: String
        var request: String
        /// What differs; nil when nothing does.
        var note: String?

        init(_ line: String, column: Int) {
            stub = withoutBlanksAtEnd(line.prefix(column))
            var right = line.dropFirst(column + 2)
            if let mark = right.firstIndex(of: "<"), right[mark...].hasPrefix("<<<<<") {
                note = right[mark...].drop { $0 == "<" || $0 == " " }.description
                right = right[..<mark]
            }
            request = withoutBlanksAtEnd(right)
        }

        var isEmpty: Bool { stub.isEmpty && request.isEmpty }
    }

    /// The closest stub in a line, and two lines or more for each difference. The method and the URL are a line each.
    private static func differences(_ rows: [Row]) -> [String] {
        let groups = rows.split { $0.isEmpty }
        guard let first = groups.first else { return [] }
        let url = withoutMatcher(first.last?.stub ?? "")
        var lines = ["Closest stub: " + (first.count > 1 ? "\(first.first?.stub ?? "") " : "") + url]
        let urlLines = first.map { row in
            var row = row
            row.stub = withoutMatcher(row.stub)
            return [row]
        }
        for group in urlLines + groups.dropFirst().flatMap(items(of:)) {
            guard let note = group.lazy.compactMap(\.note).first else { continue }
            lines += ["  \(note)"] + side("-", group.map(\.stub)) + side("+", group.map(\.request))
        }
        return lines
    }

    /// The queries of a group are a line each; all else is one.
    private static func items(of group: ArraySlice<Row>) -> [[Row]] {
        group.first?.stub.hasPrefix("Query: ") == true ? group.map { [$0] } : [Array(group)]
    }

    private static func side(_ sign: String, _ lines: [String]) -> [String] {
        let shown = lines.filter { !$0.isEmpty }
        return (shown.isEmpty ? ["(not there)"] : shown).enumerated().map { "    \($0 == 0 ? sign : " ") \($1)" }
    }

    /// `[path] /points` without the kind of pattern.
    private static func withoutMatcher(_ url: String) -> String {
        guard url.hasPrefix("["), let end = url.firstIndex(of: "]") else { return url }
        return String(url[end...].dropFirst(2))
    }

    private static func withoutBlanksAtEnd(_ line: some StringProtocol) -> String {
        var line = line[...]
        while line.last == " " { line.removeLast() }
        return String(line)
    }

    /// Without empty lines at the beginning, at the end and in a row.
    private static func joined(_ lines: some Sequence<String>) -> String {
        var kept: [String] = []
        for line in lines where !(line.isEmpty && kept.last?.isEmpty != false) { kept.append(line) }
        if kept.last?.isEmpty == true { kept.removeLast() }
        return kept.joined(separator: "\n")
    }
}
