internal import CMicroHTTPD
internal import HTTPMessage
internal import Synchronization

/// The library's form of a `Response`, stored in its slot: made once, shared by all requests that get it.
@safe final class PreparedResponse: WirePrepared, @unchecked Sendable {
    // Unchecked: the handle is made in init and destroyed in deinit; the library has its own lock for its reference count.
    let status: UInt32
    /// Length of the body.
    let count: Int
    private let saysClose: Bool
    /// Also retained by the library's response, so that it exists when the head is written, even if this object does not.
    private let headBlock: HeadBlock?
    private let handle: OpaquePointer
    /// The same with `Connection: close`, made at the first use.
    private let closing = AtomicLazyReference<PreparedResponse>()

    /// Calls the body with the prepared form of a response, made if necessary.
    /// - Returns: nil when the response's body is not in memory, or the library has no memory left.
    @inline(__always)
    static func with(_ response: Response, _ body: (PreparedResponse) -> Bool) -> Bool? {
        let result = response.wireSlot.withStored { body(unsafe unsafeDowncast($0, to: PreparedResponse.self)) }
        return result ?? prepare(response).map(body)
    }

    private static func prepare(_ response: Response) -> PreparedResponse? {
        switch response.body {
        case .blocks, .stream: nil
        case .empty, .bytes:
            PreparedResponse(response, closes: false).map { made in
                unsafe unsafeDowncast(response.wireSlot.store(made), to: PreparedResponse.self)
            }
        }
    }

    /// The same with `Connection: close`; nil when the library has no memory left.
    func closing(_ response: Response) -> PreparedResponse? {
        closing.load() ?? PreparedResponse(response, closes: true).map { closing.storeIfNil($0) }
    }

    /// Nil when the library has no memory left.
    private init?(_ response: Response, closes: Bool) {
        let head = ResponseHead(response)
        let bytes: [UInt8] = if case .bytes(let bytes) = response.body { bytes } else { [] }
        let owner = BytesOwner(bytes, head.block)
        guard let handle = unsafe owner.makeResponse() else { return nil }
        unsafe head.apply(to: handle, closes: closes, chunked: response.framing == .chunked)
        status = head.status
        count = bytes.count
        saysClose = head.saysClose
        headBlock = head.block
        unsafe self.handle = handle
        super.init()
    }

    deinit { unsafe MHD_destroy_response(handle) }

    /// Queues the response.
    /// - Parameter ownFields: fields of this exchange only; empty without the hook for heads.
    func queue(on exchange: Exchange, _ ownFields: HeaderFields) -> Bool {
        if saysClose { exchange.isLast = true }
        if ownFields.isEmpty {
            LibraryHooks.setHeadBlock(headBlock)
        } else {
            exchange.hand(over: headBlock?.adding(ownFields))
        }
        return unsafe MHD_queue_response(exchange.connection, status, handle) == .YES
    }
}

/// Status line and fields of a response, divided into what the library must know and what is sent unchanged by the head block.
struct ResponseHead {
    let status: UInt32
    /// Nil without the hook for heads: then all fields go through the library, and those that it refuses are left out.
    let block: HeadBlock?
    /// Without `Connection: close` here, the library would keep the connection; without `Date`, there would be two.
    private var known: [HeaderFields.Field] = []
    private(set) var saysKeepAlive = false
    var saysClose: Bool { known.contains { $0.isConnection("close") } }

    init(_ response: Response) {
        status = UInt32(response.status)
        // The wire writes these itself. For a wrong length there is a fault; for responses without a body see Exchange.lengthWithoutBody.
        var rest = response.headers.filter {
            !ASCII.equalsIgnoringCase($0.name, "Content-Length") && !ASCII.equalsIgnoringCase($0.name, "Transfer-Encoding")
        }
        if let index = rest.firstIndex(where: { $0.isConnection("keep-alive") }) {
            saysKeepAlive = true
            rest.remove(at: index)
        }
        guard LibraryHooks.heads else {
            known = Array(rest)
            block = nil
            return
        }
        known = rest.filter { $0.isConnection("close") || ASCII.equalsIgnoringCase($0.name, "Date") && $0.isTakenByLibrary }
        let phrase = response.reason.flatMap { $0.isEmpty ? nil : $0 } ?? ReasonPhrase.of(status)
        block = .make(phrase, rest.lazy.filter { [known] in !known.contains($0) })
    }

    /// Adds the fields to the library's response.
    func apply(to handle: OpaquePointer, closes: Bool, chunked: Bool) {
        // Connection comes first: libmicrohttpd 0.9.75 forgets a Date that was added before, and writes another one.
        var fields = known.filter(\.isConnection)
        if closes { fields.append(HeaderFields.Field("Connection", "close")) }
        fields += known.filter { !$0.isConnection }
        if saysKeepAlive, !closes { unsafe wire_say_keep_alive(handle) }
        for field in fields { unsafe MHD_add_response_header(handle, field.name, field.value) }
        if chunked { unsafe MHD_add_response_header(handle, "Transfer-Encoding", "chunked") }
    }
}

extension HeaderFields.Field {
    /// Whether `MHD_add_response_header` accepts it and sends it unchanged.
    var isTakenByLibrary: Bool { !value.isEmpty && value.utf8.allSatisfy { $0 != 0 && $0 != 10 && $0 != 13 } }

    var isConnection: Bool { ASCII.equalsIgnoringCase(name, "Connection") }

    func isConnection(_ value: String) -> Bool { isConnection && ASCII.equalsIgnoringCase(self.value, value) }
}
