internal import JSONDocument

/// Finds the file that is probably meant by a name that no file has.
package enum SimilarName {
    /// The name that is nearly the wanted one: with another extension or none, or with a slip of spelling. Numbers have to be the same,
    /// whatever zeros they begin with: `pose-1.jpg` means `pose-01.jpg`, and not `pose-02.jpg`.
    /// - Returns: nil when no name is near enough.
    package static func nearest(to wanted: String, among names: [String]) -> String? {
        let numbers = numbers(in: stem(of: wanted))
        let possible = names.filter { $0 != wanted && Self.numbers(in: stem(of: $0)) == numbers }
        let wantedStem = stem(of: wanted).lowercased()
        if let same = possible.first(where: { stem(of: $0).lowercased() == wantedStem }) { return same }
        // One letter is not like another.
        guard wantedStem.count > 1, let stem = Spelling.nearest(to: stem(of: wanted), among: possible.map(stem)) else { return nil }
        return possible.first { Self.stem(of: $0) == stem }
    }

    /// Without the extension.
    private static func stem(of name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// The runs of digits, without zeros at their beginning.
    private static func numbers(in text: String) -> [Substring] {
        text.split { !("0"..."9").contains($0) }.map { $0.drop { $0 == "0" } }
    }
}
