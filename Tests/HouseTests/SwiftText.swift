/// Tells Swift's code from its comments and literals, as far as the house rules need it.
enum SwiftText {
    /// Blanks in place of comments, of what string literals hold, and of regular expressions between `#/` and `/#`.
    static func code(of text: String) -> String {
        var scanner = Scanner(Array(text.utf8))
        scanner.run()
        return String(decoding: scanner.output, as: UTF8.self)
    }

    private static let beginning = Pattern(
        #"^\s*(?:[@a-z_]+(?:\([a-zA-Z]+\))? )*(func\s+[^\s(<]+|init[?!]?(?=[(<])|deinit\b|subscript(?=[(<]))"#)

    /// Functions, initialisers and subscripts: their names, and the numbers of their lines, from 1.
    static func functions(in file: SourceFile) -> [(name: String, lines: ClosedRange<Int>)] {
        let beginnings = beginning.matches(in: file.code)
        guard !beginnings.isEmpty else { return [] }
        let bytes = Array(file.code.utf8)
        var line = 1
        var at = 0
        return beginnings.map { match in
            // A match begins with the blanks in place of the declaration's comment.
            while at < bytes.count, at < match.offset || bytes[at] == UInt8(ascii: " ") || bytes[at] == UInt8(ascii: "\n") {
                if bytes[at] == UInt8(ascii: "\n") { line += 1 }
                at += 1
            }
            let start = line
            var (depth, parentheses) = (0, 0)
            search: while at < bytes.count {
                switch bytes[at] {
                case UInt8(ascii: "("): parentheses += 1
                case UInt8(ascii: ")"): parentheses -= 1
                case UInt8(ascii: "{"): depth += 1
                case UInt8(ascii: "}"):
                    depth -= 1
                    if depth <= 0 { break search }
                // A declaration without a body ends with its line, unless its parameters go on.
                case UInt8(ascii: "\n"):
                    if depth == 0, parentheses == 0,
                        bytes[at...].dropFirst().prefix(while: { $0 != UInt8(ascii: "\n") }).allSatisfy({ $0 == UInt8(ascii: " ") })
                    {
                        break search
                    }
                    line += 1
                default: break
                }
                at += 1
            }
            return (match.group, start...line)
        }
    }

    private struct Scanner {
        let input: [UInt8]
        var output: [UInt8]
        var at = 0

        /// A zero behind the end, so that a look ahead needs no bound.
        init(_ text: [UInt8]) {
            input = text + [0, 0, 0]
            output = text
        }

        var count: Int { output.count }

        mutating func run() {
            while at < count {
                switch input[at] {
                case UInt8(ascii: "/") where input[at + 1] == UInt8(ascii: "/"):
                    blank(until: Array("\n".utf8))
                case UInt8(ascii: "/") where input[at + 1] == UInt8(ascii: "*"):
                    blank(until: Array("*/".utf8))
                case UInt8(ascii: "\""):
                    string(hashes: [])
                case UInt8(ascii: "#"):
                    let hashes = Array(input[at...].prefix { $0 == UInt8(ascii: "#") })
                    at += hashes.count
                    if input[at] == UInt8(ascii: "\"") {
                        string(hashes: hashes)
                    } else if input[at] == UInt8(ascii: "/") {
                        at += 1
                        blank(until: Array("/".utf8) + hashes)
                    }
                default: at += 1
                }
            }
        }

        /// From the opening quote. The quotes stay, so that an empty place is not taken for the end of a line.
        private mutating func string(hashes: [UInt8]) {
            let mark = UInt8(ascii: "\"")
            let quote = input[at + 1] == mark && input[at + 2] == mark ? [mark, mark, mark] : [mark]
            at += quote.count
            let end = quote + hashes
            let escape = [UInt8(ascii: "\\")] + hashes
            while at < count, !isAt(end) {
                guard isAt(escape) else {
                    blank()
                    continue
                }
                for _ in escape { blank() }
                let isInterpolation = input[at] == UInt8(ascii: "(")
                blank()
                if isInterpolation { interpolation() }
            }
            at = min(at + end.count, count)
        }

        /// From behind the opening parenthesis to behind the closing one.
        private mutating func interpolation() {
            var depth = 1
            while at < count, depth > 0 {
                switch input[at] {
                case UInt8(ascii: "\""):
                    string(hashes: [])
                    continue
                case UInt8(ascii: "("): depth += 1
                case UInt8(ascii: ")"): depth -= 1
                default: break
                }
                blank()
            }
        }

        private func isAt(_ bytes: [UInt8]) -> Bool {
            guard input[at] == bytes[0] else { return false }
            for index in bytes.indices.dropFirst() where at + index >= count || input[at + index] != bytes[index] { return false }
            return true
        }

        /// Up to these bytes; a line end stays what it is.
        private mutating func blank(until end: [UInt8]) {
            while at < count, !isAt(end) { blank() }
        }

        private mutating func blank() {
            if at < count, input[at] != UInt8(ascii: "\n") { output[at] = UInt8(ascii: " ") }
            at += 1
        }
    }
}
