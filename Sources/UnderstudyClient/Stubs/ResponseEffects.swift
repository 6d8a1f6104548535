/// How a response goes out: what a ``StubResponse`` and a ``ResponseModifier`` have in common. What is nil is as without it.
public protocol ResponseEffects {
    /// Header fields by name, each with one or more values.
    var headers: [String: HeaderValue]? { get set }
    /// The delay before the response, in milliseconds of the session's clock. None when nil.
    var fixedDelayMilliseconds: Int? { get set }
    /// A delay that is drawn for each response, on top of the fixed one. None when nil.
    var delayDistribution: DelayDistribution? { get set }
    /// Sends the body in equal parts over a time. At once when nil.
    var chunkedDribbleDelay: Dribble? { get set }
    /// A transport error in place of the response, or inside it. None when nil.
    var fault: Fault? { get set }
    /// The gate at which the response waits. None when nil.
    var hold: Hold? { get set }
    /// How long the response waits at the gate at most, in milliseconds of real time; 30 seconds when nil. Then it is a 504.
    var holdTimeoutMilliseconds: Int? { get set }
    /// The link that the response takes; the session's when nil.
    var network: NetworkProfile? { get set }
    /// The rate of the body, in 1,000 bits per second. The link's when nil.
    var bandwidthKilobitsPerSecond: Double? { get set }
}

extension ResponseEffects {
    /// A copy with something changed.
    func changed(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }

    /// Goes out as the other one does.
    mutating func takeEffects(of other: some ResponseEffects) {
        headers = other.headers
        fixedDelayMilliseconds = other.fixedDelayMilliseconds
        delayDistribution = other.delayDistribution
        chunkedDribbleDelay = other.chunkedDribbleDelay
        fault = other.fault
        hold = other.hold
        holdTimeoutMilliseconds = other.holdTimeoutMilliseconds
        network = other.network
        bandwidthKilobitsPerSecond = other.bandwidthKilobitsPerSecond
    }

    /// Goes out after a delay. It is scripted latency: a scaled clock shortens it, a manual one holds it.
    public func delay(milliseconds: Int) -> Self { changed { $0.fixedDelayMilliseconds = milliseconds } }
    /// Goes out after a delay that is drawn each time, on top of the fixed one.
    public func delay(_ distribution: DelayDistribution) -> Self { changed { $0.delayDistribution = distribution } }
    /// Waits at a gate until the test releases it.
    ///
    /// - Parameters:
    ///   - gate: the gate's name, for ``UnderstudySession/gate(_:)``.
    ///   - moment: how much is sent before it waits.
    ///   - timeoutMilliseconds: how long it waits at most, by real time; 30 seconds when nil. Then it is a 504.
    public func hold(_ gate: String, at moment: Moment = .beforeHeaders, timeoutMilliseconds: Int? = nil) -> Self {
        changed {
            $0.hold = Hold(gate: gate, at: moment)
            $0.holdTimeoutMilliseconds = timeoutMilliseconds
        }
    }
    /// Has a transport error in its place, or inside it.
    public func fault(_ fault: Fault) -> Self { changed { $0.fault = fault } }
    /// Takes this link, in place of the session's.
    public func network(_ profile: NetworkProfile) -> Self { changed { $0.network = profile } }
    /// Sends its body at this rate, in 1,000 bits per second.
    public func bandwidth(kilobitsPerSecond: Double) -> Self { changed { $0.bandwidthKilobitsPerSecond = kilobitsPerSecond } }
    /// Sends its body in equal parts, over this time.
    public func dribble(parts: Int, milliseconds: Int) -> Self {
        changed { $0.chunkedDribbleDelay = Dribble(numberOfChunks: parts, totalDuration: milliseconds) }
    }
    /// Sets a header field.
    public func header(_ name: String, _ value: String) -> Self { changed { $0.headers[or: [:]][name] = HeaderValue(value) } }
    /// Sets a header field that is sent more than once.
    public func header(_ name: String, _ values: [String]) -> Self { changed { $0.headers[or: [:]][name] = HeaderValue(values) } }
}
