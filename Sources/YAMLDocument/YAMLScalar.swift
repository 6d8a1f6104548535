internal import JSONDocument

/// The value of a scalar by the core schema of YAML 1.2: a plain one may be null, a boolean or a number; a quoted one is text. `yes`, `on`
/// and dates are text too.
enum YAMLScalar {
    private static let prefix = "tag:yaml.org,2002:"
    /// The tags that name the kind of a value.
    static let tags: Set<String> = Set(["null", "bool", "int", "float", "str", "seq", "map"].map { prefix + $0 })

    /// - Parameter tag: resolved; nil when there is none, `!` for text.
    /// - Throws: what is wrong, and what to do.
    static func content(_ text: String, isPlain: Bool, tag: String?, at offset: Int) throws(YAMLSyntaxError) -> JSONNode.Content {
        guard let tag else { return isPlain ? try plain(text, at: offset) : .string(text) }
        if tag == "!" || tag == prefix + "str" { return .string(text) }
        let content = try plain(text, at: offset)
        let kind =
            switch content {
            case .null: "null"
            case .bool: "bool"
            case .number(let number): number.text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || $0.isDigit } ? "int" : "float"
            default: "str"
            }
        if tag == prefix + kind || tag == prefix + "float" && kind == "int" { return content }
        throw YAMLSyntaxError(offset: offset, message: "\"\(text)\" is no \(shown(tag))", repair: "Take the tag away.")
    }

    /// In the short form: `!!str`.
    static func shown(_ tag: String) -> String { tag.hasPrefix(prefix) ? "!!" + tag.dropFirst(prefix.count) : tag }

    private static func plain(_ text: String, at offset: Int) throws(YAMLSyntaxError) -> JSONNode.Content {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: break
        }
        let bytes = Array(text.utf8)
        guard let first = bytes.first,
            first.isDigit || first == UInt8(ascii: "-") || first == UInt8(ascii: "+") || first == UInt8(ascii: ".")
        else { return .string(text) }
        if [".inf", ".nan"].contains(text.drop { $0 == "-" || $0 == "+" }.lowercased()) {
            throw YAMLSyntaxError(
                offset: offset, message: "JSON has no number \"\(text)\"", repair: "Put quotes around it if text is meant.")
        }
        if bytes.starts(with: "0x".utf8) { return try based(text, 16, at: offset) }
        if bytes.starts(with: "0o".utf8) { return try based(text, 8, at: offset) }
        return decimal(bytes).map { .number($0) } ?? .string(text)
    }

    private static func based(_ text: String, _ radix: Int, at offset: Int) throws(YAMLSyntaxError) -> JSONNode.Content {
        let digits = text.dropFirst(2)
        guard !digits.isEmpty, digits.allSatisfy({ $0.hexDigitValue.map { $0 < radix } ?? false && $0.isASCII }) else {
            return .string(text)
        }
        guard let value = UInt64(digits, radix: radix) else {
            throw YAMLSyntaxError(
                offset: offset, message: "the number \"\(text)\" does not fit 64 bits", repair: "Write it in decimal digits.")
        }
        return .number(JSONNumber(validated: String(value)))
    }

    /// The number as JSON, with all digits, if the bytes match `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?`; else
    /// nil.
    private static func decimal(_ bytes: [UInt8]) -> JSONNumber? {
        var rest = bytes[...]
        func digits() -> ArraySlice<UInt8> {
            let digits = rest.prefix { $0.isDigit }
            rest = rest.dropFirst(digits.count)
            return digits
        }
        func sign() -> UInt8? {
            guard rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") else { return nil }
            return rest.removeFirst()
        }
        var result: [UInt8] = sign() == UInt8(ascii: "-") ? [UInt8(ascii: "-")] : []
        let whole = digits()
        let significant = whole.drop { $0 == UInt8(ascii: "0") }
        result += significant.isEmpty ? [UInt8(ascii: "0")] : significant
        var hasDigits = !whole.isEmpty
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            let fraction = digits()
            hasDigits = hasDigits || !fraction.isEmpty
            result += [UInt8(ascii: ".")] + (fraction.isEmpty ? [UInt8(ascii: "0")] : fraction)
        }
        guard hasDigits else { return nil }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest.removeFirst()
            result.append(UInt8(ascii: "e"))
            if let sign = sign() { result.append(sign) }
            let exponent = digits()
            if exponent.isEmpty { return nil }
            result += exponent
        }
        return rest.isEmpty ? JSONNumber(validated: String(decoding: result, as: UTF8.self)) : nil
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}
