internal import HTTPMessage

/// Lists of the form `key=value;property, key=value`, as in `baggage` (W3C Baggage) and `tracestate` (W3C Trace Context). Members of
/// another form are skipped.
package enum Baggage {
    /// The values of a key, as written and without the properties behind them.
    package static func values(of key: String, in list: String) -> [String] {
        members(of: list).compactMap { name($0) == key ? value($0) : nil }
    }

    /// The list without the members of a key; empty when there are no others.
    package static func removing(_ key: String, from list: String) -> String {
        members(of: list).filter { name($0) != key }.joined(separator: ",")
    }

    private static func members(of list: String) -> [Substring] {
        list.utf8.split(separator: UInt8(ascii: ",")).map { Substring($0) }
    }

    /// Nil for a member without `=`.
    private static func name(_ member: Substring) -> String? { parts(member).map { String(FieldText.trimmingBlanks($0.name)) } }

    private static func value(_ member: Substring) -> String? { parts(member).map { String(FieldText.trimmingBlanks($0.value)) } }

    private static func parts(_ member: Substring) -> (name: Substring, value: Substring)? {
        let pair = member.utf8.prefix { $0 != UInt8(ascii: ";") }
        return pair.firstIndex(of: UInt8(ascii: "=")).map { (Substring(pair[..<$0]), Substring(pair[pair.index(after: $0)...])) }
    }
}
