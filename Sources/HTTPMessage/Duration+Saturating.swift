extension Duration {
    /// About 292 years: as many nanoseconds as fit into 64 bits.
    package static let longest = Duration.nanoseconds(Int64.max)

    /// The duration times a factor of at least 0, at most `longest`.
    package func scaled(by factor: Double) -> Duration {
        self / .seconds(1) * factor < Self.longest / .seconds(1) ? self * factor : .longest
    }

    /// Milliseconds, rounded towards zero; the least or largest `Int64` when they do not fit.
    package var wholeMilliseconds: Int64 { whole(attoseconds: 1_000_000_000_000_000) }

    /// Nanoseconds, rounded towards zero; the least or largest `Int64` when they do not fit.
    package var wholeNanoseconds: Int64 { whole(attoseconds: 1_000_000_000) }

    private func whole(attoseconds unit: Int64) -> Int64 {
        // Nearly every duration is shorter than nine seconds.
        if let attoseconds = Int64(exactly: attoseconds) { return attoseconds / unit }
        return Int64(clamping: attoseconds / Int128(unit))
    }
}
