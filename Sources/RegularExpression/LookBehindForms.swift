/// The lengths that a part of a look-behind may have, each with the pattern for it. All patterns have the same groups in the same order.
struct LookBehindForms {
    /// Why a look-behind cannot be spread.
    enum Refusal: Error {
        /// It has something whose length is not known here; PCRE2 decides.
        case unknown
        case tooMany
    }

    /// More of them, or longer ones, would make a pattern that is too large for PCRE2.
    static let mostLengths = 100
    private static let mostBytes = 10_000
    /// Of a look-behind in PCRE2.
    private static let longest = 65_535

    typealias Form = (length: Int, pattern: [UInt8])

    /// By length in characters.
    private(set) var patterns: [Int: [UInt8]]
    /// For each group a pattern with the same name and number that matches nothing.
    private(set) var groups: [[UInt8]] = []

    /// A pattern without groups.
    init(_ pattern: some Sequence<UInt8>, length: Int) { patterns = [length: Array(pattern)] }

    private init(_ forms: [Form], _ groups: [[UInt8]]) throws(Refusal) {
        self.groups = groups
        patterns = Dictionary(grouping: forms) { $0.length }.mapValues { Self.alternatives($0.map { $0.pattern }) }
        guard patterns.count <= Self.mostLengths, patterns.values.reduce(0, { $0 + $1.count }) <= Self.mostBytes else { throw .tooMany }
    }

    /// `(?|` begins the numbers of groups anew in each alternative.
    private static func alternatives(_ patterns: [[UInt8]]) -> [UInt8] {
        patterns.count == 1 ? patterns[0] : Array("(?|".utf8) + patterns.joined(separator: "|".utf8) + Array(")".utf8)
    }

    /// The shortest first, which Java tries first.
    var sorted: [Form] { patterns.sorted { $0.key < $1.key }.map { (length: $0.key, pattern: $0.value) } }

    /// This, and then the other.
    func followed(by other: Self) throws(Refusal) -> Self {
        var forms: [Form] = []
        for first in sorted {
            for second in other.sorted { forms.append((length: first.length + second.length, pattern: first.pattern + second.pattern)) }
        }
        return try Self(forms, groups + other.groups)
    }

    /// One of the branches; the groups of the others match nothing.
    static func any(of branches: [Self]) throws(Refusal) -> Self {
        let groups = branches.flatMap(\.groups)
        var forms: [Form] = []
        var before = 0
        for branch in branches {
            let ahead = Array(groups[..<before].joined())
            let behind = Array(groups[(before + branch.groups.count)...].joined())
            for form in branch.sorted { forms.append((length: form.length, pattern: ahead + form.pattern + behind)) }
            before += branch.groups.count
        }
        return try Self(forms, groups)
    }

    /// From `counts.lowerBound` to `counts.upperBound` of them. As in Java, what is there more than once has one length.
    func repeated(_ counts: ClosedRange<Int>) throws(Refusal) -> Self {
        guard counts.count <= Self.mostLengths else { throw .tooMany }
        guard patterns.count == 1 || counts.upperBound <= 1, patterns.keys.allSatisfy({ $0 * counts.upperBound <= Self.longest }) else {
            throw .unknown
        }
        var forms: [Form] = []
        for count in counts {
            if count == 0 { forms.append((length: 0, pattern: Array(groups.joined()))) }
            let quantifier = Array((count == 1 ? "" : "{\(count)}").utf8)
            for form in sorted where count > 0 { forms.append((length: form.length * count, pattern: form.pattern + quantifier)) }
        }
        return try Self(forms, groups)
    }

    /// These in a group.
    /// - Parameters:
    ///   - opening: its beginning, `(?:`.
    ///   - isCapture: whether it has a number.
    func grouped(_ opening: [UInt8], isCapture: Bool) throws(Refusal) -> Self {
        let own = isCapture ? [opening + Array("){0}".utf8)] : []
        return try Self(sorted.map { (length: $0.length, pattern: opening + $0.pattern + Array(")".utf8)) }, own + groups)
    }
}
