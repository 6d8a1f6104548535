import HTTPMessage
import StubModel
import Testing

@testable import MockEngine

@Suite struct FaultPlannerTests {
    struct Counter: FaultCounter {
        var taken: [Int: Int] = [:]

        mutating func take(_ index: Int, limit: Int) -> Bool {
            guard taken[index, default: 0] < limit else { return false }
            taken[index, default: 0] += 1
            return true
        }
    }

    private func fault(_ faults: [FaultDefinition], bodyLength: Int? = 100, seed: UInt64 = 1) -> WireFault? {
        var definition = ResponseDefinition()
        definition.faults = faults
        var counter = Counter()
        return FaultPlanner.fault(of: definition, bodyLength: bodyLength, draws: DrawLog(RandomSource(seed: seed)), counter: &counter)
    }

    @Test func placesEachEffect() {
        #expect(fault([FaultDefinition(.connectionResetByPeer)]) == WireFault(.reset, at: .beforeHeaders))
        #expect(fault([FaultDefinition(.emptyResponse)]) == WireFault(.close, at: .beforeHeaders))
        #expect(fault([FaultDefinition(.truncate, at: .bodyFraction(0.5))]) == WireFault(.close, at: .bodyBytes(50)))
        #expect(fault([FaultDefinition(.stall, at: .bodyBytes(30))]) == WireFault(.stall, at: .bodyBytes(30)))
        #expect(fault([FaultDefinition(.reset, at: .end)]) == WireFault(.reset, at: .end))
    }

    @Test func whatIsTruncatedLacksAByte() {
        #expect(fault([FaultDefinition(.truncate, at: .bodyBytes(500))]) == WireFault(.close, at: .bodyBytes(99)))
        #expect(fault([FaultDefinition(.truncate, at: .bodyFraction(1))], bodyLength: 1) == WireFault(.close, at: .afterHeaders))
        #expect(fault([FaultDefinition(.truncate, at: .bodyFraction(0.5))], bodyLength: 0) == WireFault(.close, at: .afterHeaders))
    }

    @Test func garbageIsTheSameForTheSameSeed() {
        let garbage = [FaultDefinition(.randomDataThenClose)]
        #expect(fault(garbage, seed: 4) == fault(garbage, seed: 4))
        #expect(fault(garbage, seed: 4) != fault(garbage, seed: 5))
    }

    @Test func happensAsOftenAsItsProbabilitySays() {
        var definition = ResponseDefinition()
        definition.faults = [FaultDefinition(.reset, at: .beforeHeaders, probability: 0.3)]
        let draws = DrawLog(RandomSource(seed: 77))
        var counter = Counter()
        let count = (0..<10_000).filter { _ in
            FaultPlanner.fault(of: definition, bodyLength: 0, draws: draws, counter: &counter) != nil
        }.count
        #expect(abs(count - 3_000) < 150)
        #expect(draws.draws.count == 10_000)
    }

    @Test func happensNoMoreThanItsCount() {
        var definition = ResponseDefinition()
        definition.faults = [FaultDefinition(.reset, at: .beforeHeaders, count: 2)]
        let draws = DrawLog(RandomSource(seed: 1))
        var counter = Counter()
        let outcomes = (0..<4).map { _ in FaultPlanner.fault(of: definition, bodyLength: 0, draws: draws, counter: &counter) != nil }
        #expect(outcomes == [true, true, false, false])
        #expect(draws.draws.isEmpty)
    }

    @Test func theEarliestFaultWins() {
        let reset = FaultDefinition(.reset, at: .beforeHeaders)
        #expect(fault([reset, FaultDefinition(.close, at: .beforeHeaders)]) == WireFault(.reset, at: .beforeHeaders))
        #expect(fault([FaultDefinition(.stall, at: .end), reset]) == WireFault(.reset, at: .beforeHeaders))
        let close = FaultDefinition(.close, at: .bodyBytes(5))
        #expect(fault([FaultDefinition(.reset, at: .bodyFraction(0.9)), close]) == WireFault(.close, at: .bodyBytes(5)))
    }

    /// A fault is counted only where it happens.
    @Test func anEarlierFaultLeavesTheCountOfALaterOne() {
        var definition = ResponseDefinition()
        definition.faults = [
            FaultDefinition(.truncate, at: .bodyBytes(5), count: 1), FaultDefinition(.reset, at: .beforeHeaders, count: 2),
        ]
        var counter = Counter()
        let draws = DrawLog(RandomSource(seed: 1))
        let effects = (0..<4).map { _ in
            FaultPlanner.fault(of: definition, bodyLength: 100, draws: draws, counter: &counter)?.effect
        }
        #expect(effects == [.reset, .reset, .close, nil])
    }

    @Test func breaksAnUploadHalfway() {
        var definition = ResponseDefinition()
        definition.faults = [FaultDefinition(.reset, at: .requestBody)]
        var counter = Counter()
        let draws = DrawLog(RandomSource(seed: 1))
        let fault = FaultPlanner.uploadFault(of: definition, length: 1_000, draws: draws, counter: &counter)
        #expect(fault?.afterBytes == 500 && fault?.effect == .reset)
        #expect(FaultPlanner.fault(of: definition, bodyLength: 9, draws: draws, counter: &counter) == nil)
    }
}
