internal import Synchronization

/// What an answer says: status line, fields, body. Immutable, and shared by all requests that it answers.
///
/// The wire keeps its own prepared form of it in `wireSlot`, made at the first use, so that a static answer is prepared once.
package final class Response: Sendable {
    // What every request looks at comes first, to lie together in memory.
    /// The wire's own prepared form.
    package let wireSlot = WireSlot()
    package let status: Int
    package let framing: Framing
    package let body: BodySource
    /// The same answer in another content coding, for whoever compresses answers.
    package let codedSlot = CodedResponseSlot()
    private let bodylessSlot = CodedResponseSlot()
    /// Sent as they are, in this order. The wire writes `Content-Length` and `Transfer-Encoding` itself, from `body` and `framing`, and
    /// ignores them here; but where no body is sent (to HEAD, and with a 304) a `Content-Length` from here is sent.
    package let headers: HeaderFields
    /// The reason phrase; nil for the status's standard one.
    package let reason: String?

    package init(
        status: Int, reason: String? = nil, headers: HeaderFields = [], body: BodySource = .empty, framing: Framing = .length
    ) {
        self.status = status
        self.reason = reason
        self.headers = headers
        self.body = body
        self.framing = framing
    }

    /// How the body's end is told.
    package enum Framing: Sendable, Equatable {
        /// `Content-Length`; chunked where the length is not known.
        case length
        /// `Transfer-Encoding: chunked`, to HTTP/1.1 clients.
        case chunked
    }

    /// The same without its body, made once: to keep without keeping the body.
    package var withoutBody: Response {
        bodylessSlot.load() ?? bodylessSlot.store(Response(status: status, reason: reason, headers: headers, framing: framing))
    }

    /// Plain text, UTF-8.
    package static func text(_ status: Int, _ text: String, headers: HeaderFields = []) -> Response {
        var fields = headers
        if !fields.contains("Content-Type") { fields.append(name: "Content-Type", value: "text/plain;charset=UTF-8") }
        return Response(status: status, headers: fields, body: .bytes(Array(text.utf8)))
    }
}

/// A place for another form of a response, set once.
package struct CodedResponseSlot: ~Copyable, Sendable {
    private let response = AtomicLazyReference<Response>()

    init() {}

    package func load() -> Response? { response.load() }
    /// Stores the response, unless another thread was first.
    /// - Returns: the one that is stored.
    package func store(_ coded: Response) -> Response { response.storeIfNil(coded) }
}

/// Where the bytes of a body come from.
package enum BodySource: Sendable {
    case empty
    case bytes([UInt8])
    /// Part of something that can be read by position: a file.
    case blocks(any BlockSource, Range<Int>)
    /// Made while it is sent; its length if it is known.
    case stream(any BodyStream, length: Int?)

    /// Whether nothing has to be read or made to send it.
    package var isInMemory: Bool {
        switch self {
        case .empty, .bytes: true
        case .blocks, .stream: false
        }
    }

    /// Length in bytes, nil when it shows only at the end.
    package var length: Int? {
        switch self {
        case .empty: 0
        case .bytes(let bytes): bytes.count
        case .blocks(_, let range): range.count
        case .stream(_, let length): length
        }
    }
}

/// Bytes that can be read by position, from several threads at once. Nothing is kept open longer than this object lives.
package protocol BlockSource: AnyObject, Sendable {
    /// Fills the front of `buffer`.
    /// - Returns: how many bytes; 0 only at the end. A file that became shorter than announced ends early, and the wire then
    ///   closes the connection, because it has promised more.
    /// - Throws: when reading failed; the wire treats it as an early end, and logs it.
    func read(at offset: Int, into buffer: inout MutableRawSpan) throws -> Int
}

/// A body that is made while it is sent: one reader, calls one after the other, on worker threads.
package protocol BodyStream: AnyObject, Sendable {
    /// Fills the front of `buffer`, or says why not. Must not block.
    /// - Parameter wake: to be called once, from any thread, when `wait` was returned and there is something to read again. May be
    ///   called before this returns.
    func read(into buffer: inout MutableRawSpan, wake: @escaping @Sendable () -> Void) -> BodyStreamStep
    /// The client is gone, or everything was read. Called once.
    func finish()
}

package enum BodyStreamStep: Sendable, Equatable {
    case bytes(Int)
    case wait
    case end
    /// The source broke: the connection is closed without the body's end.
    case failed
}
