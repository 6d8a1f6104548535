import Foundation

/// A regular expression over files. ICU's, which reads all sources in a moment in a debug build, too. `^` and `$` are those of a line.
struct Pattern {
    struct Match {
        /// In UTF-8 bytes.
        var offset: Int
        var text: String
        /// The first group, or everything.
        var group: String
    }

    private let expression: NSRegularExpression

    init(_ pattern: String) {
        do { expression = try NSRegularExpression(pattern: pattern, options: .anchorsMatchLines) } catch {
            preconditionFailure("\(pattern): \(error)")
        }
    }

    func matches(in text: String) -> [Match] {
        let whole = NSString(string: text)
        return expression.matches(in: text, range: NSRange(location: 0, length: whole.length)).map { match in
            let group = match.numberOfRanges > 1 && match.range(at: 1).location != NSNotFound ? match.range(at: 1) : match.range
            let place = String.Index(utf16Offset: match.range.location, in: text)
            return Match(
                offset: text.utf8.distance(from: text.startIndex, to: place), text: whole.substring(with: match.range),
                group: whole.substring(with: group))
        }
    }

    func isFound(in text: String) -> Bool {
        expression.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
    }
}
