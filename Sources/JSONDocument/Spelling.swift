/// Suggests what was probably meant.
package enum Spelling {
    /// Nothing is suggested for longer names, and no longer name is suggested, in bytes: comparing takes time by both lengths.
    private static let longest = 256

    /// A file's name without its extension.
    package static func stem(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// The known name nearest to the written one, if it is near enough to suggest; else nil.
    package static func nearest(to name: String, among known: some Sequence<String>) -> String? {
        guard name.utf8.count <= longest else { return nil }
        let wanted = Array(name.lowercased())
        var nearest: String?
        var most = max(1, wanted.count / 3)
        for candidate in known where candidate != name && candidate.utf8.count <= longest {
            guard let distance = distance(wanted, Array(candidate.lowercased()), atMost: most) else { continue }
            nearest = candidate
            if distance == 0 { break }
            // Those that follow have to be nearer.
            most = distance - 1
        }
        return nearest
    }

    /// The known name that differs from the written one by one letter or by two neighbours that have changed places; else nil. Nil also for
    /// a known name, in whatever case. For names that need not be known.
    package static func twin(of name: String, among known: [String]) -> String? {
        let length = name.utf8.count
        guard length <= longest else { return nil }
        let wanted = Array(name.lowercased())
        var twin: String?
        for candidate in known where abs(candidate.utf8.count - length) <= 1 {
            switch distance(wanted, Array(candidate.lowercased()), atMost: 1) {
            case 0?: return nil
            case 1?: twin = twin ?? candidate
            default: continue
            }
        }
        return twin
    }

    /// What was probably meant, as a whole sentence: the nearest name, or up to three that share words with it (`statusCode` and `status`),
    /// or the one that begins with it. Nil when no name is near enough.
    package static func suggestion(for name: String, among known: [String]) -> String? {
        guard name.utf8.count <= longest else { return nil }
        if let nearest = nearest(to: name, among: known) { return "Did you mean \"\(nearest)\"?" }
        let wanted = words(of: name)
        let ranked = known.enumerated()
            .map { (name: $1, place: $0, closeness: closeness(wanted, words(of: $1))) }
            .sorted { ($1.closeness, $0.place) < ($0.closeness, $1.place) }
        guard let best = ranked.first?.closeness, best > 0 else {
            return completion(of: name, among: known).map { "Did you mean \"\($0)\"?" }
        }
        return "Did you mean \(alternatives(ranked.prefix(3).filter { $0.closeness > best / 2 }.map { "\"\($0.name)\"" }))?"
    }

    /// The known name of which the written one is the beginning (`prio` and `priority`); nil for none, and if it is that of several names.
    private static func completion(of name: String, among known: [String]) -> String? {
        guard name.count > 2 else { return nil }
        let longer = known.filter { $0.utf8.count <= longest && $0.lowercased().hasPrefix(name.lowercased()) }
        guard let shortest = longer.min(by: { $0.utf8.count < $1.utf8.count }) else { return nil }
        return longer.allSatisfy { $0.hasPrefix(shortest) } ? shortest : nil
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

    /// Number of insertions, deletions, substitutions and swaps of neighbours between two words; nil if it is greater than `most`.
    private static func distance(_ left: [Character], _ right: [Character], atMost most: Int) -> Int? {
        let (left, right) = withoutSharedEnds(left, right)
        guard abs(left.count - right.count) <= most else { return nil }
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        var leastBefore = 0
        for i in left.indices {
            var row = [i + 1]
            var least = i + 1
            for j in right.indices {
                var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { cost = min(cost, beforeLast[j - 1] + 1) }
                row.append(cost)
                least = min(least, cost)
            }
            // The numbers of later rows come from this row, or by a swap from the one before it.
            guard min(least, leastBefore + 1) <= most else { return nil }
            leastBefore = least
            (beforeLast, last) = (last, row)
        }
        return last[right.count] <= most ? last[right.count] : nil
    }

    /// What is left of two words without the letters that both begin and end with, which need no change.
    private static func withoutSharedEnds(_ left: [Character], _ right: [Character]) -> ([Character], [Character]) {
        let shorter = min(left.count, right.count)
        var start = 0
        while start < shorter, left[start] == right[start] { start += 1 }
        var end = 0
        while end < shorter - start, left[left.count - 1 - end] == right[right.count - 1 - end] { end += 1 }
        return (Array(left[start..<(left.count - end)]), Array(right[start..<(right.count - end)]))
    }
}
