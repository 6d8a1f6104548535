/// How a response goes out: what a ``StubResponse`` and a ``ResponseModifier`` have in common.
public protocol ResponseEffects {
    /// Header fields, each with one or more values.
    var headers: [String: HeaderValue]? { get set }
    /// A delay before the response.
    var fixedDelayMilliseconds: Int? { get set }
    /// A delay that is drawn for each response, on top of the fixed one.
    var delayDistribution: DelayDistribution? { get set }
    /// The body in equal parts over a time.
    var chunkedDribbleDelay: Dribble? { get set }
    /// A transport error.
    var fault: Fault? { get set }
    /// A gate at which it waits.
    var hold: Hold? { get set }
    /// How long it waits there at most, in real time; 30 seconds when nil.
    var holdTimeoutMilliseconds: Int? { get set }
    /// The link that it takes, in place of the session's.
    var network: NetworkProfile? { get set }
    /// The rate of its body.
    var bandwidthKilobitsPerSecond: Double? { get set }
}

extension ResponseEffects {
    /// A copy with something changed.
    func changed(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }

    /// Goes out after a delay. It is scripted latency: a scaled clock shortens it, a manual one holds it.
    public func delay(milliseconds: Int) -> Self { changed { $0.fixedDelayMilliseconds = milliseconds } }
    /// Goes out after a delay that is drawn each time, on top of the fixed one.
    public func delay(_ distribution: DelayDistribution) -> Self { changed { $0.delayDistribution = distribution } }
    /// Waits at a gate until the test releases it.
    public func hold(_ gate: String, at moment: Moment = .beforeHeaders, timeoutMilliseconds: Int? = nil) -> Self {
        changed {
            $0.hold = Hold(gate: gate, at: moment)
            $0.holdTimeoutMilliseconds = timeoutMilliseconds
        }
    }
    /// Breaks.
    public func fault(_ fault: Fault) -> Self { changed { $0.fault = fault } }
    /// Takes a link of its own.
    public func network(_ profile: NetworkProfile) -> Self { changed { $0.network = profile } }
    /// Sends its body at this rate.
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
