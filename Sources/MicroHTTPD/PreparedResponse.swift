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
    private let headIsTooLong: Bool
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
        let owner = BytesOwner(bytes)
        guard let handle = unsafe owner.makeResponse() else { return nil }
        unsafe head.apply(to: handle, closes: closes, chunked: response.framing == .chunked)
        status = head.status
        count = bytes.count
        saysClose = head.saysClose
        headIsTooLong = head.isTooLong
        headBlock = head.block
        unsafe self.handle = handle
        super.init()
    }

    deinit { unsafe MHD_destroy_response(handle) }

    /// Queues the response.
    /// - Parameter plan: the plan of the response; without the hook for heads it has no own fields.
    func queue(on exchange: Exchange, _ plan: WirePlan) -> Bool {
        if headIsTooLong { return exchange.queueInsteadOfLongHead() }
        if saysClose { exchange.isLast = true }
        if let headBlock { exchange.headText.hand(over: headBlock, for: plan) }
        return unsafe MHD_queue_response(exchange.connection, status, handle) == .YES
    }
}
