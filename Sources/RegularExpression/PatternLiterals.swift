/// Texts that every match of a pattern contains. Empty where nothing is certain.
package struct PatternLiterals: Sendable, Hashable {
    /// Every text that matches as a whole begins with this.
    package private(set) var prefix: [UInt8] = []
    /// A text that every match contains; the longest one that is easy to find.
    package private(set) var required: [UInt8] = []
    /// Whether the pattern is only `prefix`: it matches exactly that text as a whole.
    package private(set) var isWhole = false

    /// Nothing is known about the pattern.
    package static let none = PatternLiterals()

    private init() {}

    /// - Parameter pattern: in PCRE2's syntax.
    init(_ pattern: [UInt8]) {
        var scan = Scan(pattern)
        guard scan.walk() else { return }
        required = scan.runs.max { $0.count < $1.count } ?? []
        if scan.beginsWithRun { prefix = scan.runs[0] }
        isWhole = !scan.seenOther
    }

    /// Scans the outermost level of a pattern and collects the runs of plain characters.
    private struct Scan {
        let pattern: [UInt8]
        var index = 0
        var runs: [[UInt8]] = []
        var beginsWithRun = false
        private(set) var seenOther = false
        private var run: [UInt8] = []

        init(_ pattern: [UInt8]) { self.pattern = pattern }

        /// - Returns: false when nothing can be concluded.
        mutating func walk() -> Bool {
            if pattern.first == UInt8(ascii: "^") { index = 1 }
            while index < pattern.count {
                switch pattern[index] {
                case UInt8(ascii: "|"): return false
                case UInt8(ascii: "("):
                    guard skipGroup() else { return false }
                    close()
                case UInt8(ascii: "["):
                    index = PatternClass.end(in: pattern, at: index)
                    close()
                case UInt8(ascii: "."), UInt8(ascii: "^"), UInt8(ascii: "$"):
                    index += 1
                    close()
                case UInt8(ascii: "\\"): escape()
                default: take(length(at: index))
                }
            }
            flush()
            return true
        }

        private func length(at index: Int) -> Int {
            switch pattern[index] {
            case 0xF0...: 4
            case 0xE0...: 3
            case 0xC0...: 2
            default: 1
            }
        }

        /// A plain character of that many bytes, with its quantifier.
        private mutating func take(_ length: Int) {
            let character = pattern[index..<min(index + length, pattern.count)]
            index += length
            guard index < pattern.count else {
                run += character
                return
            }
            switch pattern[index] {
            case UInt8(ascii: "*"), UInt8(ascii: "?"): close()
            case UInt8(ascii: "{") where countEnd != nil: close()
            case UInt8(ascii: "+"):
                run += character
                close()
            default: run += character
            }
        }

        private mutating func escape() {
            let next = index + 1 < pattern.count ? pattern[index + 1] : 0
            index += 1
            switch next {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                // A class, an assertion, a reference or a numeric character, with its argument.
                index += 1
                if "xpPgk".utf8.contains(next) { skipArgument(of: next) }
                close()
            default: take(index < pattern.count ? length(at: index) : 0)
            }
        }

        /// The argument of `\x`, `\p`, `\P`, `\g` or `\k`: a bracketed one, or a number of digits or letters.
        private mutating func skipArgument(of letter: UInt8) {
            let ends = [UInt8(ascii: "{"): UInt8(ascii: "}"), UInt8(ascii: "<"): UInt8(ascii: ">")]
            if index < pattern.count, let end = ends[pattern[index]] {
                index = (pattern[index...].firstIndex(of: end) ?? pattern.count - 1) + 1
            } else {
                index = min(index + (letter == UInt8(ascii: "x") ? 2 : 1), pattern.count)
            }
        }

        /// Called after anything but a plain character: ends the run, and skips a quantifier.
        private mutating func close() {
            flush()
            seenOther = true
            if let countEnd { index = countEnd }
            while index < pattern.count, [UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "+")].contains(pattern[index]) { index += 1 }
        }

        /// The end of a count such as `{3}` or `{3,5}`; nil when there is none and the brace is a plain character.
        private var countEnd: Int? {
            guard index < pattern.count, pattern[index] == UInt8(ascii: "{"), let end = pattern[index...].firstIndex(of: UInt8(ascii: "}"))
            else { return nil }
            let count = pattern[(index + 1)..<end]
            let isCount =
                (count.first ?? 0) &- UInt8(ascii: "0") < 10 && count.allSatisfy { $0 &- UInt8(ascii: "0") < 10 || $0 == UInt8(ascii: ",") }
            return isCount ? end + 1 : nil
        }

        private mutating func flush() {
            guard !run.isEmpty else { return }
            if runs.isEmpty && !seenOther { beginsWithRun = true }
            runs.append(run)
            run = []
        }

        /// - Returns: false for a group that changes the meaning of what follows (inline flags).
        private mutating func skipGroup() -> Bool {
            var depth = 0
            repeat {
                switch pattern[index] {
                case UInt8(ascii: "\\"): index += 1
                case UInt8(ascii: "["):
                    index = PatternClass.end(in: pattern, at: index)
                    continue
                case UInt8(ascii: "("):
                    depth += 1
                    if depth == 1, index + 2 < pattern.count, pattern[index + 1] == UInt8(ascii: "?"),
                        ![":", "=", "!", "<", ">"].contains(Character(Unicode.Scalar(pattern[index + 2])))
                    {
                        return false
                    }
                case UInt8(ascii: ")"): depth -= 1
                default: break
                }
                index += 1
            } while depth > 0 && index < pattern.count
            return true
        }
    }
}
