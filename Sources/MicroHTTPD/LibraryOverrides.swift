internal import CMicroHTTPD
internal import Glibc
internal import HTTPMessage
internal import Synchronization

/// Three public functions of libmicrohttpd that the library itself calls through the dynamic linker, and that are ours in this
/// program. See docs/decisions/0010-library-overrides.md.
///
/// The reason phrase is asked for while the head of an answer is written, right after the answer was queued, on the same thread.
/// So a slot for each thread can hand over a phrase of our own, and even header fields that the library would refuse.
/// The library's own error pages are made by a function that we do not call ourselves; they would be HTML without the name of a
/// setting. Some of them the library sends with two heads: for those there is no page, so it closes the connection, and the answer is
/// ours (see Exchange.closed).
enum LibraryOverrides {
    /// Per thread: what the next head gets in place of the standard phrase.
    private static let headBlock = unsafe ThreadSlot()
    /// Per thread: why the library gave up requests whose connections it has not closed yet.
    private static let errors = unsafe ThreadSlot(release: Trampolines.releaseObject)

    /// To be called right before the answer is queued; asking for the phrase takes the block away again.
    static func setHeadBlock(_ block: HeadBlock?) {
        unsafe headBlock.set(block.map { unsafe UnsafeMutableRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
    }

    /// On a worker thread. The library closes in the order in which it gave up, within one round of its loop.
    static func takeError() -> RequestError? {
        guard let list = unsafe errors.get() else { return nil }
        return unsafe Unmanaged<RequestErrors>.fromOpaque(list)._withUnsafeGuaranteedRef { list in
            list.waiting.isEmpty ? nil : list.waiting.removeFirst()
        }
    }

    fileprivate static func note(_ error: RequestError) {
        if unsafe errors.get() == nil { unsafe errors.set(Unmanaged.passRetained(RequestErrors()).toOpaque()) }
        unsafe Unmanaged<RequestErrors>.fromOpaque(errors.get()!)._withUnsafeGuaranteedRef { $0.waiting.append(error) }
    }

    fileprivate static func currentHeadBlock() -> Unmanaged<HeadBlock>? {
        unsafe headBlock.get().map { unsafe Unmanaged<HeadBlock>.fromOpaque($0) }
    }
}

/// One pointer for each thread.
private struct ThreadSlot: @unchecked Sendable {
    // Unchecked: a key is a number, and each thread sees its own value.
    private let key: pthread_key_t

    /// - Parameter release: called with what is left when a thread ends.
    init(release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)? = nil) {
        var key = pthread_key_t()
        unsafe pthread_key_create(&key, release)
        self.key = key
    }

    func get() -> UnsafeMutableRawPointer? { unsafe pthread_getspecific(key) }
    func set(_ pointer: UnsafeMutableRawPointer?) { unsafe pthread_setspecific(key, pointer) }
}

private final class RequestErrors {
    var waiting: [RequestError] = []
}

@_cdecl("MHD_get_reason_phrase_len_for")
public func understudyReasonPhraseLength(_ status: UInt32) -> Int {
    if let block = unsafe LibraryOverrides.currentHeadBlock() { return unsafe block._withUnsafeGuaranteedRef { $0.count } }
    return ReasonPhrases.shared.phrase(status).count
}

@_cdecl("MHD_get_reason_phrase_for")
public func understudyReasonPhrase(_ status: UInt32) -> UnsafePointer<CChar>? {
    if let block = unsafe LibraryOverrides.currentHeadBlock() {
        // Asked for last: the slot must not point to a block that may be gone when it is read next.
        LibraryOverrides.setHeadBlock(nil)
        return unsafe block._withUnsafeGuaranteedRef { unsafe $0.pointer }
    }
    return unsafe ReasonPhrases.shared.phrase(status).pointer
}

@_cdecl("MHD_create_response_from_buffer")
public func understudyErrorPage(
    _ size: Int, _ buffer: UnsafeMutableRawPointer?, _ mode: UInt32
) -> OpaquePointer? {
    LibraryOverrides.setHeadBlock(nil)
    let text = unsafe buffer.map { unsafe String(decoding: UnsafeRawBufferPointer(start: $0, count: size), as: UTF8.self) } ?? ""
    let error = RequestError(libraryText: text)
    switch error {
    case .contentLength, .chunks, .tooLong:
        LibraryOverrides.note(error!)
        return nil
    case .malformed, .version, .answered, nil:
        LibraryOverrides.note(.answered)
        let owner = BytesOwner(Array(StandardAnswers.page(error).utf8))
        guard let response = unsafe owner.makeResponse() else { return nil }
        unsafe MHD_add_response_header(response, "Content-Type", "text/plain;charset=UTF-8")
        return unsafe response
    }
}

/// The bytes between the status code and the end of the status line, zero-terminated, at a fixed address: a phrase, and behind it
/// header fields that the library would not take.
@safe final class HeadBlock: @unchecked Sendable {
    // Unchecked: written once, in init, then only read.
    let count: Int
    let pointer: UnsafePointer<CChar>
    private let memory: UnsafeMutablePointer<CChar>

    init(_ bytes: [UInt8]) {
        count = bytes.count
        unsafe memory = .allocate(capacity: bytes.count + 1)
        for (index, byte) in bytes.enumerated() { unsafe memory[index] = CChar(bitPattern: byte) }
        unsafe memory[bytes.count] = 0
        unsafe pointer = UnsafePointer(memory)
    }

    /// The block of one answer: a response's own, if it has one, and more fields right behind the phrase.
    static func of(_ front: HeadBlock?, _ status: UInt32, _ fields: HeaderFields) -> HeadBlock? {
        guard !fields.isEmpty else { return front }
        let front = front ?? ReasonPhrases.shared.phrase(status)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(front.count + 160)
        for index in 0..<front.count { unsafe bytes.append(UInt8(bitPattern: front.pointer[index])) }
        // The phrase ends where the first field begins.
        let phraseEnd = bytes.firstIndex(of: 13) ?? bytes.count
        let rest = Array(bytes[phraseEnd...])
        bytes.removeSubrange(phraseEnd...)
        for field in fields {
            bytes += [13, 10]
            bytes += field.name.utf8
            bytes += [58, 32]
            bytes += field.value.utf8
        }
        return HeadBlock(bytes + rest)
    }

    deinit { unsafe memory.deallocate() }
}

/// The phrases that WireMock's server, Jetty, sends: they differ from those of RFC 9110 here and there. An unknown status has itself
/// for a phrase.
struct ReasonPhrases: Sendable {
    static let shared = ReasonPhrases()

    private let blocks: [HeadBlock]

    private init() {
        blocks = (0..<1_000).map { HeadBlock(Array((Self.known[$0] ?? "\($0)").utf8)) }
    }

    func phrase(_ status: UInt32) -> HeadBlock { blocks[Int(status) < blocks.count ? Int(status) : 0] }

    private static let known: [Int: String] = [
        100: "Continue", 101: "Switching Protocols", 102: "Processing", 103: "Early Hints",
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non Authoritative Information", 204: "No Content", 205: "Reset Content",
        206: "Partial Content", 207: "Multi-Status", 208: "Already Reported", 226: "IM Used",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified", 305: "Use Proxy",
        307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout",
        409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Payload Too Large",
        414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
        418: "I'm a Teapot", 420: "Enhance your Calm", 421: "Misdirected Request", 422: "Unprocessable Entity", 423: "Locked",
        424: "Failed Dependency",
        425: "Too Early", 426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 451: "Unavailable for Legal Reason",
        500: "Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported", 506: "Variant Also Negotiates", 507: "Insufficient Storage",
        508: "Loop Detected", 510: "Not Extended", 511: "Network Authentication Required",
    ]
}
