public import HTTPMessage

/// Is told what was proxied: the recorder.
public protocol ProxyObserver: AnyObject, Sendable {
    /// Answers with longer bodies are not told.
    var maximumBodyBytes: Int { get }
    /// An answer has come, whole. Any thread; must not block.
    func proxied(_ exchange: ProxiedExchange)
}

/// A request that another server answered, and the answer.
public struct ProxiedExchange: Sendable {
    public var request: Request
    public var arrivedAt: Timestamp
    public var status: Int
    /// As the target sent them, without those of the connection.
    public var headers: HeaderFields
    public var body: [UInt8]

    public init(request: Request, arrivedAt: Timestamp, status: Int, headers: HeaderFields, body: [UInt8]) {
        self.request = request
        self.arrivedAt = arrivedAt
        self.status = status
        self.headers = headers
        self.body = body
    }
}
