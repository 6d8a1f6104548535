internal import HTTPMessage
internal import JSONDocument
internal import StubModel

/// Decides how long a response is delayed.
struct DelaySampler {
    /// How often a draw above the maximum is repeated before it is capped.
    static let maximumRedraws = 10

    /// The response's delays, each replacing the server-wide one. Fixed and random delay add up, as in WireMock.
    static func delay(of definition: ResponseDefinition, settings: EngineSettings, draws: DrawLog) -> Duration {
        let fixed = definition.fixedDelay ?? settings.fixedDelay ?? .zero
        guard let distribution = definition.delayDistribution ?? settings.delayDistribution else { return fixed }
        return fixed + sample(distribution, draws: draws)
    }

    /// One draw, in whole milliseconds. A fixed distribution draws nothing.
    static func sample(_ distribution: DelayDistribution, draws: DrawLog) -> Duration {
        if case .fixed(let milliseconds) = distribution { return .milliseconds(milliseconds) }
        let milliseconds = draws.draw("delayMilliseconds", show: { JSONValue($0) }) { sample(distribution, &$0) }
        return .milliseconds(milliseconds)
    }

    static func sample(_ distribution: DelayDistribution, _ random: inout SeededRandom) -> Int {
        switch distribution {
        case .fixed(let milliseconds): return milliseconds
        case .uniform(let lower, let upper): return Int.random(in: lower...upper, using: &random)
        case .lognormal(let median, let sigma, let maximum):
            var value = lognormal(median, sigma, &random)
            var redraws = 0
            while let maximum, value > maximum, redraws < maximumRedraws {
                value = lognormal(median, sigma, &random)
                redraws += 1
            }
            return Int(min(value, maximum ?? .infinity, Double(Int32.max)).rounded())
        }
    }

    /// Never NaN: nothing times infinity is nothing.
    private static func lognormal(_ median: Double, _ sigma: Double, _ random: inout SeededRandom) -> Double {
        let factor = Mathematics.exponential(sigma * random.gaussian())
        return median > 0 ? median * factor : 0
    }
}
