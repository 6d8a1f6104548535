/// WireMock's two-column table: "Closest stub" on the left, "Request" on the right, `<<<<<` and a phrase where they differ.
/// Long lines are wrapped within their column. Rows beyond `MissLimits.tableBytes` are counted, not shown.
struct DiffTable {
    /// Characters of the whole table, without the phrases on the right.
    static let defaultWidth = 119

    private let width: Int
    private var middle: Int { width / 2 - 1 }
    private var text = ""

    /// - Parameter width: as `X-WireMock-Console-Width` gives it; from 40 to 1,000.
    static func render(_ rows: [DiffRow], width: Int = defaultWidth) -> String {
        var table = DiffTable(width: max(40, min(width, 1_000)))
        table.header()
        for (index, row) in rows.enumerated() {
            guard table.text.utf8.count <= MissLimits.tableBytes else {
                table.add(DiffRow(left: "… (\(rows.count - index) more rows)", right: ""))
                break
            }
            table.add(row)
        }
        table.add(.blank)
        table.rule()
        return table.text
    }

    private init(width: Int) { self.width = width }

    private mutating func header() {
        let title = "Request was not matched"
        let indent = String(repeating: " ", count: max(0, middle - title.count / 2))
        text += "\n\(indent)\(title)\n\(indent)\(String(repeating: "=", count: title.count))\n\n"
        rule()
        text += "|" + Self.padded(" Closest stub", middle) + "|" + Self.padded(" Request", middle) + "|\n"
        rule()
        add(.blank)
    }

    private mutating func rule() { text += String(repeating: "-", count: width) + "\n" }

    private mutating func add(_ row: DiffRow) {
        let left = Self.wrapped(row.left, width / 2 - 2)
        let right = Self.wrapped(row.right, width / 2 - 2)
        for place in 0..<max(left.count, right.count, 1) {
            line(
                place < left.count ? left[place] : "", place < right.count ? right[place] : "",
                place == 0 ? row.message : nil)
        }
    }

    private mutating func line(_ left: String, _ right: String, _ message: String?) {
        text += Self.padded(left, middle + 1) + "|"
        if let message {
            text += (right.isEmpty ? Self.padded("", middle - 5) : " " + Self.padded(right, middle - 6)) + "<<<<< " + message
        } else if !right.isEmpty {
            text += " " + right
        }
        text += "\n"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// The text in lines of at most `limit` characters. If one is longer, the whole text is wrapped at its blanks, whatever lines it has,
    /// and loses its blank lines, as in WireMock.
    static func wrapped(_ text: String, _ limit: Int) -> [String] {
        var lines = lines(of: text)
        if lines.contains(where: { $0.count > limit }) {
            lines = Self.lines(of: brokenAtBlanks(text, limit)).filter { !$0.allSatisfy { $0 == " " || $0 == "\t" } }
        }
        // Trailing line ends add no rows.
        while lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
        return lines.map { String($0) }
    }

    private static func lines(of text: String) -> [Substring] { text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) }

    /// With a line end in place of the last blank that keeps within the limit, or at the limit if there is none. Line ends count as
    /// characters (`WordUtils.wrap` of Apache Commons).
    private static func brokenAtBlanks(_ text: String, _ limit: Int) -> String {
        var rest = text[...]
        var broken = ""
        while true {
            rest = rest.drop { $0 == " " }
            guard let end = rest.index(rest.startIndex, offsetBy: limit, limitedBy: rest.endIndex), end < rest.endIndex else { break }
            let blank = rest[...end].lastIndex(of: " ")
            broken += rest[..<(blank ?? end)] + "\n"
            rest = rest[(blank.map { rest.index(after: $0) } ?? end)...]
        }
        return broken + rest
    }
}
