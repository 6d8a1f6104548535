extension Duration {
    /// 292 years: as many nanoseconds as fit into 64 bits.
    public static let longest = Duration.nanoseconds(Int64.max)

    /// The same times a factor of at least 0; what would be longer than `longest` is that.
    public func scaled(by factor: Double) -> Duration {
        self / .seconds(1) * factor < Self.longest / .seconds(1) ? self * factor : .longest
    }

    /// Rounded towards zero; the least or the largest number where there are more.
    public var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000)
        let (sum, isStillTooLarge) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return isTooLarge || isStillTooLarge ? (seconds < 0 ? .min : .max) : sum
    }
}
