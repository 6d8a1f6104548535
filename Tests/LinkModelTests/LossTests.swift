import LinkModel
import Testing

@Suite struct LossTests {
    private func transfer(_ segments: Int, loss: Double, delay: Duration = .milliseconds(50), seed: UInt64) -> Simulation.Exchange {
        let link = Link(LinkProfile(down: LinkDirection(delay: delay, loss: loss)))
        var simulation = Simulation()
        simulation.add(.plain(link, seed: seed), bodyBytes: segments * 1_448)
        simulation.run()
        return simulation.exchanges[0]
    }

    @Test func asManySegmentsAreLostAsWasAskedFor() {
        // 1 % of 200,000, within four standard deviations.
        let report = transfer(200_000, loss: 0.01, seed: 7).flow.report
        #expect((1_820...2_180).contains(report.lossCount), "\(report.lossCount)")
        #expect(report.losses.count == LinkReport.maximumLosses)
    }

    @Test func theSameSeedLosesTheSameSegments() {
        let first = transfer(2_000, loss: 0.02, seed: 3).flow.report
        #expect(first == transfer(2_000, loss: 0.02, seed: 3).flow.report)
        #expect(first.losses != transfer(2_000, loss: 0.02, seed: 4).flow.report.losses)
    }

    @Test func aLostSegmentIsSilenceForATimeOut() throws {
        // One round trip and 200 ms.
        let exchange = transfer(300, loss: 0.01, seed: 11)
        let report = exchange.flow.report
        let loss = try #require(report.losses.first { $0.times == 1 })
        let segment = try #require(loss.segment)
        let before = try #require(exchange.progress.last { $0.upTo == segment * 1_448 })
        let after = try #require(exchange.progress.first { $0.upTo > segment * 1_448 })
        #expect(after.at - before.at == .milliseconds(250))
        #expect(report.stalled == .milliseconds(250) * report.losses.reduce(0) { $0 + (1 << $1.times) - 1 })
    }

    @Test func eachFurtherTimeOutIsTwiceAsLong() throws {
        let twice = try #require(
            (1...UInt64(200)).lazy.map { transfer(20, loss: 0.1, seed: $0) }.first { $0.flow.report.losses.map(\.times) == [2] })
        #expect(twice.flow.report.stalled == .milliseconds(250 + 500))
        #expect(try #require(twice.finishedAt) == .milliseconds(50 + 750))
    }

    @Test func nowAndThenAConnectionDies() {
        // A segment dies with 0.3⁴; of 300 transfers of 20 segments 45 die, within four standard deviations.
        let dead = (1...UInt64(300)).filter { transfer(20, loss: 0.3, seed: $0).isDead }
        #expect((20...70).contains(dead.count), "\(dead.count)")
        for seed in dead.prefix(3) { #expect(transfer(20, loss: 0.3, seed: seed).flow.report.isDead) }
    }

    @Test func aStallOfOneConnectionLeavesTheRateToTheOthers() throws {
        let link = Link(LinkProfile(down: LinkDirection(bitsPerSecond: 8_000_000, delay: .seconds(20), loss: 0.02)))
        let clear = Link(LinkProfile(down: LinkDirection(bitsPerSecond: 8_000_000, delay: .seconds(20))))
        // One transfer that loses its first segment, and one that loses none.
        let lossy = try #require(
            (1...UInt64(2_000)).first { seed in transfer(10, loss: 0.02, seed: seed).flow.report.losses.first?.segment == 0 })
        let fortunate = try #require((1...UInt64(2_000)).first { seed in transfer(200, loss: 0.02, seed: seed).flow.report.losses.isEmpty })
        var simulation = Simulation()
        simulation.add(.plain(link, seed: lossy), bodyBytes: 14_480)
        simulation.add(.plain(link, seed: fortunate), bodyBytes: 200 * 1_448)
        simulation.run()
        var alone = Simulation()
        alone.add(.plain(clear), bodyBytes: 200 * 1_448)
        alone.run()
        let taken = try #require(simulation.exchanges[1].finishedAt)
        let least = try #require(alone.exchanges[0].finishedAt)
        #expect(taken - least <= .milliseconds(15))
    }

    @Test func aSwitchEndsASilence() throws {
        let link = Link(LinkProfile(down: LinkDirection(delay: .seconds(60), loss: 0.5)))
        let flow = LinkFlow.plain(link, seed: 5)
        var now: Int64 = 0
        var position = 0
        silence: while true {
            switch position == 0 && now < .seconds(60)
                ? flow.allowance(headBytes: 0, now: now) : flow.allowance(at: position, remaining: nil, now: now)
            {
            case .bytes(let count) where count < Int.max: position += count
            case .waitUntil(let due) where flow.report.lossCount > 0:
                #expect(due - now > .seconds(60))
                break silence
            case .waitUntil(let due): now = due
            default: now = max(now, .seconds(60))
            }
        }
        link.setProfile(.off, now: now + 1)
        guard case .bytes = flow.allowance(at: position, remaining: nil, now: now + 1) else {
            Issue.record("still silent")
            return
        }
    }

    @Test func aNewConnectionCanLoseItsFirstPackets() throws {
        let link = Link(LinkProfile(up: LinkDirection(loss: 0.2)))
        let flows = (1...UInt64(100)).map { LinkFlow(on: link, .init(seed: $0, opensConnection: true, requestHeadBytes: 0)) }
        let waits = flows.map { $0.allowance(headBytes: 0, now: 0) }
        let lost = zip(flows, waits).filter { $0.0.report.losses.first?.segment == nil && $0.0.report.lossCount > 0 }
        #expect((8...36).contains(lost.count), "\(lost.count)")
        let once = try #require(lost.first { $0.0.report.losses[0].times == 1 })
        #expect(once.1 == .waitUntil(.seconds(1)))
    }

    @Test func withoutLossNothingIsDrawn() {
        let report = transfer(1_000, loss: 0, seed: 1).flow.report
        #expect(report.losses.isEmpty && report.lossCount == 0 && report.stalled == .zero)
    }
}
