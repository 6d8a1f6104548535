internal import HTTPMessage
internal import Synchronization

/// One exchange on a link: a request upwards and a response downwards.
///
/// Each delay of the link applies once. The first call of the flow starts one round trip and the DNS delay if the connection is new, and
/// the request's way up; when the request is paid for, the response's way down starts. Request and response then share the link's rates
/// with other flows. Lost segments cause silence for a retransmission time-out, which doubles each time.
///
/// Has no clock. Thread-safe. Nothing blocks.
package final class LinkFlow: Sendable {
    /// The stage of the exchange.
    private enum Stage {
        /// No call yet.
        case new
        /// Since then the connection is being opened, and the request is on its way up.
        case opening(since: Int64)
        /// The request's bytes pass at the link's rate.
        case receiving
        /// The response is on its way down since then.
        case responding(since: Int64)
        case sending
    }

    private struct State {
        var stage = Stage.new
        var generation: UInt64
        var up: LinkStream
        var down: LinkStream
        /// How much of the request's stream is paid for, and its known length.
        var upPosition = 0
        var upLength: Int
        var downPosition = 0
        /// Silence caused by losses while the connection was opened; nil before they are drawn.
        var connectStall: Duration?
        var report = LinkReport()
        var takesUp = false
        var takesDown = false
        var isOver = false
    }

    /// The properties of an exchange that matter to the link.
    package struct Traits: Sendable {
        /// Determines all losses of the exchange.
        package var seed: UInt64
        /// Whether it is the first on its connection.
        package var opensConnection: Bool
        /// Length of the request's head.
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

    /// This much of the request's body has been read.
    /// - Parameter changed: called once, on any thread, when the link changes before the next call.
    /// - Returns: when to continue reading; nil for at once. Call it again then, with the new number or the same. While nothing gets
    ///   through it is a second from now, each time.
    package func resumption(after received: Int, now: Int64, changed: (@Sendable () -> Void)? = nil) -> Int64? {
        requestHas(bodyBytes: received)
        let allowance = ask(now, changed: changed) { state, shared in
            Self.open(&state, &shared, traits, now) ?? Self.receive(&state, &shared, now)
        }
        switch allowance {
        case .bytes, nil: return nil
        case .waitUntil(let due): return due
        case .wait, .dead: return now + Self.silentStep
        }
    }

    private static let silentStep: Int64 = 1_000_000_000

    /// The request has a body of at least this many bytes, which are paid for before the response starts.
    package func requestHas(bodyBytes: Int) {
        state.withLock { $0.upLength = max($0.upLength, traits.requestHeadBytes + bodyBytes) }
    }

    /// How many incoming bytes the kernel should buffer at most, so that the client notices the rate: 100 ms of it, but no less than a
    /// segment of the loopback interface (65,483 bytes). Linux drops a segment that does not fit, and the client sends it again 200 ms
    /// later. Nil without a limit.
    package var receiveBufferBytes: Int? {
        link.profile.up.bitsPerSecond.map { min(max($0 / 8 / 10, 1 << 16), 1 << 18) }
    }

    // MARK: Response

    /// Gives the response's body a rate of its own, in addition to the link's. Call it before the first `allowance`.
    /// - Parameter bitsPerSecond: nil for none.
    package func limitResponse(to bitsPerSecond: Int?) { state.withLock { $0.down.limit(to: bitsPerSecond) } }

    /// Whether the response's head may be sent. It is sent as a whole: any `.bytes` means that it may.
    /// - Parameters:
    ///   - headBytes: its length.
    ///   - changed: called once, on any thread, when the link changes before the next call.
    package func allowance(headBytes: Int, now: Int64, changed: (@Sendable () -> Void)? = nil) -> LinkAllowance {
        ask(now, changed: changed) { state, shared in
            Self.open(&state, &shared, traits, now) ?? Self.receive(&state, &shared, now) ?? Self.respond(&state, shared.profile, now)
                ?? Self.send(&state, &shared, until: headBytes, now)
                ?? .bytes(Int.max)
        } ?? .bytes(Int.max)
    }

    /// How much of the response's body may be sent. The head has been sent.
    /// - Parameters:
    ///   - position: how much of it has been sent.
    ///   - remaining: how much of it is left; nil when unknown.
    ///   - changed: called once, on any thread, when the link changes before the next call.
    package func allowance(
        at position: Int, remaining: Int?, now: Int64, changed: (@Sendable () -> Void)? = nil
    ) -> LinkAllowance {
        if remaining == 0 { return .bytes(Int.max) }
        return ask(now, changed: changed) { state, shared in
            Self.down(&state, &shared, at: state.downPosition + position, most: remaining ?? Int.max, now)
        } ?? .bytes(Int.max)
    }

    // MARK: Both

    /// The exchange is over, in whatever way. A second call does nothing. A flow that is released is over as well.
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

    /// Evaluates the body with the link as it is now.
    /// - Parameter body: returns nil when nothing prevents sending.
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

    private static func respond(_ state: inout State, _ profile: LinkProfile, _ now: Int64) -> LinkAllowance? {
        switch state.stage {
        case .sending: return nil
        case .new, .opening, .receiving: state.stage = .responding(since: now)
        case .responding: break
        }
        guard case .responding(let start) = state.stage else { return nil }
        if profile.down.losesEverything { return .wait }
        let due = start + profile.down.delay.wholeNanoseconds
        if now < due { return .waitUntil(due) }
        state.report.delay += profile.down.delay
        state.stage = .sending
        state.down.begin(at: due)
        return nil
    }

    /// The head passes at the link's rate until all of it may be sent.
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
