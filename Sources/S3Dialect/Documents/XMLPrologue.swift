/// What stands before the root element of a document.
enum XMLPrologue {
    /// Whether there is a document type declaration. S3's documents have none, and one could declare entities.
    static func hasDocumentType(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while let mark = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[mark...]
            if rest.starts(with: "<?".utf8) {
                // libxml2 takes the first `>` for the end of a declaration, also where that is a mistake.
                rest = Self.after(rest.starts(with: "<?xml".utf8) ? ">" : "?>", in: rest)
            } else if rest.starts(with: "<!--".utf8) {
                rest = Self.after("-->", in: rest.dropFirst(4))
            } else {
                return rest.starts(with: "<!".utf8)
            }
        }
        return false
    }

    private static func after(_ end: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var rest = bytes
        while let first = rest.firstIndex(of: end.utf8.first ?? 0) {
            rest = rest[first...]
            if rest.starts(with: end.utf8) { return rest.dropFirst(end.utf8.count) }
            rest = rest.dropFirst()
        }
        return []
    }
}
