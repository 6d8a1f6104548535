internal import JSONDocument

/// Warnings about the forms of other fields and of other tools: expressions, wildcards and variables that are none here.
extension URLPattern {
    /// Warns about a regular expression in a field that has none.
    /// - Returns: whether it has warned; then the text is no path, and there is nothing more to say about it.
    func warnOfExpression(_ report: ProblemReport) -> Bool {
        guard let sign = ExpressionSign.first(in: kind == .urlPathTemplate ? textWithoutVariables : text) else { return false }
        report.warn(
            "\(JSONValue.string(sign).text()) in \"\(kind.rawValue)\" stands for itself", at: node,
            repair: "For a regular expression write \"\(kind == .url ? "urlPattern" : "urlPathPattern")\".")
        return true
    }

    /// The text of a template, with nothing between its braces.
    private var textWithoutVariables: String {
        var depth = 0
        return String(
            text.filter { character in
                if character == "{" { depth += 1 }
                if character == "}", depth > 0 { depth -= 1 }
                return depth == 0
            })
    }

    /// Warns about a segment that is a variable or any segment elsewhere: `<id>`, `${id}`, and in a template `*`.
    func warnOfForeignVariable(_ report: ProblemReport) {
        guard has("<") || has("$") || has("*") || kind == .urlPathTemplate && has("{") else { return }
        for segment in text.prefix(while: { $0 != "?" }).split(separator: "/") {
            if segment == "*", kind == .urlPathTemplate {
                return report.warn("\"*\" in \"\(kind.rawValue)\" stands for itself", at: node, repair: "Write \"{name}\" for one segment.")
            }
            if kind == .urlPathTemplate, segment.hasPrefix("{{"), segment.hasSuffix("}}") {
                return report.warn(
                    "\"\(segment)\" in \"\(kind.rawValue)\" has two pairs of braces, so no request matches it", at: node,
                    repair: "Write \"\(segment.dropFirst().dropLast())\".")
            }
            guard let name = Self.foreignVariable(segment) else { continue }
            let isHalf = kind == .urlPathTemplate && segment.hasPrefix("$")
            return report.warn(
                "\(isHalf ? "the \"$\" of " : "")\"\(segment)\" in \"\(kind.rawValue)\" stands for itself", at: node,
                repair: kind == .urlPathTemplate ? "Write \"{\(name)}\"." : "Use \"urlPathTemplate\" with \"{\(name)}\".")
        }
    }

    /// The name in `<id>` or `${id}`; nil for any other segment.
    private static func foreignVariable(_ segment: Substring) -> Substring? {
        let name: Substring
        if segment.hasPrefix("<"), segment.hasSuffix(">") {
            name = segment.dropFirst().dropLast()
        } else if segment.hasPrefix("${"), segment.hasSuffix("}") {
            name = segment.dropFirst(2).dropLast()
        } else {
            return nil
        }
        return !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) } ? name : nil
    }

    /// Warns about an expression between slashes, as JavaScript writes it.
    /// - Returns: whether it has warned.
    func warnOfSlashesAround(_ report: ProblemReport) -> Bool {
        guard text.hasPrefix("/"), text.count > 2 else { return false }
        let end = ["/", "/i", "/g", "/gi", "/ig"].first { text.hasSuffix($0) }
        let inner = text.dropFirst().dropLast(end?.count ?? 0)
        // `/^` alone matches nothing. Without `^`, the slash at the end is part of many paths.
        guard inner.hasPrefix("^") || end != nil && (inner.hasSuffix("$") || inner.hasPrefix("\\/")) else { return false }
        var plain = inner.replacing("\\/", with: "/")
        if plain.hasPrefix("^") { plain.removeFirst() }
        if plain.hasSuffix("$"), !plain.hasSuffix("\\$") { plain.removeLast() }
        report.warn(
            "in \"\(kind.rawValue)\" the slashes around an expression are part of it, and so no request matches it", at: node,
            repair: "Write \(JSONValue.string(String(plain)).text()).")
        return true
    }

    /// Warns about two backslashes where one was meant: they match a backslash, which no URL has.
    func warnOfDoubledBackslash(_ report: ProblemReport) {
        // One alternative may match.
        guard has("\\"), !has("|"), let found = text.firstRange(of: "\\\\"), let next = text[found.upperBound...].first,
            "dwsDWS.?/".contains(next)
        else { return }
        // `[^\\/]` excludes a backslash.
        let before = text[..<found.lowerBound]
        if let opening = before.lastIndex(of: "["), before[opening...].lastIndex(of: "]") == nil { return }
        report.warn(
            "two backslashes in \"\(kind.rawValue)\" match a backslash, and no URL has one", at: node,
            repair: "Write \(JSONValue.string(text.replacing("\\\\", with: "\\")).text()).")
    }

    /// Warns about `*` for a part of a path, as in file names: `/api/*/items`, `/api/*.json`.
    func warnOfWildcard(_ report: ProblemReport) {
        guard let found = text.firstRange(of: "/*"), !text[..<found.lowerBound].hasSuffix("\\") else { return }
        let rest = text[found.upperBound...]
        let ending = rest.dropFirst()
        guard rest.hasPrefix("/") || rest.hasPrefix(".") && !ending.isEmpty && ending.allSatisfy({ $0.isLetter || $0.isNumber }) else {
            return
        }
        let escape = rest.hasPrefix(".") ? "\\" : ""
        let written = "\(text[..<found.lowerBound])/[^/]+\(escape)\(rest)"
        report.warn(
            "the \"*\" behind a slash in \"\(kind.rawValue)\" repeats the slash", at: node,
            repair: "For any one segment write \(JSONValue.string(written).text()).")
    }

    /// Whether an expression wants a `?` that is outside of groups, and that is not optional.
    var hasOwnQuestionMark: Bool {
        let bytes = Array(text.utf8)
        var (depth, isInClass, place) = (0, false, 0)
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\\"):
                let next = place + 1 < bytes.count ? bytes[place + 1] : 0
                let after = place + 2 < bytes.count ? bytes[place + 2] : 0
                if next == UInt8(ascii: "?"), depth == 0, !isInClass, !"?*{".utf8.contains(after) { return true }
                place += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "(") where !isInClass: depth += 1
            case UInt8(ascii: ")") where !isInClass: depth -= 1
            default: break
            }
            place += 1
        }
        return false
    }
}

/// Finds what has a meaning in regular expressions and hardly one in the URL of a request.
enum ExpressionSign {
    /// How many bytes of a text are looked at, and how long a part may be: the time must not grow with the square of the text.
    private static let reach = 1_000

    /// The first part of such a kind: `[0-9]+`, `.*` as a segment or at the end, `\d+`, `(a|b)`, `^` at the beginning.
    /// - Returns: nil for a text without one. A single `.`, `*`, `$`, `(` or `[size]` is common in URLs.
    static func first(in text: String) -> String? {
        // There may be thousands of stubs, and most have none of these.
        guard text.utf8.contains(where: { "[(\\*+^".utf8.contains($0) }) else { return nil }
        let bytes = Array(text.utf8)
        if bytes[0] == UInt8(ascii: "^") { return "^" }
        for start in bytes.indices.prefix(reach) {
            guard let end = end(in: bytes, from: start) else { continue }
            return String(decoding: bytes[start..<behindQuantifier(bytes, end)], as: UTF8.self)
        }
        return nil
    }

    /// The place behind a part that begins at another; nil if none begins there.
    private static func end(in bytes: [UInt8], from start: Int) -> Int? {
        switch bytes[start] {
        case UInt8(ascii: "["): endOfClass(bytes, start)
        case UInt8(ascii: "\\"): endOfEscape(bytes, start)
        case UInt8(ascii: "."): endOfAnything(bytes, start)
        case UInt8(ascii: "("): endOfGroup(bytes, start)
        default: nil
        }
    }

    /// `[^/]` and `[0-9…]`, but not `[size]`.
    private static func endOfClass(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard start + 3 < bytes.count else { return nil }
        let (first, last) = (bytes[start + 1], bytes[start + 3])
        let isRange = bytes[start + 2] == UInt8(ascii: "-") && first < last && kind(first) != nil && kind(first) == kind(last)
        guard first == UInt8(ascii: "^") || isRange else { return nil }
        return bytes[(start + 2)...].prefix(reach).firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 }
    }

    private static func kind(_ byte: UInt8) -> Int? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): 0
        case UInt8(ascii: "a")...UInt8(ascii: "z"): 1
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): 2
        default: nil
        }
    }

    /// `\d`, `\.` and the like, also with more backslashes.
    private static func endOfEscape(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard let next = bytes[start...].prefix(reach).firstIndex(where: { $0 != UInt8(ascii: "\\") }) else { return nil }
        return "dDwWsS.?/-+*()[]{}$".utf8.contains(bytes[next]) ? next + 1 : nil
    }

    /// `.*` and `.+` that stand alone or at the end. An index of Elasticsearch may be `logs-2026.*`.
    private static func endOfAnything(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard start + 1 < bytes.count else { return nil }
        let before = start > 0 ? bytes[start - 1] : 0
        let after = start + 2 < bytes.count ? bytes[start + 2] : 0
        let isAtEnd = start + 2 == bytes.count || after == UInt8(ascii: "$")
        switch bytes[start + 1] {
        case UInt8(ascii: "*"): return isAtEnd || "/=(".utf8.contains(before) ? start + 2 : nil
        case UInt8(ascii: "+"): return "/(".utf8.contains(before) && (isAtEnd || "/)".utf8.contains(after)) ? start + 2 : nil
        default: return nil
        }
    }

    /// `(a|b)` and `(?:a)`, but not `Users(1)`.
    private static func endOfGroup(_ bytes: [UInt8], _ start: Int) -> Int? {
        guard let end = bytes[start...].prefix(reach).firstIndex(of: UInt8(ascii: ")")) else { return nil }
        let inner = bytes[(start + 1)..<end]
        let isSpecial = ["?:", "?i", "?=", "?!", "?<"].contains { inner.starts(with: $0.utf8) }
        return isSpecial || inner.contains(UInt8(ascii: "|")) ? end + 1 : nil
    }

    /// The place behind `+`, `*`, `?` or `{2}` at a place.
    private static func behindQuantifier(_ bytes: [UInt8], _ place: Int) -> Int {
        guard place < bytes.count else { return place }
        switch bytes[place] {
        case UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "?"): return place + 1
        case UInt8(ascii: "{"): return bytes[place...].prefix(reach).firstIndex(of: UInt8(ascii: "}")).map { $0 + 1 } ?? place
        default: return place
        }
    }
}
