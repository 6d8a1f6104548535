package import HTTPMessage

/// Is told what was proxied: the recorder.
package protocol ProxyObserver: AnyObject, Sendable {
    /// Answers with longer bodies are not told.
    var maximumBodyBytes: Int { get }
    /// An answer has come, whole. Any thread; must not block.
    func proxied(_ exchange: ProxiedExchange)
}

/// A request that another server answered, and the answer.
package struct ProxiedExchange: Sendable {
    package var request: Request
    package var arrivedAt: Timestamp
    package var status: Int
    /// As the target sent them, without those of the connection.
    package var headers: HeaderFields
    package var body: [UInt8]

    package init(request: Request, arrivedAt: Timestamp, status: Int, headers: HeaderFields, body: [UInt8]) {
        self.request = request
        self.arrivedAt = arrivedAt
        self.status = status
        self.headers = headers
        self.body = body
    }
}
