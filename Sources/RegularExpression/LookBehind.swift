/// A look-behind in PCRE2's syntax, read to spread it: PCRE2 before 10.43 wants one length for each of its outermost alternatives, and
/// Java any that has a limit.
struct LookBehind {
    private let pattern: [UInt8]
    private var index: Int
    private var depth = 0
    /// Whether PCRE2 refuses it as it is.
    private var isVariable = false

    /// Longer ones are left as they are, so that many in one another take no long time.
    private static let mostBytes = 1_000

    /// Spreads `(?<=…)` or `(?<!…)` into one look-behind for each length: `(?<=ab?)` into `(?=(?|(?<=a)|(?<=ab)))`. Groups keep their
    /// numbers.
    /// - Returns: nil if PCRE2 takes it as it is, or will refuse it.
    /// - Throws: `tooMany` lengths.
    static func spread(_ pattern: ArraySlice<UInt8>) throws(LookBehindForms.Refusal) -> [UInt8]? {
        guard pattern.count <= mostBytes else { return nil }
        var reader = LookBehind(pattern: Array(pattern), index: 4)
        let forms: LookBehindForms
        do { forms = try reader.alternatives() } catch {
            if case .tooMany = error, reader.isVariable { throw error }
            return nil
        }
        guard reader.isVariable else { return nil }
        let each = forms.sorted.map { Array("(?<=".utf8) + $0.pattern + Array(")".utf8) }
        return Array(reader.pattern[3] == UInt8(ascii: "!") ? "(?!(?|".utf8 : "(?=(?|".utf8) + each.joined(separator: "|".utf8)
            + Array("))".utf8)
    }

    private init(pattern: [UInt8], index: Int) {
        self.pattern = pattern
        self.index = index
    }

    private func peek(_ distance: Int = 0) -> UInt8? { index + distance < pattern.count ? pattern[index + distance] : nil }

    private func looking(at text: StaticString) -> Bool { pattern[index...].starts(with: text.description.utf8) }

    /// Up to the end of the group, or of the pattern.
    private mutating func alternatives() throws(LookBehindForms.Refusal) -> LookBehindForms {
        var branches = [try sequence()]
        while peek() == UInt8(ascii: "|") {
            index += 1
            branches.append(try sequence())
        }
        return branches.count == 1 ? branches[0] : try LookBehindForms.any(of: branches)
    }

    private mutating func sequence() throws(LookBehindForms.Refusal) -> LookBehindForms {
        var forms = LookBehindForms([], length: 0)
        while let byte = peek(), byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
            let item = try item()
            forms = try forms.followed(by: try repeated(item))
        }
        return forms
    }

    private mutating func item() throws(LookBehindForms.Refusal) -> LookBehindForms {
        switch peek() ?? 0 {
        case UInt8(ascii: "("): return try group()
        case UInt8(ascii: "["): return try take(PatternClass.end(in: pattern, at: index), length: 1)
        case UInt8(ascii: "^"), UInt8(ascii: "$"): return try take(index + 1, length: 0)
        case UInt8(ascii: "\\"): return try escape()
        default: return try take(endOfCharacter(at: index), length: 1)
        }
    }

    private mutating func escape() throws(LookBehindForms.Refusal) -> LookBehindForms {
        switch Unicode.Scalar(peek(1) ?? 0) {
        case "b", "B", "A", "G", "z", "Z": return try take(index + 2, length: 0)
        case "x", "p", "P":
            guard let end = pattern[index...].firstIndex(of: UInt8(ascii: "}")) else { throw .unknown }
            return try take(end + 1, length: 1)
        case "R", "X", "g", "k": throw .unknown
        default: return try take(endOfCharacter(at: index + 1), length: 1)
        }
    }

    private func endOfCharacter(at place: Int) -> Int {
        var end = place + 1
        while end < pattern.count, pattern[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }

    private mutating func take(_ end: Int, length: Int) throws(LookBehindForms.Refusal) -> LookBehindForms {
        guard end <= pattern.count else { throw .unknown }
        defer { index = end }
        return LookBehindForms(pattern[index..<end], length: length)
    }

    private mutating func group() throws(LookBehindForms.Refusal) -> LookBehindForms {
        if looking(at: "(?=") || looking(at: "(?!") || looking(at: "(?<=") || looking(at: "(?<!") {
            return try take(try endOfAssertion(), length: 0)
        }
        let start = index
        var isCapture = true
        index += 1
        if peek() == UInt8(ascii: "?") {
            isCapture = peek(1) == UInt8(ascii: "<")
            let end = isCapture ? UInt8(ascii: ">") : peek(1) == UInt8(ascii: ">") ? UInt8(ascii: ">") : UInt8(ascii: ":")
            while let byte = peek(), byte != end {
                // Flags without a colon hold for what follows, and with "x" not every character is one of the text.
                if byte == UInt8(ascii: ")") || byte == UInt8(ascii: "x") && !isCapture { throw .unknown }
                index += 1
            }
            index += 1
        }
        guard depth < 50, index < pattern.count else { throw .unknown }
        let opening = Array(pattern[start..<index])
        depth += 1
        defer { depth -= 1 }
        let forms = try alternatives()
        guard peek() == UInt8(ascii: ")") else { throw .unknown }
        index += 1
        guard forms.patterns.count > 1 else { return try forms.grouped(opening, isCapture: isCapture) }
        // A possessive group does not try another length.
        if opening.last == UInt8(ascii: ">"), !isCapture { throw .unknown }
        isVariable = true
        return try forms.grouped(opening, isCapture: isCapture)
    }

    /// Behind the assertion that begins here, which has no groups that are numbered or referred to.
    private func endOfAssertion() throws(LookBehindForms.Refusal) -> Int {
        var end = index
        var open = 0
        while end < pattern.count {
            switch pattern[end] {
            case UInt8(ascii: "\\"):
                if end + 1 < pattern.count, "gk".utf8.contains(pattern[end + 1]) { throw .unknown }
                end += 1
            case UInt8(ascii: "["):
                end = PatternClass.end(in: pattern, at: end)
                continue
            case UInt8(ascii: "("):
                open += 1
                let next = pattern[(end + 1)...].prefix(3)
                let isNamed = next.starts(with: "?<".utf8) && next.last != UInt8(ascii: "=") && next.last != UInt8(ascii: "!")
                if next.first != UInt8(ascii: "?") || isNamed { throw .unknown }
            case UInt8(ascii: ")"):
                open -= 1
                if open == 0 { return end + 1 }
            default: break
            }
            end += 1
        }
        throw .unknown
    }

    /// The item with the quantifier that is next.
    private mutating func repeated(_ item: LookBehindForms) throws(LookBehindForms.Refusal) -> LookBehindForms {
        guard let counts = try counts() else { return item }
        if peek() == UInt8(ascii: "?") {
            index += 1
        } else if peek() == UInt8(ascii: "+") {
            // A possessive one does not try another count.
            guard counts.count == 1 else { throw .unknown }
            index += 1
        }
        if counts.count > 1 { isVariable = true }
        return try item.repeated(counts)
    }

    private mutating func counts() throws(LookBehindForms.Refusal) -> ClosedRange<Int>? {
        switch peek() ?? 0 {
        case UInt8(ascii: "?"):
            index += 1
            return 0...1
        case UInt8(ascii: "*"), UInt8(ascii: "+"): throw .unknown
        case UInt8(ascii: "{"):
            guard let end = pattern[index...].firstIndex(of: UInt8(ascii: "}")) else { throw .unknown }
            let written = pattern[(index + 1)..<end].split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            let counts = written.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
            guard counts.count == written.count, let least = counts.first, let most = counts.last, least <= most, most <= 65_535 else {
                throw .unknown
            }
            index = end + 1
            return least...most
        default: return nil
        }
    }
}
