/// A delay that is drawn again for each response, from the session's seed.
public struct DelayDistribution: Hashable, Sendable, Codable {
    /// The distribution as the server reads it, e.g. `["type": "uniform", "lower": 100, "upper": 800]`.
    public var fields: [String: JSONValue]

    /// Every delay between these two, both included, is as likely.
    public static func uniform(lowerMilliseconds: Int, upperMilliseconds: Int) -> DelayDistribution {
        DelayDistribution(
            fields: ["type": "uniform", "lower": .integer(Int64(lowerMilliseconds)), "upper": .integer(Int64(upperMilliseconds))])
    }

    /// Half of all delays are below the median, and some are much longer.
    ///
    /// - Parameters:
    ///   - medianMilliseconds: the median.
    ///   - sigma: the standard deviation of the delay's natural logarithm.
    ///   - maximumMilliseconds: at least the median. A longer delay is drawn again, up to ten times; then it is this. Nil for no bound.
    public static func lognormal(medianMilliseconds: Double, sigma: Double, maximumMilliseconds: Double? = nil) -> DelayDistribution {
        var fields: [String: JSONValue] = ["type": "lognormal", "median": .number(medianMilliseconds), "sigma": .number(sigma)]
        fields["maxValue"] = maximumMilliseconds.map { .number($0) }
        return DelayDistribution(fields: fields)
    }

    /// A distribution in the server's form.
    public init(fields: [String: JSONValue]) { self.fields = fields }
    /// Reads the server's form.
    public init(from decoder: any Decoder) throws { fields = try [String: JSONValue](from: decoder) }
    /// Writes the server's form.
    public func encode(to encoder: any Encoder) throws { try fields.encode(to: encoder) }
}
