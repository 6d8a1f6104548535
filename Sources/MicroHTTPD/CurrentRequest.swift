internal import HTTPMessage

/// What an exchange knows of its current request, and forgets when that is over. The worker thread.
struct CurrentRequest {
    /// How the exchange ends, as far as the wire knows it.
    enum Ending {
        /// Only the library knows it.
        case open
        /// As planned: by a fault, or the end of the connection is the end of the body.
        case performed
        /// The rest of the body is not sent, and no fault of the plan is the reason.
        case cutOff
    }

    var headIsTaken = false
    /// Whether the responder has been notified of its refusal, or of its early end.
    var refusalIsTold = false
    /// The result of `admit`.
    var admitted: (any AdmittedRequest)?
    /// A fault while its body is read, or behind a body that is too short for that.
    var uploadFault: WireFault.Effect?
    /// Whether reading the body is paused, or was paused just before.
    var isBodyPaused = false
    /// The status that was sent; 0 while none was.
    var sentStatus = 0
    /// Bytes of the response's body; of one that comes from a feeder, those that were sent.
    var plannedBytes = 0
    /// Whether the response's body comes from a feeder.
    var isFed = false
    var ending = Ending.open
}
