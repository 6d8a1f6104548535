internal import HTTPMessage

/// The request as it came, where it is matched in another form.
extension ServeEvent {
    /// With its body as it came: for S3.
    var receivedRequest: Request { received(request) }

    /// With the entity tags that the client sent as well: for another server, which knows those that it gave.
    var passedRequest: Request { received(coded?.request ?? request) }

    private func received(_ request: Request) -> Request {
        guard let receivedBody else { return request }
        var received = request
        received.body = receivedBody
        return received
    }
}
