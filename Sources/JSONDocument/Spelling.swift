/// Suggests what was probably meant.
package enum Spelling {
    /// Nothing is suggested for longer names, in bytes: comparing takes time by both lengths, and no known name is nearly as long.
    private static let longest = 256

    /// The known name nearest to the written one, if it is near enough to suggest; else nil.
    package static func nearest(to name: String, among known: some Sequence<String>) -> String? {
        guard name.utf8.count <= longest else { return nil }
        let wanted = Array(name.lowercased())
        var best: (name: String, distance: Int)?
        for candidate in known where candidate != name {
            let distance = distance(wanted, Array(candidate.lowercased()))
            if distance < best?.distance ?? Int.max { best = (candidate, distance) }
        }
        guard let best, best.distance <= max(1, wanted.count / 3) else { return nil }
        return best.name
    }

    /// The known name that differs from the written one by one letter or by two neighbours that have changed places; else nil. Nil also for
    /// a known name, in whatever case. For names that need not be known.
    package static func twin(of name: String, among known: [String]) -> String? {
        let length = name.utf8.count
        guard length <= longest else { return nil }
        let wanted = Array(name.lowercased())
        var twin: String?
        for candidate in known where abs(candidate.utf8.count - length) <= 1 {
            switch distance(wanted, Array(candidate.lowercased())) {
            case 0: return nil
            case 1: twin = twin ?? candidate
            default: continue
            }
        }
        return twin
    }

    /// What was probably meant, as a whole sentence: the nearest name, or up to three that share words with it (`statusCode` and `status`).
    /// Nil when no name is near enough.
    package static func suggestion(for name: String, among known: [String]) -> String? {
        guard name.utf8.count <= longest else { return nil }
        if let nearest = nearest(to: name, among: known) { return "Did you mean \"\(nearest)\"?" }
        let wanted = words(of: name)
        let ranked = known.enumerated()
            .map { (name: $1, place: $0, closeness: closeness(wanted, words(of: $1))) }
            .sorted { ($1.closeness, $0.place) < ($0.closeness, $1.place) }
        guard let best = ranked.first?.closeness, best > 0 else { return nil }
        return "Did you mean \(alternatives(ranked.prefix(3).filter { $0.closeness > best / 2 }.map { "\"\($0.name)\"" }))?"
    }

    /// `a, b or c`.
    package static func alternatives(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.joined() }
        return words.dropLast().joined(separator: ", ") + " or " + last
    }

    /// `bodyFileName` has the words body, file and name.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var isInWord = false
        for character in name {
            if character.isUppercase || !isInWord { words.append("") }
            isInWord = character.isLetter || character.isNumber
            if isInWord { words[words.count - 1] += character.lowercased() }
        }
        return words.filter { $0.count > 2 }
    }

    /// How much two names have in common, from 0 to 1. A little more when they begin with the same word.
    private static func closeness(_ left: [String], _ right: [String]) -> Double {
        let common = Set(left).intersection(right).count
        guard common > 0 else { return 0 }
        return Double(common) / Double(Set(left).union(right).count) + (left.first == right.first ? 0.01 : 0)
    }

    /// Number of insertions, deletions, substitutions and swaps of neighbours between two words.
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[right.count]
    }
}
