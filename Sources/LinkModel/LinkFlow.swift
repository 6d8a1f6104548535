internal import HTTPMessage
internal import Synchronization

/// One exchange on a link: a request that comes up, and a response that goes down.
///
/// The link's delays are charged once each: when the flow is asked first, one round trip and the DNS delay if the connection is new, and
/// the request's way up; when the request has been paid for, the response's way down. Request and response then take their turns at
/// the link's rates. Lost segments are silence for a time-out of a retransmission, twice as long each time.
///
/// Without a clock; any thread. Nothing blocks.
package final class LinkFlow: Sendable {
    /// A flow's place in its exchange.
    private enum Stage {
        /// Nobody has asked yet.
        case new
        /// Since then the connection is opened, and the request is on its way up.
        case opening(since: Int64)
        /// The request's bytes take their turns.
        case receiving
        /// The response has been on its way down since then.
        case answering(since: Int64)
        case sending
    }

    private struct State {
        var stage = Stage.new
        var generation: UInt64
        var up: LinkStream
        var down: LinkStream
        /// How far the request's stream has been paid for, and how long it is as far as is known.
        var upPosition = 0
        var upLength: Int
        var downPosition = 0
        /// Of the losses while the connection was opened; nil before they are drawn.
        var connectStall: Duration?
        var report = LinkReport()
        var takesUp = false
        var takesDown = false
        var isOver = false
    }

    /// What an exchange looks like to its link.
    package struct Traits: Sendable {
        /// Gives all losses of the exchange.
        package var seed: UInt64
        /// It is the first on its connection.
        package var opensConnection: Bool
        package var requestHeadBytes: Int

        package init(seed: UInt64, opensConnection: Bool, requestHeadBytes: Int) {
            self.seed = seed
            self.opensConnection = opensConnection
            self.requestHeadBytes = requestHeadBytes
        }
    }

    private let link: Link
    private let traits: Traits
    private let state: Mutex<State>

    package init(on link: Link, _ traits: Traits) {
        self.link = link
        self.traits = traits
        let (generation, profile) = link.shared.withLock { ($0.generation, $0.profile) }
        var random = SplitMix64(seed: traits.seed)
        var first = State(
            generation: generation, up: LinkStream(isUpload: true, seed: random.next()),
            down: LinkStream(isUpload: false, seed: random.next()), upLength: traits.requestHeadBytes)
        first.report.profile = profile.name
        state = Mutex(first)
    }

    deinit { ended() }

    // MARK: Request

    /// So much of the request's body has been read.
    /// - Returns: when to read on; nil at once. To be asked again with what has been read then, or with the same. While nothing gets
    ///   through it is a second from now, each time.
    package func resumption(after received: Int, now: Int64) -> Int64? {
        requestHas(bodyBytes: received)
        let allowance = ask(now, changed: nil) { state, shared in
            Self.open(&state, &shared, traits, now) ?? Self.receive(&state, &shared, now)
        }
        switch allowance {
        case .bytes, nil: return nil
        case .waitUntil(let due): return due
        case .wait, .dead: return now + Self.silentStep
        }
    }

    private static let silentStep: Int64 = 1_000_000_000

    /// The request has a body of at least that many bytes: they are paid for before the response goes.
    package func requestHas(bodyBytes: Int) {
        state.withLock { $0.upLength = max($0.upLength, traits.requestHeadBytes + bodyBytes) }
    }

    /// Of the link's incoming bytes the kernel should hold no more, so that the client feels the rate; nil without a bound.
    package var receiveBufferBytes: Int? {
        link.profile.up.bitsPerSecond.map { min(max($0 / 8 / 10, 4_096), 1 << 18) }
    }

    // MARK: Response

    /// The response's body has a rate of its own, beside the link's. To be called before it is asked for.
    /// - Parameter bitsPerSecond: nil for none.
    package func limitResponse(to bitsPerSecond: Int?) { state.withLock { $0.down.limit(to: bitsPerSecond) } }

    /// Whether the response's head may go. It goes whole: `.bytes` has no meaning but that it may.
    /// - Parameters:
    ///   - headBytes: how long it is.
    ///   - changed: called once, on any thread, when the link changes before the flow is asked again.
    package func allowance(headBytes: Int, now: Int64, changed: (@Sendable () -> Void)? = nil) -> LinkAllowance {
        ask(now, changed: changed) { state, shared in
            Self.open(&state, &shared, traits, now) ?? Self.receive(&state, &shared, now) ?? Self.answer(&state, shared.profile, now)
                ?? Self.send(&state, &shared, until: headBytes, now)
                ?? .bytes(Int.max)
        } ?? .bytes(Int.max)
    }

    /// How much of the response's body may go. The head has gone.
    /// - Parameters:
    ///   - position: how much of it has gone.
    ///   - remaining: how much of it is left; nil when nobody knows.
    ///   - changed: called once, on any thread, when the link changes before the flow is asked again.
    package func allowance(
        at position: Int, remaining: Int?, now: Int64, changed: (@Sendable () -> Void)? = nil
    ) -> LinkAllowance {
        if remaining == 0 { return .bytes(Int.max) }
        return ask(now, changed: changed) { state, shared in
            Self.down(&state, &shared, at: state.downPosition + position, most: remaining ?? Int.max, now)
        } ?? .bytes(Int.max)
    }

    // MARK: Both

    /// The exchange is over, in whatever way. Does nothing the second time. A flow that nobody has any more is over as well.
    package func ended() {
        state.withLock { state in
            guard !state.isOver else { return }
            state.isOver = true
            link.shared.withLock { shared in
                shared.waiting[ObjectIdentifier(self)] = nil
                if state.takesUp { shared.upStreams -= 1 }
                if state.takesDown { shared.downStreams -= 1 }
            }
        }
    }

    /// What the link has done so far.
    package var report: LinkReport { state.withLock { $0.report } }

    /// Asks on the link as it is now.
    /// - Parameter body: nil when nothing stands in the way.
    private func ask(
        _ now: Int64, changed: (@Sendable () -> Void)?, _ body: (inout State, inout Link.Shared) -> LinkAllowance?
    ) -> LinkAllowance? {
        state.withLock { state in
            link.shared.withLock { shared in
                if state.generation != shared.generation {
                    state.generation = shared.generation
                    state.up.endSilence()
                    state.down.endSilence()
                    if state.connectStall != nil { state.connectStall = .zero }
                }
                let allowance = state.report.isDead ? .dead : body(&state, &shared)
                switch allowance {
                case .waitUntil, .wait: shared.waiting[ObjectIdentifier(self)] = changed
                case .bytes, .dead, nil: if !shared.waiting.isEmpty { shared.waiting[ObjectIdentifier(self)] = nil }
                }
                return allowance
            }
        }
    }

    // MARK: Stages

    private static func open(
        _ state: inout State, _ shared: inout Link.Shared, _ traits: Traits, _ now: Int64
    ) -> LinkAllowance? {
        if case .new = state.stage { state.stage = .opening(since: now) }
        guard case .opening(let start) = state.stage else { return nil }
        let profile = shared.profile
        if profile.up.losesEverything || traits.opensConnection && profile.down.losesEverything { return .wait }
        var latency = profile.up.delay
        if traits.opensConnection {
            latency += profile.dnsDelay + profile.roundTrip + connectStall(&state, profile)
            if state.report.isDead { return .dead }
        }
        let due = start + latency.wholeNanoseconds
        if now < due { return .waitUntil(due) }
        state.report.delay += latency - (state.connectStall ?? .zero)
        state.stage = .receiving
        state.up.begin(at: due)
        return nil
    }

    private static func connectStall(_ state: inout State, _ profile: LinkProfile) -> Duration {
        if let stall = state.connectStall { return stall }
        var stall = Duration.zero
        for (isUpload, losses) in [(true, state.up.drawConnect(profile.up)), (false, state.down.drawConnect(profile.down))]
        where losses > 0 {
            state.report.note(.init(isUpload: isUpload, segment: nil, times: losses))
            stall += SegmentLoss.stall(losses, timeout: SegmentLoss.connectRetransmission)
        }
        state.connectStall = stall
        if !state.report.isDead { state.report.stalled += stall }
        return stall
    }

    private static func receive(_ state: inout State, _ shared: inout Link.Shared, _ now: Int64) -> LinkAllowance? {
        if state.upPosition < state.upLength, !state.takesUp {
            state.takesUp = true
            shared.upStreams += 1
        }
        while state.upPosition < state.upLength {
            var link = LinkStream.Surroundings(
                direction: shared.profile.up, roundTrip: shared.profile.roundTrip, bucket: shared.up, sharers: shared.upStreams)
            let allowance = state.up.allowance(
                at: state.upPosition, most: state.upLength - state.upPosition, now: now, &link, &state.report)
            shared.up = link.bucket
            guard case .bytes(let count) = allowance else { return allowance }
            state.upPosition += count
        }
        return nil
    }

    private static func answer(_ state: inout State, _ profile: LinkProfile, _ now: Int64) -> LinkAllowance? {
        switch state.stage {
        case .sending: return nil
        case .new, .opening, .receiving: state.stage = .answering(since: now)
        case .answering: break
        }
        guard case .answering(let start) = state.stage else { return nil }
        if profile.down.losesEverything { return .wait }
        let due = start + profile.down.delay.wholeNanoseconds
        if now < due { return .waitUntil(due) }
        state.report.delay += profile.down.delay
        state.stage = .sending
        state.down.begin(at: due)
        return nil
    }

    /// The head takes its turns until all of it may go.
    private static func send(_ state: inout State, _ shared: inout Link.Shared, until end: Int, _ now: Int64) -> LinkAllowance? {
        state.down.beginOwnRate(at: end)
        while state.downPosition < end {
            let allowance = down(&state, &shared, at: state.downPosition, most: end - state.downPosition, now)
            guard case .bytes(let count) = allowance else { return allowance }
            state.downPosition += count
        }
        return nil
    }

    private static func down(
        _ state: inout State, _ shared: inout Link.Shared, at position: Int, most: Int, _ now: Int64
    ) -> LinkAllowance {
        if !state.takesDown {
            state.takesDown = true
            shared.downStreams += 1
        }
        var link = LinkStream.Surroundings(
            direction: shared.profile.down, roundTrip: shared.profile.roundTrip, bucket: shared.down, sharers: shared.downStreams)
        let allowance = state.down.allowance(at: position, most: most, now: now, &link, &state.report)
        shared.down = link.bucket
        return allowance
    }
}
