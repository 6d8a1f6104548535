/// Finds bytes in bytes. Beside `SixteenBytes`, which is fast only where the compiler can inline it.
package enum ByteSearch {
    /// Whether the needle occurs in the haystack. An empty needle does.
    package static func contains(_ haystack: Span<UInt8>, _ needle: [UInt8]) -> Bool { contains(haystack, needle.span) }

    /// Whether the needle occurs in the haystack. An empty needle does.
    package static func contains(_ haystack: Span<UInt8>, _ needle: Span<UInt8>) -> Bool {
        guard !needle.isEmpty else { return true }
        let distance = needle.count - 1
        let (first, last) = (needle[0], needle[distance])
        let end = haystack.count - distance
        var start = 0
        // Tests sixteen positions at once: the needle can only be where its first and last byte are.
        while start <= end - 16 {
            let places =
                SixteenBytes(haystack, at: start).places(of: first) .& SixteenBytes(haystack, at: start + distance).places(of: last)
            if !places.isEmpty {
                for index in 0..<16 where places[index] && isThere(needle, haystack, at: start + index) { return true }
            }
            start += 16
        }
        while start < end {
            if haystack[start] == first, isThere(needle, haystack, at: start) { return true }
            start += 1
        }
        return false
    }

    private static func isThere(_ needle: Span<UInt8>, _ haystack: Span<UInt8>, at start: Int) -> Bool {
        for index in needle.indices where haystack[start + index] != needle[index] { return false }
        return true
    }
}
