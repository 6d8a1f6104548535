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

        init() { (stub, request) = ("", "") }

        /// With the next line of the same text.
        func followed(by next: Row) -> Row {
            var both = self
            both.stub += next.stub
            both.request += next.request
            both.note = note ?? next.note
            return both
        }

        var isEmpty: Bool { stub.isEmpty && request.isEmpty }
    }

    /// The closest stub in a line, and two lines or more for each difference.
    private static func differences(_ rows: [Row]) -> [String] {
        let groups = rows.split { $0.isEmpty }
        guard let first = groups.first else { return [] }
        // The method, and the URL in one or more lines.
        let method = first.prefix(first.count > 1 ? 1 : 0)
        var url = first.dropFirst(method.count).reduce(Row()) { $0.followed(by: $1) }
        if url.stub.hasPrefix("["), let end = url.stub.firstIndex(of: "]") {
            url.stub = String(url.stub[end...].dropFirst().drop { $0 == " " })
        }
        var lines = ["Closest stub: " + (method.map(\.stub) + [url.stub]).joined(separator: " ")]
        for item in [Array(method), [url]] + groups.dropFirst().flatMap(items(of:)) {
            guard let note = item.lazy.compactMap(\.note).first else { continue }
            lines += ["  \(note)"] + side("-", item.map(\.stub)) + side("+", item.map(\.request))
        }
        return lines
    }

    /// Each query of a group is for itself; all else is one.
    private static func items(of group: ArraySlice<Row>) -> [[Row]] {
        group.reduce(into: [[Row]]()) { items, row in
            if items.isEmpty || row.stub.hasPrefix("Query: ") {
                items.append([row])
            } else {
                items[items.count - 1].append(row)
            }
        }
    }

    private static func side(_ sign: String, _ lines: [String]) -> [String] {
        let shown = lines.filter { !$0.isEmpty }
        return (shown.isEmpty ? ["(not there)"] : shown).enumerated().map { "    \($0 == 0 ? sign : " ") \($1)" }
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
