extension String {
    /// Without leading and trailing characters up to U+0020, like Java's `trim`.
    package var trimmed: String {
        let bytes = utf8
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 }) else { return "" }
        return String(self[first..<bytes.index(after: last)])
    }
}
