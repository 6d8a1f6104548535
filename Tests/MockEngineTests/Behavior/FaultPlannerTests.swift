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

    private func faults(_ faults: [FaultDefinition], bodyLength: Int? = 100, seed: UInt64 = 1) -> [WireFault] {
        var definition = ResponseDefinition()
        definition.faults = faults
        var counter = Counter()
        return FaultPlanner.faults(of: definition, bodyLength: bodyLength, draws: DrawLog(RandomSource(seed: seed)), counter: &counter)
    }

    @Test func placesEachEffect() {
        #expect(faults([FaultDefinition(.connectionResetByPeer)]) == [WireFault(.reset, at: .beforeHeaders)])
        #expect(faults([FaultDefinition(.emptyResponse)]) == [WireFault(.close, at: .beforeHeaders)])
        #expect(faults([FaultDefinition(.truncate, at: .bodyFraction(0.5))]) == [WireFault(.close, at: .bodyBytes(50))])
        #expect(faults([FaultDefinition(.stall, at: .bodyBytes(30))]) == [WireFault(.stall, at: .bodyBytes(30))])
        #expect(faults([FaultDefinition(.reset, at: .end)]) == [WireFault(.reset, at: .end)])
    }

    @Test func whatIsTruncatedLacksAByte() {
        #expect(faults([FaultDefinition(.truncate, at: .bodyBytes(500))]) == [WireFault(.close, at: .bodyBytes(99))])
        #expect(faults([FaultDefinition(.truncate, at: .bodyFraction(1))], bodyLength: 1) == [WireFault(.close, at: .afterHeaders)])
        #expect(faults([FaultDefinition(.truncate, at: .bodyFraction(0.5))], bodyLength: 0) == [WireFault(.close, at: .afterHeaders)])
    }

    @Test func garbageIsTheSameForTheSameSeed() {
        let fault = [FaultDefinition(.randomDataThenClose)]
        #expect(faults(fault, seed: 4) == faults(fault, seed: 4))
        #expect(faults(fault, seed: 4) != faults(fault, seed: 5))
    }

    @Test func happensAsOftenAsItsProbabilitySays() {
        var definition = ResponseDefinition()
        definition.faults = [FaultDefinition(.reset, at: .beforeHeaders, probability: 0.3)]
        let draws = DrawLog(RandomSource(seed: 77))
        var counter = Counter()
        let count = (0..<10_000).filter { _ in
            !FaultPlanner.faults(of: definition, bodyLength: 0, draws: draws, counter: &counter).isEmpty
        }.count
        #expect(abs(count - 3_000) < 150)
        #expect(draws.draws.count == 10_000)
    }

    @Test func happensNoMoreThanItsCount() {
        var definition = ResponseDefinition()
        definition.faults = [FaultDefinition(.reset, at: .beforeHeaders, count: 2)]
        let draws = DrawLog(RandomSource(seed: 1))
        var counter = Counter()
        let outcomes = (0..<4).map { _ in !FaultPlanner.faults(of: definition, bodyLength: 0, draws: draws, counter: &counter).isEmpty }
        #expect(outcomes == [true, true, false, false])
        #expect(draws.draws.isEmpty)
    }

    @Test func oneFaultForEachMoment() {
        let both = [
            FaultDefinition(.reset, at: .beforeHeaders), FaultDefinition(.close, at: .beforeHeaders), FaultDefinition(.stall, at: .end),
        ]
        #expect(faults(both) == [WireFault(.reset, at: .beforeHeaders), WireFault(.stall, at: .end)])
    }

    @Test func breaksAnUploadHalfway() {
        var definition = ResponseDefinition()
        definition.faults = [FaultDefinition(.reset, at: .requestBody)]
        var counter = Counter()
        let draws = DrawLog(RandomSource(seed: 1))
        let fault = FaultPlanner.uploadFault(of: definition, contentLength: 1_000, draws: draws, counter: &counter)
        #expect(fault?.afterBytes == 500 && fault?.effect == .reset)
        #expect(FaultPlanner.faults(of: definition, bodyLength: 9, draws: draws, counter: &counter).isEmpty)
    }
}
