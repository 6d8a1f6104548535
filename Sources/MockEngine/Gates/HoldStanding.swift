/// The state of a response at a gate.
enum HoldStanding: Sendable, Equatable {
    case waits
    /// It may continue, since this moment of scripted time.
    case mayPass(since: Duration)
    /// It will not be released any more; the sentence says why. The response becomes a 503.
    case isOver(String)
}
