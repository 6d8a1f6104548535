/// One `name=value` of a query or of a form, decoded.
public struct QueryItem: Sendable, Hashable {
    public var name: String
    /// Empty for both `name` and `name=`.
    public var value: String
    /// False for `name` without `=`.
    public var hasEquals: Bool

    public init(_ name: String, _ value: String, hasEquals: Bool = true) {
        self.name = name
        self.value = value
        self.hasEquals = hasEquals
    }

    /// Reads `a=1&b=2` (application/x-www-form-urlencoded, WHATWG URL): `+` is a space, percent escapes are decoded, a
    /// malformed escape stays as it is, empty pieces are skipped. Never fails.
    public static func parse(_ bytes: ArraySlice<UInt8>) -> [QueryItem] {
        bytes.split(separator: UInt8(ascii: "&")).map { piece in
            guard let mark = piece.firstIndex(of: UInt8(ascii: "=")) else {
                return QueryItem(PercentCoding.decodeForm(piece), "", hasEquals: false)
            }
            return QueryItem(PercentCoding.decodeForm(piece[..<mark]), PercentCoding.decodeForm(piece[(mark + 1)...]))
        }
    }
}
