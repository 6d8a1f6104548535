/// Character classes in PCRE2's syntax.
enum PatternClass {
    /// Behind the class that begins at a place; the pattern's end for one that is not closed.
    static func end(in pattern: [UInt8], at start: Int) -> Int {
        var index = start + 1
        if index < pattern.count, pattern[index] == UInt8(ascii: "^") { index += 1 }
        var isFirst = true
        while index < pattern.count {
            let byte = pattern[index]
            if byte == UInt8(ascii: "\\") {
                index += 2
            } else if byte == UInt8(ascii: "["), index + 1 < pattern.count, pattern[index + 1] == UInt8(ascii: ":"),
                let end = pattern[(index + 2)...].firstIndex(of: UInt8(ascii: ":"))
            {
                index = end + 2
            } else {
                index += 1
                if byte == UInt8(ascii: "]"), !isFirst { break }
            }
            isFirst = false
        }
        return min(index, pattern.count)
    }
}
