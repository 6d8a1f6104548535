internal import CMicroHTTPD
internal import Glibc
internal import HTTPMessage
internal import Synchronization

/// Functions of libmicrohttpd that the library itself calls, and that are ours in this program: the linker gives the library's calls to
/// what is named `__wrap_` and the function's name. See docs/decisions/0010-library-overrides.md.
///
/// The reason phrase is asked for while the head of an answer is written, right after the answer was queued, on the same thread.
/// So a slot for each thread hands over a phrase of our own and, behind it, the header fields.
/// The library's own error pages are made by a function that we do not call ourselves; they would be HTML without the name of a
/// setting, and some go out with two heads. There are none, so the library closes the connection, and the answer is ours (see
/// Exchange.sayWhyClosed).
enum LibraryOverrides {
    /// Per thread: what the next head gets as its phrase. Empty for an answer of the library's own.
    private static let headBlock = unsafe ThreadSlot()
    /// Per thread: why the library gave up requests whose connections it has not closed yet.
    private static let errors = unsafe ThreadSlot(release: Trampolines.releaseObject)

    /// Per thread of the library: the daemon that it belongs to.
    private static let core = unsafe ThreadSlot()

    /// On a worker thread, with each connection.
    static func setCore(_ value: DaemonCore) { unsafe core.set(Unmanaged.passUnretained(value).toOpaque()) }

    /// Whether the library stops the daemon of this thread. Its threads, until they end, take no page any more, but say that they have, and
    /// look for it: they are handed none.
    fileprivate static var isStopping: Bool {
        guard let value = unsafe core.get() else { return false }
        return unsafe Unmanaged<DaemonCore>.fromOpaque(value)._withUnsafeGuaranteedRef {
            $0.libraryStops.load(ordering: .sequentiallyConsistent)
        }
    }

    /// To be called right before the answer is queued; asking for the phrase takes the block away again.
    static func setHeadBlock(_ block: HeadBlock?) {
        unsafe headBlock.set(block.map { unsafe UnsafeMutableRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
    }

    /// On a worker thread. The library closes in the order in which it gave up, within one round of its loop. A line that
    /// is no request line at all is given up without a note: in the same round it may get the answer of another malformed line.
    /// - Parameter hasTarget: whether the request line had been read.
    static func takeError(hasTarget: Bool) -> RequestError? {
        guard let list = unsafe errors.get() else { return nil }
        return unsafe Unmanaged<RequestErrors>.fromOpaque(list)._withUnsafeGuaranteedRef { list in
            list.waiting.firstIndex { $0.comes(hasTarget: hasTarget) }.map { list.waiting.remove(at: $0) }
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

/// Asked for by the library alone: how long what `understudyReasonPhrase` gives next is.
@_cdecl("__wrap_MHD_get_reason_phrase_len_for")
public func understudyReasonPhraseLength(_ status: UInt32) -> Int {
    if let block = unsafe LibraryOverrides.currentHeadBlock() { return unsafe block._withUnsafeGuaranteedRef { $0.count } }
    return ReasonPhrase.standard(status)?.utf8CodeUnitCount ?? 0
}

/// Asked for by the library alone: the head block that was handed over on this thread, else the status's own phrase.
@_cdecl("__wrap_MHD_get_reason_phrase_for")
public func understudyReasonPhrase(_ status: UInt32) -> UnsafePointer<CChar>? {
    if let block = unsafe LibraryOverrides.currentHeadBlock() {
        // Asked for last: the slot must not point to a block that may be gone when it is read next.
        LibraryOverrides.setHeadBlock(nil)
        return unsafe block._withUnsafeGuaranteedRef { unsafe $0.pointer }
    }
    return unsafe UnsafeRawPointer((ReasonPhrase.standard(status) ?? "").utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Asked for by the library alone, when it refuses a request: notes why, and gives it no page.
@_cdecl("__wrap_MHD_create_response_from_buffer")
public func understudyErrorPage(
    _ size: Int, _ buffer: UnsafeMutableRawPointer?, _ mode: UInt32
) -> OpaquePointer? {
    LibraryOverrides.setHeadBlock(nil)
    let text = unsafe buffer.map { unsafe String(decoding: UnsafeRawBufferPointer(start: $0, count: size), as: UTF8.self) } ?? ""
    guard let error = RequestError(libraryText: text) else {
        if LibraryOverrides.isStopping { return nil }
        // A page that the library refuses: it closes the connection, and tells the exchange, if there is one.
        return unsafe MHD_create_response_for_upgrade({ _, _, _, _, _, _, _ in }, nil)
    }
    LibraryOverrides.note(error)
    return nil
}

/// The library's notes of a query's items, which nobody reads: targets are taken as they came.
@_cdecl("__wrap_MHD_parse_arguments_")
public func understudyQueryItems(
    _ connection: OpaquePointer?, _ kind: UInt32, _ query: UnsafeMutablePointer<CChar>?, _ item: OpaquePointer?,
    _ count: UnsafeMutablePointer<UInt32>?
) -> UInt32 {
    unsafe count?.pointee = 0
    return MHD_Result.YES.rawValue
}

/// What libmicrohttpd would ask of GnuTLS; see Sources/CMicroHTTPD/static.ld. Of these functions it calls only those that start and end
/// the library as long as no listener speaks TLS, and to them 0 is success.
@_cdecl("understudy_without_tls")
public func understudyWithoutTLS() -> Int32 { 0 }
