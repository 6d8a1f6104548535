internal import JSONDocument

/// Finds the file that is probably meant by a name that no file has.
package enum SimilarName {
    /// The name that is nearly the wanted one: with another extension or none, or with a slip of spelling. Numbers have to be the same,
    /// whatever zeros they begin with: `pose-1.jpg` means `pose-01.jpg`, and not `pose-02.jpg`.
    /// - Returns: nil when no name is near enough.
    package static func nearest(to wanted: String, among names: [String]) -> String? {
        let stem = Spelling.stem(of: wanted)
        let numbers = numbers(in: stem)
        let possible = names.filter { $0 != wanted && Self.numbers(in: Spelling.stem(of: $0)) == numbers }
        if let same = possible.first(where: { Spelling.stem(of: $0).lowercased() == stem.lowercased() }) { return same }
        // One letter is not like another.
        guard stem.count > 1, let nearest = Spelling.nearest(to: stem, among: possible.map(Spelling.stem)) else { return nil }
        return possible.first { Spelling.stem(of: $0) == nearest }
    }

    /// The runs of digits, without zeros at their beginning.
    private static func numbers(in text: String) -> [Substring] {
        text.split { !("0"..."9").contains($0) }.map { $0.drop { $0 == "0" } }
    }
}
