import LinkModel
import Synchronization
import Testing

@Suite struct LinkTests {
    private func link(downBitsPerSecond: Int?) -> Link { Link(LinkProfile(down: LinkDirection(bitsPerSecond: downBitsPerSecond))) }

    @Test(arguments: LinkProfile.named)
    func aBodyTakesExactlyItsTimeAtTheRate(_ profile: LinkProfile) throws {
        let rate = profile.down.bitsPerSecond ?? 1_000_000
        let link = link(downBitsPerSecond: rate)
        var simulation = Simulation()
        simulation.add(.plain(link), bodyBytes: 1_000_000)
        simulation.run()
        let expected = (8_000_000_000_000_000 + rate - 1) / rate
        let taken = try #require(simulation.exchanges[0].finishedAt)
        // A whole nanosecond for each turn.
        #expect(Int(taken) >= expected && Int(taken) - expected < 1_000)
    }

    @Test func nothingIsEverAheadOfTheRate() {
        let link = link(downBitsPerSecond: 780_000)
        var simulation = Simulation()
        for _ in 0..<3 { simulation.add(.plain(link), bodyBytes: 30_000) }
        simulation.run()
        var total = 0
        var before = [0, 0, 0]
        let steps = simulation.exchanges.enumerated().flatMap { index, exchange in exchange.progress.map { (index, $0.at, $0.upTo) } }
        for (index, time, upTo) in steps.sorted(by: { $0.1 < $1.1 }) {
            total += upTo - before[index]
            before[index] = upTo
            #expect(Double(total) <= Double(time) * 780_000 / 8e9 + 1)
        }
    }

    @Test func whoeverIsAskedLateLosesNothing() throws {
        let link = link(downBitsPerSecond: 50_000_000)
        var simulation = Simulation()
        simulation.lateness = .milliseconds(4)
        simulation.add(.plain(link), bodyBytes: 6_250_000)
        simulation.run()
        let taken = try #require(simulation.exchanges[0].finishedAt)
        #expect(taken >= .seconds(1) && taken <= .seconds(1) + .milliseconds(5))
    }

    @Test func aPauseIsNotGivenBack() throws {
        let link = link(downBitsPerSecond: 8_000_000)
        var simulation = Simulation()
        simulation.add(.plain(link), bodyBytes: 10_000)
        simulation.add(.plain(link), bodyBytes: 1_000_000, at: .seconds(9))
        simulation.run()
        let taken = try #require(simulation.exchanges[1].finishedAt) - .seconds(9)
        #expect(taken >= .seconds(1))
    }

    @Test func connectionsShareTheRateEvenly() throws {
        let link = link(downBitsPerSecond: 8_000_000)
        var simulation = Simulation()
        for _ in 0..<5 { simulation.add(.plain(link), bodyBytes: 200_000) }
        simulation.run(until: .milliseconds(500))
        for exchange in simulation.exchanges {
            let sent = try #require(exchange.sent)
            // The first turn was taken alone.
            #expect((95_000...110_000).contains(sent), "\(sent)")
        }
        simulation.run()
        let last = try #require(simulation.exchanges.compactMap(\.finishedAt).max())
        #expect(last >= .seconds(1) && last < .seconds(1) + .milliseconds(2))
    }

    @Test func aSmallResponseIsNotStuckBehindALargeOne() throws {
        let link = link(downBitsPerSecond: 8_000_000)
        var simulation = Simulation()
        simulation.add(.plain(link), bodyBytes: 10_000_000)
        simulation.add(.plain(link), bodyBytes: 1_000, at: .milliseconds(2_003))
        simulation.run(until: .seconds(3))
        let taken = try #require(simulation.exchanges[1].finishedAt) - .milliseconds(2_003)
        #expect(taken <= .milliseconds(15))
    }

    @Test func aSwitchTakesEffectOnATransferUnderWay() throws {
        let link = link(downBitsPerSecond: 8_000_000)
        var simulation = Simulation()
        simulation.add(.plain(link), bodyBytes: 1_000_000)
        simulation.run(until: .milliseconds(500))
        link.setProfile(LinkProfile(down: LinkDirection(bitsPerSecond: 1_000_000)), now: .milliseconds(500))
        simulation.run(until: .milliseconds(1_500))
        let sent = try #require(simulation.exchanges[0].sent)
        #expect((610_000...626_000).contains(sent), "\(sent)")
        link.setProfile(.off, now: .milliseconds(1_500))
        simulation.run()
        let end = try #require(simulation.exchanges[0].finishedAt)
        #expect(end < .milliseconds(1_515))
    }

    @Test func whoeverWaitsIsToldOfASwitch() throws {
        let link = Link(try #require(.named("100% Loss")))
        let flow = LinkFlow.plain(link)
        let calls = Mutex(0)
        #expect(flow.allowance(headBytes: 0, now: 0) { calls.withLock { $0 += 1 } } == .wait)
        link.setProfile(.off, now: .seconds(5))
        #expect(calls.withLock { $0 } == 1)
        #expect(flow.allowance(headBytes: 0, now: .seconds(5)) == .bytes(Int.max))
        link.setProfile(LinkProfile(down: LinkDirection(loss: 1)), now: .seconds(6))
        #expect(calls.withLock { $0 } == 1)
    }

    @Test func aFlowThatIsOverIsNotTold() {
        let link = Link(LinkProfile(up: LinkDirection(loss: 1)))
        let flow = LinkFlow.plain(link)
        let calls = Mutex(0)
        #expect(flow.allowance(headBytes: 0, now: 0) { calls.withLock { $0 += 1 } } == .wait)
        flow.ended()
        link.setProfile(.off, now: 1)
        #expect(calls.withLock { $0 } == 0)
    }
}
