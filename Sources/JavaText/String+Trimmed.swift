extension String {
    /// Without what Java's `trim` takes off at both ends: everything up to U+0020.
    package var trimmed: String {
        let bytes = utf8
        guard let first = bytes.firstIndex(where: { $0 > 0x20 }), let last = bytes.lastIndex(where: { $0 > 0x20 }) else { return "" }
        return String(self[first..<bytes.index(after: last)])
    }
}
