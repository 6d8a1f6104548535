/// Translates a pattern from its dialect to PCRE2's, and maps offsets back to the original.
///
/// Java's classes (unions and intersections), names of properties, escapes and flags are rewritten. What PCRE2 accepts but the dialect does
/// not (verbs, recursion, a brace that does not begin a count) is refused, so that a pattern that works here also works in WireMock. What
/// Java accepts but PCRE2 does not is written in another way: repeated assertions, a count behind a quantifier, a reference to a group that
/// does not exist, look-behinds of several lengths.
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
    /// Whether blanks and comments mean nothing (the flag `x`).
    private var commentsAreSkipped = false
    /// Whether what comes before can be repeated: there is something, and it has no quantifier yet.
    private var isRepeatable = false
    /// For each open group, where in the output it begins if it is a look-behind, and whether comments were skipped before it.
    private var openGroups: [(lookBehind: Int?, commentsWereSkipped: Bool)] = []
    /// References by number, with their places in the output.
    private var references: [(number: Int, place: Range<Int>)] = []

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
                emitItem(isAssertion && repeats() ? Self.grouped(escaped) : escaped, from: start)
            case UInt8(ascii: "^"), UInt8(ascii: "$"):
                index += 1
                emitItem(repeats() ? Self.grouped([byte]) : [byte], from: start)
            case UInt8(ascii: "["): emitItem(try characterClass(), from: start)
            case UInt8(ascii: "("): try group()
            case UInt8(ascii: ")"): try endOfGroup()
            case UInt8(ascii: "{"): try count()
            case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "|"):
                copy()
                isRepeatable = false
            case UInt8(ascii: "#") where commentsAreSkipped:
                while let next = peek(), next != UInt8(ascii: "\n") { copy() }
            case 0x09...0x0D where commentsAreSkipped, UInt8(ascii: " ") where commentsAreSkipped: copy()
            default:
                copy()
                isRepeatable = true
            }
        }
        removeMissingReferences()
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

    private mutating func emitItem(_ bytes: some Sequence<UInt8>, from start: Int) {
        emit(bytes, from: start)
        isRepeatable = true
    }

    // MARK: Counts

    /// Copies `{3}`, or a brace that is itself. Where nothing can be repeated, Java repeats the empty text.
    private mutating func count() throws(PatternFault) {
        if dialect == .java {
            guard isCount() else { throw PatternFault(message: RegularExpressionError.illegalRepetition, offset: index) }
            if !isRepeatable { emit("(?:)".utf8, from: index) }
            while let byte = peek(), byte != UInt8(ascii: "}") { copy() }
        }
        copy()
        isRepeatable = false
    }

    /// Whether `{3}`, `{3,}` or `{3,5}` is next.
    private func isCount() -> Bool {
        var position = index + 1
        func digits() -> Int { source[position...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count }
        let first = digits()
        guard first > 0 else { return false }
        position += first
        if position < source.count, source[position] == UInt8(ascii: ",") {
            position += 1
            position += digits()
        }
        return position < source.count && source[position] == UInt8(ascii: "}")
    }

    // MARK: Groups

    /// Up to where the group's own pattern begins.
    private mutating func group() throws(PatternFault) {
        let start = index
        let place = output.count
        if peek(1) == UInt8(ascii: "*") {
            throw PatternFault(message: "nothing to repeat before \"*\"", offset: start + 1)
        }
        copy()
        isRepeatable = false
        let isLookBehind = looking(at: "?<=") || looking(at: "?<!")
        let isNamed = looking(at: "?<") && !isLookBehind
        if peek() != UInt8(ascii: "?") || isNamed { groupCount += 1 }
        openGroups.append((isLookBehind && dialect == .java ? place : nil, commentsAreSkipped))
        guard peek() == UInt8(ascii: "?") else { return }
        guard dialect == .java, let mark = peek(1) else {
            copy()
            return
        }
        switch mark {
        case UInt8(ascii: ":"), UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: ">"):
            copy()
            copy()
        case UInt8(ascii: "<"):
            let end = isLookBehind ? peek(2) : UInt8(ascii: ">")
            while let byte = peek(), byte != end { copy() }
            if peek() != nil { copy() }
        default: try flags()
        }
    }

    private mutating func endOfGroup() throws(PatternFault) {
        copy()
        isRepeatable = true
        guard let group = openGroups.popLast() else { return }
        defer { commentsAreSkipped = group.commentsWereSkipped }
        guard let place = group.lookBehind, !commentsAreSkipped else { return }
        let start = origins[place]
        do {
            guard let spread = try LookBehind.spread(output[place...]) else { return }
            output.removeSubrange(place...)
            origins.removeSubrange(place...)
            emit(spread, from: start)
        } catch {
            throw PatternFault(message: RegularExpressionError.tooManyLengths, offset: start)
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
        // Flags alone are no group: they hold up to the end of the one around them.
        if peek() == UInt8(ascii: ")") { openGroups.removeLast() }
        if peek() != nil { copy() }
    }

    // MARK: References

    /// After a digit: a reference to a group. Java reads further digits while there are that many groups before.
    mutating func reference(_ first: Int) -> [UInt8] {
        var number = first
        while let digit = peek(), digit &- UInt8(ascii: "0") < 10 {
            let (longer, isTooLarge) = (number * 10 + Int(digit - UInt8(ascii: "0")), number > 9_999)
            if isTooLarge || dialect == .java && longer > groupCount { break }
            number = longer
            index += 1
        }
        let text = Array("\\g{\(number)}".utf8)
        references.append((number: number, place: output.count..<(output.count + text.count)))
        return text
    }

    /// In Java a reference to a group that does not exist matches nothing.
    private mutating func removeMissingReferences() {
        let missing = references.filter { dialect == .java && $0.number > groupCount }
        guard !missing.isEmpty else { return }
        let (before, beforeOrigins) = (output, origins)
        (output, origins) = ([], [])
        var end = 0
        for (_, place) in missing {
            output += before[end..<place.lowerBound]
            origins += beforeOrigins[end..<place.lowerBound]
            emit("(?!)".utf8, from: beforeOrigins[place.lowerBound])
            end = place.upperBound
        }
        output += before[end...]
        origins += beforeOrigins[end...]
    }
}
