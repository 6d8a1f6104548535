extension PatternTranslation {
    /// Java's POSIX names, ASCII only.
    private static let posix: Set<String> = [
        "lower", "upper", "ascii", "alpha", "digit", "alnum", "punct", "graph", "print", "blank", "cntrl", "xdigit", "space",
    ]

    /// Names that differ in PCRE2, in lower case without underscores, with what follows `\p{` there.
    private static let renamed: [String: String] = [
        "javalowercase": "Lowercase", "javauppercase": "Uppercase", "javaalphabetic": "Alphabetic", "javaideographic": "Ideographic",
        "javatitlecase": "Lt", "javadigit": "Nd", "javadefined": "^Cn", "javaletter": "L", "javaisocontrol": "Cc",
        "javaspacechar": "Z", "javawhitespace": "White_Space", "javaletterordigit": "Xan", "l1": "Latin", "l2": "Any", "all": "Any",
        "isdigit": "Nd", "isletter": "L", "ispunctuation": "P", "iscontrol": "Cc", "isassigned": "^Cn",
        "letter": "L", "casedletter": "L&", "lc": "L&", "uppercaseletter": "Lu", "lowercaseletter": "Ll", "titlecaseletter": "Lt",
        "modifierletter": "Lm", "otherletter": "Lo", "mark": "M", "nonspacingmark": "Mn", "spacingmark": "Mc", "enclosingmark": "Me",
        "number": "N", "decimalnumber": "Nd", "digit": "Nd", "letternumber": "Nl", "othernumber": "No", "punctuation": "P",
        "connectorpunctuation": "Pc", "dashpunctuation": "Pd", "openpunctuation": "Ps", "closepunctuation": "Pe",
        "initialpunctuation": "Pi", "finalpunctuation": "Pf", "otherpunctuation": "Po", "symbol": "S", "mathsymbol": "Sm",
        "currencysymbol": "Sc", "modifiersymbol": "Sk", "othersymbol": "So", "separator": "Z", "spaceseparator": "Zs",
        "lineseparator": "Zl", "paragraphseparator": "Zp", "other": "C", "control": "Cc", "format": "Cf", "surrogate": "Cs",
        "privateuse": "Co", "unassigned": "Cn", "assigned": "^Cn",
    ]

    /// After `\p` or `\P`: reads the name.
    mutating func property(isNegated: Bool, inClass: Bool, _ start: Int) throws(PatternFault) -> [UInt8] {
        guard let first = peek() else { throw PatternFault(message: "\\p needs a name in braces", offset: start) }
        let name: String
        if first == UInt8(ascii: "{") {
            guard let end = source[index...].firstIndex(of: UInt8(ascii: "}")) else {
                throw PatternFault(message: "\\p{ has no closing brace", offset: start)
            }
            name = String(decoding: source[(index + 1)..<end], as: UTF8.self)
            index = end + 1
        } else {
            name = String(Unicode.Scalar(first))
            index += 1
        }

        let lowered = name.lowercased()
        if dialect == .java, Self.posix.contains(lowered), name.first?.isUppercase == true {
            let members = "[:\(isNegated ? "^" : "")\(lowered):]"
            return Array((inClass ? members : "[\(members)]").utf8)
        }
        if dialect == .java, name.hasPrefix("In") || lowered.hasPrefix("block=") || lowered.hasPrefix("blk=") {
            throw PatternFault(
                message: "Unicode blocks such as \"\(name)\" are not known; use a script (\"\\p{IsGreek}\") or a range of characters",
                offset: start)
        }
        var inverted = isNegated
        var wanted = pcreName(name)
        if wanted.first == "^" {
            inverted.toggle()
            wanted.removeFirst()
        }
        return Array("\\\(inverted ? "P" : "p"){\(wanted)}".utf8)
    }

    private func pcreName(_ name: String) -> String {
        func key(_ text: Substring) -> String { text.lowercased().filter { $0 != "_" && $0 != " " } }
        if let mark = name.firstIndex(of: "=") {
            let value = name[name.index(after: mark)...]
            return switch key(name[..<mark]) {
            case "sc", "script": "sc:\(value)"
            case "scx", "scriptextensions": "scx:\(value)"
            default: Self.renamed[key(value)] ?? String(value)
            }
        }
        if let renamed = Self.renamed[key(name[...])] { return renamed }
        return dialect == .java && name.hasPrefix("Is") ? String(name.dropFirst(2)) : name
    }
}
