/// Cuts a long text for display: its beginning, and the position where it differs from another.
enum Excerpt {
    /// How much is shown of the beginning and of the differing position.
    private static let beginning = (bytes: 900, lines: 15)
    private static let place = (bytes: 600, lines: 12)
    /// How many bytes before the difference its line may begin.
    private static let longestLead = 120

    /// Both texts, each cut if it is long, with the first position where they differ.
    /// - Parameter isWhole: whether `actual` is the complete value.
    static func pair(_ expected: String, _ actual: String, isWhole: Bool = true) -> (expected: String, actual: String) {
        guard isLong(expected) || isLong(actual) || !isWhole else { return (expected, actual) }
        let (left, right) = (Array(expected.utf8), Array(actual.utf8))
        let difference = zip(left, right).prefix { $0 == $1 }.count
        return (shortened(left, around: difference, isWhole: true), shortened(right, around: difference, isWhole: isWhole))
    }

    /// The beginning of a text, if it is long.
    static func beginning(of text: String, isWhole: Bool = true) -> String {
        isLong(text) || !isWhole ? shortened(Array(text.utf8), around: 0, isWhole: isWhole) : text
    }

    private static func isLong(_ text: String) -> Bool {
        text.utf8.count > MissLimits.shownBytes || text.utf8.count(where: { $0 == newline }) >= MissLimits.shownLines
    }

    private static let newline = UInt8(ascii: "\n")

    private static func shortened(_ bytes: [UInt8], around difference: Int, isWhole: Bool) -> String {
        let isShort = bytes.count <= MissLimits.shownBytes && bytes.count(where: { $0 == newline }) < MissLimits.shownLines
        if isShort && isWhole { return String(decoding: bytes, as: UTF8.self) }
        let end = isShort ? bytes.count : cut(bytes, from: 0, beginning)
        var text = String(decoding: bytes[..<end], as: UTF8.self)
        if difference >= end, difference < bytes.count {
            // Start at the beginning of the line, unless it is too far away.
            let line = bytes[..<difference].lastIndex(of: newline).map { $0 + 1 } ?? 0
            let start = boundary(bytes, max(end, difference - line > longestLead ? difference - longestLead : line))
            let number = bytes[..<difference].count(where: { $0 == newline }) + 1
            text += "\n… (line \(number), byte \(difference + 1):)\n"
            let stop = cut(bytes, from: start, place)
            text += String(decoding: bytes[start..<stop], as: UTF8.self)
            if stop == bytes.count && isWhole { return text }
        }
        return text + (isWhole ? "\n… (\(bytes.count) bytes in all)" : "\n… (only the first \(bytes.count) bytes were looked at)")
    }

    /// The end of a piece from `start` that stays within the limit of bytes and lines.
    private static func cut(_ bytes: [UInt8], from start: Int, _ limit: (bytes: Int, lines: Int)) -> Int {
        var end = min(bytes.count, start + limit.bytes)
        var lines = 0
        for index in start..<end where bytes[index] == newline {
            lines += 1
            if lines == limit.lines {
                end = index
                break
            }
        }
        return max(start, boundary(bytes, end))
    }

    /// The nearest position at or before this one where a character begins.
    private static func boundary(_ bytes: [UInt8], _ place: Int) -> Int {
        var place = place
        while place > 0, place < bytes.count, bytes[place] & 0xC0 == 0x80 { place -= 1 }
        return place
    }
}
