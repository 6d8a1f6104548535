/// The zlib format (RFC 1950). Pure functions; any thread.
package enum Zlib {
    /// The same bytes always give the same result.
    /// - Parameter level: 1, fastest, to 9, smallest.
    /// - Returns: nil if zlib fails, e.g. because there is no memory.
    package static func compress(_ bytes: [UInt8], level: Int = 6) -> [UInt8]? { Deflate.compress(bytes, level: level, as: .zlib) }
}
