package import HTTPMessage

/// Receives proxied responses: the recorder.
package protocol ProxyObserver: AnyObject, Sendable {
    /// The largest body that is reported, in bytes; a response with a longer one is not reported.
    var maximumBodyBytes: Int { get }
    /// A complete response has arrived. Any thread; must not block.
    func proxied(_ exchange: ProxiedExchange)
}

/// A proxied request and its response.
package struct ProxiedExchange: Sendable {
    /// The client's request.
    package var request: Request
    /// The civil time of the request's arrival. On a manual clock, many requests arrive at the same time.
    package var arrivedAt: Timestamp
    /// The sequence number of the request's journal entry; nil if it has none.
    package var sequence: UInt64?
    /// The response's status.
    package var status: Int
    /// As the target sent them, without those of the connection and the length of a body. To HEAD and with a 304 the length is there.
    package var headers: HeaderFields
    /// The response's body.
    package var body: [UInt8]

    package init(
        request: Request, arrivedAt: Timestamp, sequence: UInt64? = nil, status: Int, headers: HeaderFields, body: [UInt8]
    ) {
        self.request = request
        self.arrivedAt = arrivedAt
        self.sequence = sequence
        self.status = status
        self.headers = headers
        self.body = body
    }
}
