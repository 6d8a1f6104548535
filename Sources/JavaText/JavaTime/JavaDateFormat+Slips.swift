extension JavaDateFormat {
    /// What the letters of a pattern mean that probably were not meant, and the pattern that probably was: for `YYYY-MM-DD` the year of the
    /// week and the day of the year. Nil for a pattern without such letters.
    package static func slip(in pattern: String) -> (meaning: String, meant: String)? {
        let runs = runs(in: pattern)
        func length(_ letters: String) -> Int? { runs.first { letters.contains($0.letter) }?.count }
        var meanings: [String] = []
        var meant: [Character: Character] = [:]
        if let days = length("D"), days <= 2, length("d") == nil, length("Mm") != nil {
            meanings.append("\"\(String(repeating: "D", count: days))\" is the day of the year")
            meant["D"] = "d"
        }
        if let years = length("Y"), length("w") == nil {
            meanings.append("\"\(String(repeating: "Y", count: years))\" is the year of the week")
            meant["Y"] = "y"
        }
        if let minutes = length("m"), length("MLHhKk") == nil, length("yYdD") != nil {
            meanings.append("\"\(String(repeating: "m", count: minutes))\" is the minute")
            meant["m"] = "M"
        }
        if let hours = length("h"), length("aB") == nil {
            meanings.append("\"\(String(repeating: "h", count: hours))\" is the hour from 1 to 12")
            meant["h"] = "H"
        }
        guard !meanings.isEmpty else { return nil }
        var isQuoted = false
        let corrected = String(
            pattern.map { character in
                if character == "'" { isQuoted.toggle() }
                return isQuoted ? character : meant[character] ?? character
            })
        return (meanings.joined(separator: ", and "), corrected)
    }

    /// The letters outside of quotes, each with how often it is repeated.
    private static func runs(in pattern: String) -> [(letter: Character, count: Int)] {
        var runs: [(letter: Character, count: Int)] = []
        var isQuoted = false
        var last: Character?
        for character in pattern {
            if character == "'" { isQuoted.toggle() }
            if !isQuoted, character.isLetter {
                if character == last { runs[runs.count - 1].count += 1 } else { runs.append((character, 1)) }
                last = character
            } else {
                last = nil
            }
        }
        return runs
    }
}
