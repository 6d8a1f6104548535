internal import HTTPMessage

/// What the responder is told of requests that it does not get to see.
extension Exchange {
    /// Tells of a request that the wire refused, or that its client broke off. A second call for the same request does nothing.
    /// - Parameters:
    ///   - status: of the response; 0 when none was sent.
    ///   - text: the response's body, a sentence and a line end.
    func tellRefusal(_ cause: WireRefusal.Cause, status: Int = 0, text: String = "The client left before its request was whole.") {
        guard !refusalIsTold else { return }
        refusalIsTold = true
        core.responder.refused(
            WireRefusal(
                cause, requestSoFar, status: status, reason: String(text.prefix { $0 != "\n" }), sentBytes: status == 0 ? 0 : text.utf8.count))
    }

    /// The request as far as the library has shown it: all of the head; its target; or nothing. Of a head that is not whole the library
    /// does not show the method.
    private var requestSoFar: Request {
        if headIsTaken {
            var request = unsafe filler.pointee.request
            request.body = .empty
            return request
        }
        return unsafe filler.pointee.requestOfTarget(hasTarget: phase == .receiving)
    }
}
