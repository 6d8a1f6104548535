internal import Synchronization

/// A response: status line, fields, body. Immutable, and shared by all requests that get it.
///
/// The wire stores its prepared form in `wireSlot` at the first use, so that a static response is prepared only once.
package final class Response: Sendable {
    // The fields that every request reads come first, to be close together in memory.
    /// The wire's own prepared form.
    package let wireSlot = WireSlot()
    /// The status code, 100 to 999.
    package let status: Int
    /// How the body's end is marked.
    package let framing: Framing
    /// Where the body comes from.
    package let body: BodySource
    /// The same response in another content coding, set by the code that compresses.
    package let codedSlot = CodedResponseSlot()
    private let sentPlain = Atomic<Bool>(false)
    private let bodylessSlot = CodedResponseSlot()
    /// Sent unchanged, in this order. The wire writes `Content-Length` and `Transfer-Encoding` itself, from `body` and `framing`, and
    /// ignores them here. Where no body is sent (HEAD, 304), a `Content-Length` from here is sent.
    package let headers: HeaderFields
    /// The reason phrase; nil for the standard one of the status.
    package let reason: String?
    /// The dropped file that responds, by its path in the mocks folder: for the journal. Nil for every other response.
    package let file: String?

    package init(
        status: Int, reason: String? = nil, headers: HeaderFields = [], body: BodySource = .empty, framing: Framing = .length,
        file: String? = nil
    ) {
        self.status = status
        self.reason = reason
        self.headers = headers
        self.body = body
        self.framing = framing
        self.file = file
    }

    /// Whether it is known to be sent as it is to clients that accept a coding, too. Any thread.
    package var isSentPlain: Bool { sentPlain.load(ordering: .relaxed) }

    /// Notes that it is sent as it is, by the code that compresses: so it is examined once. Any thread.
    package func noteSentPlain() { sentPlain.store(true, ordering: .relaxed) }

    /// How the body's end is marked.
    package enum Framing: Sendable, Equatable {
        /// `Content-Length`; chunked where the length is not known.
        case length
        /// `Transfer-Encoding: chunked`, to HTTP/1.1 clients.
        case chunked
    }

    /// The same response with other fields.
    package func with(headers: HeaderFields) -> Response {
        Response(status: status, reason: reason, headers: headers, body: body, framing: framing, file: file)
    }

    /// The same response without its body, made once: for keeping it without the memory of the body.
    package var withoutBody: Response {
        bodylessSlot.load()
            ?? bodylessSlot.store(Response(status: status, reason: reason, headers: headers, framing: framing, file: file))
    }

    /// A response of plain text. `text/plain` for ASCII, as WireMock sends it; other texts name UTF-8 as their charset.
    package static func text(_ status: Int, _ text: String, headers: HeaderFields = []) -> Response {
        var fields = headers
        if !fields.contains("Content-Type") { fields.append(name: "Content-Type", value: plainType(of: text)) }
        return Response(status: status, headers: fields, body: .bytes(Array(text.utf8)))
    }

    /// The content type of a plain text.
    package static func plainType(of text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? "text/plain" : "text/plain;charset=UTF-8"
    }
}

/// Where the bytes of a body come from.
package enum BodySource: Sendable {
    case empty
    case bytes([UInt8])
    /// A range of something that is read by position: a file.
    case blocks(any BlockSource, Range<Int>)
    /// Made while it is sent. The length is nil when it is not known in advance.
    case stream(any BodyStream, length: Int?)

    /// Whether it can be sent without reading or making anything.
    package var isInMemory: Bool {
        switch self {
        case .empty, .bytes: true
        case .blocks, .stream: false
        }
    }

    /// Length in bytes; nil when it is known only at the end.
    package var length: Int? {
        switch self {
        case .empty: 0
        case .bytes(let bytes): bytes.count
        case .blocks(_, let range): range.count
        case .stream(_, let length): length
        }
    }
}

/// Bytes that can be read by position, from several threads at once. Nothing stays open longer than this object exists.
package protocol BlockSource: AnyObject, Sendable {
    /// Fills the front of `buffer`.
    /// - Returns: how many bytes; 0 only at the end. If a file is shorter than announced, the wire closes the connection, because it has
    ///   promised more.
    /// - Throws: when reading failed. The wire treats it as an early end and logs it.
    func read(at offset: Int, into buffer: inout MutableRawSpan) throws -> Int
}

/// A body that is made while it is sent. Has one reader, which makes one call at a time, on worker threads.
package protocol BodyStream: AnyObject, Sendable {
    /// Fills the front of `buffer`, or says why not. Must not block.
    /// - Parameter wake: call it once, on any thread, when `wait` was returned and there is something to read again. It may be called
    ///   before this method returns.
    func read(into buffer: inout MutableRawSpan, wake: @escaping @Sendable () -> Void) -> BodyStreamStep
    /// The client has left, or everything was read. Called once.
    func finish()
}

/// The result of reading a `BodyStream`.
package enum BodyStreamStep: Sendable, Equatable {
    case bytes(Int)
    case wait
    case end
    /// The source failed: the connection is closed without the body's end.
    case failed
}
