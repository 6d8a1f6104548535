import LinkModel
import Synchronization
import Testing

@Suite struct LinkFlowTests {
    private let asymmetric = LinkProfile(
        down: LinkDirection(bitsPerSecond: 8_000_000, delay: .milliseconds(100)),
        up: LinkDirection(bitsPerSecond: 800_000, delay: .milliseconds(30)), dnsDelay: .milliseconds(400))

    private func flow(on link: Link, opensConnection: Bool, headBytes: Int = 0) -> LinkFlow {
        LinkFlow(on: link, .init(seed: 1, opensConnection: opensConnection, requestHeadBytes: headBytes))
    }

    private func milliseconds(to head: LinkFlow, headBytes: Int = 0) -> Int64 {
        var now: Int64 = 0
        while case .waitUntil(let due) = head.allowance(headBytes: headBytes, now: now) { now = due }
        return now / 1_000_000
    }

    @Test func delaysAreChargedOncePerDirection() {
        #expect(milliseconds(to: flow(on: Link(asymmetric), opensConnection: false)) == 130)
    }

    @Test func aNewConnectionCostsARoundTripAndTheNameLookup() {
        #expect(milliseconds(to: flow(on: Link(asymmetric), opensConnection: true)) == 130 + 130 + 400)
    }

    @Test func headsCountAtTheirRates() {
        // 1,000 bytes at 100 bytes a millisecond, 2,000 at 1,000.
        #expect(milliseconds(to: flow(on: Link(asymmetric), opensConnection: false, headBytes: 1_000), headBytes: 2_000) == 130 + 10 + 2)
    }

    @Test func theDelayIsReportedAsItWasCharged() {
        let flow = flow(on: Link(asymmetric), opensConnection: true)
        _ = milliseconds(to: flow)
        #expect(flow.report.delay == .milliseconds(660))
        #expect(flow.report.losses.isEmpty && flow.report.stalled == .zero)
    }

    @Test func anUploadIsReadAtItsRate() {
        let flow = flow(on: Link(asymmetric), opensConnection: false)
        var now: Int64 = 0
        for received in stride(from: 10_000, through: 200_000, by: 10_000) {
            while let due = flow.resumption(after: received, now: now) { now = due }
        }
        #expect(now == .milliseconds(30 + 2_000))
        // Only the response's way is left.
        var end = now
        while case .waitUntil(let due) = flow.allowance(headBytes: 0, now: end) { end = due }
        #expect(end - now == .milliseconds(100))
    }

    @Test func anUploadThatWasReadTooFastIsPaidForBeforeTheResponse() {
        let flow = flow(on: Link(asymmetric), opensConnection: false)
        flow.requestHas(bodyBytes: 100_000)
        #expect(milliseconds(to: flow) == 130 + 1_000)
    }

    @Test func uploadsShareTheirRate() {
        let link = Link(LinkProfile(up: LinkDirection(bitsPerSecond: 8_000_000)))
        let flows = (0..<2).map { _ in flow(on: link, opensConnection: false) }
        var now = [Int64](repeating: 0, count: 2)
        for received in stride(from: 10_000, through: 500_000, by: 10_000) {
            for index in 0..<2 {
                let due = flows[index].resumption(after: received, now: now[index])
                now[index] = due ?? now[index]
            }
            now = [now.max()!, now.max()!]
        }
        #expect((.milliseconds(995)...Int64.milliseconds(1_005)).contains(now[0]))
    }

    @Test func anUploadThatNothingGetsThroughOfIsAskedForAgain() {
        let link = Link(LinkProfile(up: LinkDirection(loss: 1)))
        let flow = flow(on: link, opensConnection: true)
        #expect(flow.resumption(after: 1, now: 0) == .seconds(1))
        #expect(flow.resumption(after: 1, now: .seconds(1)) == .seconds(2))
        link.setProfile(.off, now: .seconds(2))
        #expect(flow.resumption(after: 1, now: .seconds(2)) == nil)
    }

    @Test func anUploadIsToldWhenItsMomentNoLongerHolds() {
        let link = Link(LinkProfile(up: LinkDirection(bitsPerSecond: 8_000)))
        let flow = flow(on: link, opensConnection: false)
        let changes = Atomic(0)
        let due = flow.resumption(after: 65_536, now: 0) { changes.add(1, ordering: .relaxed) }
        #expect((.seconds(65)...Int64.seconds(66)).contains(due ?? 0))
        link.setProfile(.off, now: .seconds(1))
        #expect(changes.load(ordering: .relaxed) == 1)
        #expect(flow.resumption(after: 65_536, now: .seconds(1)) { changes.add(1, ordering: .relaxed) } == nil)
        link.setProfile(.off, now: .seconds(2))
        #expect(changes.load(ordering: .relaxed) == 1)
    }

    @Test func theEndOfABodyCostsNothing() {
        let flow = flow(on: Link(LinkProfile(down: LinkDirection(bitsPerSecond: 8))), opensConnection: false)
        #expect(flow.allowance(headBytes: 0, now: 0) == .bytes(Int.max))
        #expect(flow.allowance(at: 10, remaining: 0, now: 0) == .bytes(Int.max))
    }

    @Test func aLatencyThatIsSwitchedOffIsNotWaitedFor() {
        let link = Link(LinkProfile(down: LinkDirection(delay: .seconds(10)), up: LinkDirection(delay: .seconds(10))))
        let flow = flow(on: link, opensConnection: true)
        #expect(flow.allowance(headBytes: 0, now: 0) == .waitUntil(.seconds(30)))
        link.setProfile(.off, now: .seconds(1))
        #expect(flow.allowance(headBytes: 0, now: .seconds(1)) == .bytes(Int.max))
    }

    @Test(arguments: [(64_000, 64_000), (8_000_000, 64_000), (64_000, 8_000_000)])
    func aResponsesOwnRateHoldsBesideTheLink(_ own: Int, _ link: Int) throws {
        var simulation = Simulation()
        simulation.add(.plain(Link(LinkProfile(down: LinkDirection(bitsPerSecond: link))), bitsPerSecond: own), bodyBytes: 80_000)
        simulation.run()
        let taken = try #require(simulation.exchanges[0].finishedAt)
        #expect(taken >= .seconds(10) && taken <= .seconds(10) + .milliseconds(1), "\(taken)")
    }

    @Test func aResponsesOwnRateNeedsNoLink() throws {
        var simulation = Simulation()
        simulation.add(.plain(Link(.off), bitsPerSecond: 80_000), bodyBytes: 80_000)
        simulation.run()
        #expect(try #require(simulation.exchanges[0].finishedAt) == .seconds(8))
    }

    @Test func whatPassedWithoutALinkIsNotPaidForLater() throws {
        let link = Link(.off)
        var simulation = Simulation()
        let flow = LinkFlow.plain(link)
        #expect(flow.allowance(headBytes: 0, now: 0) == .bytes(Int.max))
        guard case .bytes(let count) = flow.allowance(at: 0, remaining: 10_000_000, now: 0) else { Issue.record("no bytes"); return }
        link.setProfile(LinkProfile(down: LinkDirection(bitsPerSecond: 8_000_000)), now: 1)
        simulation.now = 1
        var position = count
        var now: Int64 = 1
        while position < count + 100_000 {
            switch flow.allowance(at: position, remaining: count + 100_000 - position, now: now) {
            case .bytes(let more): position += more
            case .waitUntil(let due): now = due
            case .wait, .dead: Issue.record("stands still")
            }
        }
        #expect((.milliseconds(100)...Int64.milliseconds(101)).contains(now))
    }
}
