internal import CMicroHTTPD
internal import HTTPMessage
internal import Synchronization

/// The library's form of a `Response`, kept in its slot: made once, shared by all the requests that it answers.
@safe final class PreparedResponse: WirePrepared, @unchecked Sendable {
    // Unchecked: the handle is made in init and destroyed in deinit; the library counts references to it under its own lock.
    let status: UInt32
    /// Length of the body.
    let count: Int
    private let saysClose: Bool
    /// The library's response holds it as well, so that it is there when the head is written, whatever became of us.
    private let headBlock: HeadBlock?
    private let handle: OpaquePointer
    /// The same with `Connection: close`, made when it is needed first.
    private let closing = AtomicLazyReference<PreparedResponse>()

    /// Calls with the prepared form of a response, which is made if there is none.
    /// - Returns: nil for a body that is not in memory.
    @inline(__always)
    static func with<Result>(_ response: Response, _ body: (PreparedResponse) -> Result) -> Result? {
        let result = response.wireSlot.withStored { body(unsafe unsafeDowncast($0, to: PreparedResponse.self)) }
        return result ?? prepare(response).map(body)
    }

    private static func prepare(_ response: Response) -> PreparedResponse? {
        switch response.body {
        case .blocks, .stream: nil
        case .empty, .bytes:
            unsafe unsafeDowncast(response.wireSlot.store(PreparedResponse(response, closes: false)), to: PreparedResponse.self)
        }
    }

    func closing(_ response: Response) -> PreparedResponse {
        closing.load() ?? closing.storeIfNil(PreparedResponse(response, closes: true))
    }

    private init(_ response: Response, closes: Bool) {
        let head = ResponseHead(response)
        let bytes: [UInt8] = if case .bytes(let bytes) = response.body { bytes } else { [] }
        let owner = BytesOwner(bytes, head.block)
        guard let handle = unsafe owner.makeResponse() else { fatalError("Preparing an answer: out of memory.") }
        unsafe head.apply(to: handle, closes: closes, chunked: response.framing == .chunked)
        status = head.status
        count = bytes.count
        saysClose = head.saysClose
        headBlock = head.block
        unsafe self.handle = handle
        super.init()
    }

    deinit { unsafe MHD_destroy_response(handle) }

    /// Hands the answer to the library.
    /// - Parameter ownFields: what this answer alone has; none without the hook for heads.
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

/// Status line and fields of a response, sorted into what the library must know of and what goes out as it is, in the head block.
struct ResponseHead {
    let status: UInt32
    /// Nil without the hook for heads: then all fields go through the library, and those that it refuses are left out.
    let block: HeadBlock?
    /// Without `Connection: close` the library would keep the connection, and without `Date` there would be two.
    private var known: [HeaderFields.Field] = []
    private var saysKeepAlive = false
    var saysClose: Bool { known.contains { $0.isConnection("close") } }

    init(_ response: Response) {
        status = UInt32(response.status)
        // The wire writes these itself. For a length that is wrong there is a fault; where no body is sent, see
        // Exchange.lengthWithoutBody.
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

    /// Gives the fields to the library's response.
    func apply(to handle: OpaquePointer, closes: Bool, chunked: Bool) {
        for field in known { unsafe MHD_add_response_header(handle, field.name, field.value) }
        if closes {
            unsafe MHD_add_response_header(handle, "Connection", "close")
        } else if saysKeepAlive {
            unsafe wire_say_keep_alive(handle)
        }
        if chunked { unsafe MHD_add_response_header(handle, "Transfer-Encoding", "chunked") }
    }
}

extension Response {
    /// The length in its own `Content-Length` field; nil without one that is a number.
    var writtenLength: Int? {
        guard let text = headers.first(where: { ASCII.equalsIgnoringCase($0.name, "Content-Length") })?.value else { return nil }
        return text.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } ? Int(text) : nil
    }
}

extension HeaderFields.Field {
    /// What `MHD_add_response_header` takes and sends unchanged.
    var isTakenByLibrary: Bool { !value.isEmpty && value.utf8.allSatisfy { $0 != 0 && $0 != 10 && $0 != 13 } }

    func isConnection(_ value: String) -> Bool {
        ASCII.equalsIgnoringCase(name, "Connection") && ASCII.equalsIgnoringCase(self.value, value)
    }
}
