package import HTTPMessage
package import StubModel

/// Receives proxied responses: the recorder.
package protocol ProxyObserver: AnyObject, Sendable {
    /// The largest body that is reported, in bytes; a response with a longer one is reported as lost.
    var maximumBodyBytes: Int { get }
    /// A request is about to be passed on. Any thread; must not block.
    /// - Parameter exchange: without its response.
    func begin(_ exchange: ProxiedExchange) -> ProxyPassage
    /// A response is complete, or it will not be: once for each passage. Any thread; must not block.
    func end(_ passage: ProxyPassage, _ exchange: ProxiedExchange)
}

/// A request on its way to another server.
package struct ProxyPassage: Sendable {
    /// The observer's number for it.
    package var number: Int
    /// The names of the header fields that the recording matches, in lower case; nil when the exchange is not being recorded.
    package var capturedFields: Set<String>?

    package init(number: Int, capturedFields: Set<String>? = nil) {
        self.number = number
        self.capturedFields = capturedFields
    }
}

/// A proxied request and its response.
package struct ProxiedExchange: Sendable {
    /// The client's request.
    package var request: Request
    /// The civil time of the request's arrival. On a manual clock, many requests arrive at the same time.
    package var arrivedAt: Timestamp
    /// The sequence number of the request's journal entry; nil if it has none.
    package var sequence: UInt64?
    /// How the request was passed on; nil for an exchange that was not proxied.
    package var route: (proxy: ProxyDefinition, settings: ProxySettings)?
    /// The response's status.
    package var status: Int
    /// As the target sent them, without those of the connection and the length of a body. To HEAD and with a 304 the length is there.
    package var headers: HeaderFields
    /// The response's body.
    package var body: [UInt8]
    /// Why there is no whole response, as the end of a sentence; nil if there is. Then status, headers and body say nothing.
    package var loss: String?

    /// - Parameter route: nil for an exchange that was not proxied.
    package init(
        request: Request, arrivedAt: Timestamp, sequence: UInt64? = nil,
        route: (proxy: ProxyDefinition, settings: ProxySettings)? = nil, status: Int, headers: HeaderFields, body: [UInt8]
    ) {
        self.request = request
        self.arrivedAt = arrivedAt
        self.sequence = sequence
        self.route = route
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Which URLs of the target are paths of this server; nil for an exchange that was not proxied. Made by each call.
    package var address: ProxiedAddress? { route.map { ProxiedAddress($0.proxy, request, $0.settings) } }
}
