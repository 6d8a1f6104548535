internal import HTTPMessage

/// How one response is sent, apart from what the wire does by itself.
struct StageScript: Sendable {
    struct Hold: Sendable {
        let gate: GateHold
        /// The number of body bytes before the hold; nil for a hold before the head.
        let position: Int?
        /// The position as the journal names it.
        let moment: String
        /// The longest hold, in real time.
        let timeout: Duration
    }

    /// The time before which nothing is sent.
    var due: Duration?
    /// The pace of the body. It begins when the head may be sent.
    var pace: Pace?
    /// When the head could be sent without `due` and the hold; nil for the moment at which the wire asks first.
    var start: Duration?
    /// Whether `due` and `pace` are in the machine's time instead of scripted time. There is no hold then.
    var isInRealTime = false
    /// The length of the body that is sent; nil if it is only known at the end.
    let length: Int?
    /// The gate at which it is held; nil for none.
    var hold: Hold?
    var flow: (any ResponseFlow)?
    /// How many bytes of the body are sent before a fault; nil for no fault within the body.
    var faultPosition: Int?
    /// Whether the response stalls at its fault, so that the end of its session must end it.
    var stalls = false

    init(length: Int?) { self.length = length }

    var isEmpty: Bool { due == nil && pace == nil && hold == nil && flow == nil && !stalls }
    /// Whether it waits for a gate or a clock, or stalls, so that the end of its session ends it.
    var waitsForTest: Bool { due != nil || pace != nil || hold != nil || stalls }
}
