/// Finds bytes in bytes.
enum ByteSearch {
    static func contains(_ haystack: Span<UInt8>, _ needle: [UInt8]) -> Bool { contains(haystack, needle.span) }

    /// Whether the needle is anywhere in the haystack. An empty one is.
    static func contains(_ haystack: Span<UInt8>, _ needle: Span<UInt8>) -> Bool {
        guard !needle.isEmpty else { return true }
        // One bit for four bytes. The needle is nowhere around a byte whose bit is not set.
        var bits: UInt64 = 0
        for index in needle.indices { bits |= 1 << UInt64(needle[index] & 63) }
        var end = needle.count - 1
        while end < haystack.count {
            guard bits >> UInt64(haystack[end] & 63) & 1 != 0 else {
                end &+= needle.count
                continue
            }
            let start = end - (needle.count - 1)
            var length = 0
            while length < needle.count, haystack[start + length] == needle[length] { length += 1 }
            if length == needle.count { return true }
            end &+= 1
        }
        return false
    }
}
