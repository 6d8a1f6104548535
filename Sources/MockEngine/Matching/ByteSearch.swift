/// Finds bytes in bytes.
enum ByteSearch {
    static func contains(_ haystack: Span<UInt8>, _ needle: [UInt8]) -> Bool { contains(haystack, needle.span) }

    /// Whether the needle is anywhere in the haystack. An empty one is.
    static func contains(_ haystack: Span<UInt8>, _ needle: Span<UInt8>) -> Bool {
        guard !needle.isEmpty else { return true }
        guard needle.count <= haystack.count else { return false }
        let first = needle[0]
        for start in 0...(haystack.count - needle.count) where haystack[start] == first {
            var length = 1
            while length < needle.count, haystack[start + length] == needle[length] { length += 1 }
            if length == needle.count { return true }
        }
        return false
    }
}
