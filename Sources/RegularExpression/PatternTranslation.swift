/// Translates a pattern from its dialect to PCRE2's, and maps offsets back to the original.
///
/// Java's classes (unions and intersections), names of properties, escapes and flags are rewritten. What PCRE2 accepts but the dialect does
/// not (verbs, recursion, a brace that does not begin a count) is refused, so that a pattern that works here also works in WireMock.
struct PatternTranslation {
    let source: [UInt8]
    let dialect: RegularExpression.Dialect
    private(set) var output: [UInt8] = []
    /// Whether `\w`, `\d` and `\b` use Unicode (Java's flag `U`).
    private(set) var usesUnicodeClasses = false
    /// For each byte of the output, its offset in the source.
    private var origins: [Int] = []
    var index = 0
    /// Capture groups opened so far.
    private(set) var groupCount = 0
    private var commentsAreSkipped = false

    init(_ source: [UInt8], dialect: RegularExpression.Dialect) {
        self.source = source
        self.dialect = dialect
        output.reserveCapacity(source.count + 8)
        origins.reserveCapacity(source.count + 8)
    }

    func sourceOffset(of outputOffset: Int) -> Int {
        origins.indices.contains(outputOffset) ? origins[outputOffset] : source.count
    }

    mutating func run() throws(PatternFault) {
        while let byte = peek() {
            let start = index
            switch byte {
            case UInt8(ascii: "\\"):
                let escaped = try escape(inClass: false)
                let isAssertion = index == start + 2 && "bBAGzZ".utf8.contains(source[start + 1])
                emit(isAssertion && repeats() ? Self.grouped(escaped) : escaped, from: start)
            case UInt8(ascii: "^"), UInt8(ascii: "$"):
                index += 1
                emit(repeats() ? Self.grouped([byte]) : [byte], from: start)
            case UInt8(ascii: "["): emit(try characterClass(), from: start)
            case UInt8(ascii: "("): try group()
            case UInt8(ascii: "{"):
                guard dialect != .java || isCount() else {
                    throw PatternFault(message: RegularExpressionError.illegalRepetition, offset: start)
                }
                copy()
            case UInt8(ascii: "#") where commentsAreSkipped:
                while let next = peek(), next != UInt8(ascii: "\n") { copy() }
            default: copy()
            }
        }
    }

    /// Whether a repetition is next. Java repeats assertions, too; PCRE2 only groups of them.
    private func repeats() -> Bool {
        guard dialect == .java, let byte = peek() else { return false }
        return "*+?".utf8.contains(byte) || byte == UInt8(ascii: "{") && isCount()
    }

    private static func grouped(_ pattern: some Sequence<UInt8>) -> [UInt8] { Array("(?:".utf8) + pattern + Array(")".utf8) }

    // MARK: Reading and writing

    func peek(_ distance: Int = 0) -> UInt8? { index + distance < source.count ? source[index + distance] : nil }

    /// Whether the text is next.
    func looking(at text: StaticString) -> Bool {
        text.withUTF8Buffer { unsafe source[index...].starts(with: $0) }
    }

    private mutating func copy() {
        output.append(source[index])
        origins.append(index)
        index += 1
    }

    private mutating func emit(_ bytes: some Sequence<UInt8>, from start: Int) {
        for byte in bytes {
            output.append(byte)
            origins.append(start)
        }
    }

    private mutating func emit(_ text: String, from start: Int) { emit(text.utf8, from: start) }

    /// Whether `{3}`, `{3,}` or `{3,5}` is next, after something that can be repeated.
    private func isCount() -> Bool {
        var position = index + 1
        func digits() -> Int { source[position...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count }
        let first = digits()
        guard first > 0, index > 0 else { return false }
        position += first
        if position < source.count, source[position] == UInt8(ascii: ",") {
            position += 1
            position += digits()
        }
        return position < source.count && source[position] == UInt8(ascii: "}")
    }

    // MARK: Groups

    private mutating func group() throws(PatternFault) {
        let start = index
        if peek(1) == UInt8(ascii: "*") {
            throw PatternFault(message: "nothing to repeat before \"*\"", offset: start + 1)
        }
        copy()
        let isNamed = looking(at: "?<") && peek(2) != UInt8(ascii: "=") && peek(2) != UInt8(ascii: "!")
        if peek() != UInt8(ascii: "?") || isNamed { groupCount += 1 }
        guard peek() == UInt8(ascii: "?") else { return }
        guard dialect == .java, let mark = peek(1) else {
            copy()
            return
        }
        switch mark {
        case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"):
            copy()
            copy()
        default: try flags()
        }
    }

    /// `?imsx-imsx)` or `?imsx:`. PCRE2 always behaves like `u` and `d`; Java's `U` has another meaning than PCRE2's.
    private mutating func flags() throws(PatternFault) {
        let start = index
        copy()
        var isOn = true
        var off: [UInt8] = []
        while let byte = peek(), byte != UInt8(ascii: ")"), byte != UInt8(ascii: ":") {
            switch byte {
            case UInt8(ascii: "-"):
                isOn = false
            case UInt8(ascii: "i"), UInt8(ascii: "m"), UInt8(ascii: "s"), UInt8(ascii: "x"):
                if isOn { emit([byte], from: index) } else { off.append(byte) }
                if byte == UInt8(ascii: "x") { commentsAreSkipped = isOn }
            case UInt8(ascii: "u"), UInt8(ascii: "d"): break
            case UInt8(ascii: "U"): usesUnicodeClasses = usesUnicodeClasses || isOn
            default:
                throw PatternFault(
                    message:
                        "unknown group or inline flag \"(?\(Unicode.Scalar(byte))\"; known are (?: (?= (?! (?<= (?<! (?<name> (?> and the flags i m s x u d U",
                    offset: index)
            }
            index += 1
        }
        if !off.isEmpty { emit([UInt8(ascii: "-")] + off, from: start) }
    }
}
