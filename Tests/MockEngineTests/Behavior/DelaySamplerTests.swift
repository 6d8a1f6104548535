import JSONDocument
import StubModel
import HTTPMessage
import Testing

@testable import MockEngine

@Suite struct DelaySamplerTests {
    private static let seed: UInt64 = 20_261_121

    private func samples(_ distribution: DelayDistribution) -> [Int] {
        var random = SeededRandom(seed: Self.seed)
        return (0..<10_000).map { _ in DelaySampler.sample(distribution, &random) }.sorted()
    }

    @Test func lognormalHasItsMedianMeanAndQuantiles() {
        let samples = samples(.lognormal(median: 100, sigma: 0.5, maximum: nil))
        #expect(abs(samples[5_000] - 100) <= 3)
        // exp(sigma²/2) times the median; quantiles at exp(±sigma).
        #expect(abs(Double(samples.reduce(0, +)) / 10_000 - 113.3) < 3)
        #expect(abs(samples[8_413] - 165) <= 6)
        #expect(abs(samples[1_587] - 61) <= 3)
    }

    @Test func lognormalStaysBelowItsMaximum() {
        let samples = samples(.lognormal(median: 100, sigma: 0.5, maximum: 120))
        #expect(samples.last! <= 120)
        // Values above the maximum are drawn again instead of being capped, so almost none equals the maximum.
        #expect(samples.filter { $0 == 120 }.count < 400)
    }

    @Test func uniformReachesBothBoundsEvenly() {
        let samples = samples(.uniform(lower: 10, upper: 19))
        #expect(samples.first == 10 && samples.last == 19)
        for value in 10...19 { #expect(abs(samples.filter { $0 == value }.count - 1_000) < 150) }
    }

    @Test func fixedAndDrawnDelaysAddUpAndReplaceTheServersOwn() throws {
        let draws = DrawLog(RandomSource(seed: Self.seed))
        var settings = EngineSettings()
        settings.fixedDelay = .milliseconds(7)
        settings.delayDistribution = .fixed(milliseconds: 20)
        var definition = ResponseDefinition()
        #expect(DelaySampler.delay(of: definition, settings: settings, draws: draws) == .milliseconds(27))
        definition.fixedDelay = .milliseconds(100)
        #expect(DelaySampler.delay(of: definition, settings: settings, draws: draws) == .milliseconds(120))
        definition.delayDistribution = .uniform(lower: 3, upper: 3)
        #expect(DelaySampler.delay(of: definition, settings: settings, draws: draws) == .milliseconds(103))
        #expect(draws.draws == [EntryDetails.Draw("delayMilliseconds", 3)])
    }

    /// A static response is prepared once and needs no plan of its own; a delay from the settings still applies.
    @Test(arguments: ["{\"body\": \"static\"}", "{\"body\": \"{{request.path}}\", \"transformers\": [\"response-template\"]}"])
    func theSettingsDelayEveryResponse(_ response: String) throws {
        let harness = try EngineHarness("{\"request\": {\"url\": \"/a\"}, \"response\": \(response)}")
        #expect(harness.delay("/a") == .zero)
        harness.engine.session.settings.fixedDelay = .milliseconds(7)
        #expect(harness.delay("/a") == .milliseconds(7))
        harness.engine.session.settings.delayDistribution = .fixed(milliseconds: 20)
        #expect(harness.delay("/a") == .milliseconds(27))
        harness.engine.session.settings.fixedDelay = nil
        #expect(harness.delay("/a") == .milliseconds(20))
        harness.engine.session.settings.delayDistribution = nil
        #expect(harness.delay("/a") == .zero)
    }

    @Test(arguments: [nil, 500.0]) func aMedianOfNothingIsNoDelay(maximum: Double?) {
        // The exponential of the largest draws is infinite.
        #expect(samples(.lognormal(median: 0, sigma: 1_000, maximum: maximum)).allSatisfy { $0 == 0 })
        #expect(samples(.lognormal(median: 1, sigma: 1_000, maximum: maximum)).last == maximum.map { Int($0) } ?? Int(Int32.max))
    }
}
