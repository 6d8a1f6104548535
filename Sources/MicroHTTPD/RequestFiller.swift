internal import CMicroHTTPD
internal import HTTPMessage

/// The request of a connection, filled anew for each exchange without allocating, and what the wire itself must know of it.
struct RequestFiller {
    private(set) var request = Request()
    private(set) var isHead = false
    /// From `Content-Length`; nil for chunks and for no body.
    private(set) var announcedLength: Int?
    private(set) var isChunked = false
    /// `Transfer-Encoding` names a coding that nobody understands.
    private(set) var hasUnknownCoding = false
    /// The target waits here for the method, which comes later.
    private var target: [UInt8] = []

    /// HTTP/1.1 demands `Host`, once (RFC 9112, section 3.2).
    var lacksHost: Bool { hostCount == 0 && request.version != .http10 }
    var repeatsHost: Bool { hostCount > 1 }
    private var hostCount = 0
    /// Two lengths for one body: where it ends would be a matter of opinion (RFC 9112, section 6.3).
    private(set) var hasConflictingLengths = false
    private var writtenLength: Int?
    var hasSpaceInTarget: Bool { target.contains(32) }

    var announcesBody: Bool { isChunked || announcedLength != nil }

    init(arrival: Arrival) { request.arrival = arrival }

    mutating func begin(target bytes: UnsafeRawBufferPointer) {
        target.removeAll(keepingCapacity: true)
        unsafe target.append(contentsOf: bytes)
        isHead = false
        announcedLength = nil
        isChunked = false
        hasUnknownCoding = false
        hasConflictingLengths = false
        writtenLength = nil
    }

    mutating func take(method: UnsafeRawBufferPointer, isVersion10: Bool, connection: OpaquePointer) {
        unsafe request.setMethod(method)
        unsafe target.withUnsafeBytes { unsafe request.setTarget($0) }
        request.version = isVersion10 ? .http10 : .http11
        hostCount = 0
        isHead = unsafe method.count == 4 && method.elementsEqual("HEAD".utf8)
        unsafe withUnsafeMutablePointer(to: &self) {
            unsafe _ = MHD_get_connection_values_n(connection, .HEADER_KIND, Trampolines.headerField, $0)
        }
    }

    mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        var end = value.count
        while end > 0, unsafe value[end - 1] == 32 || value[end - 1] == 9 { end -= 1 }
        let value = unsafe UnsafeRawBufferPointer(rebasing: value[..<end])
        unsafe request.append(name: name, value: value)
        switch name.count {
        case 4 where unsafe ASCII.equalsIgnoringCase(name, "Host".utf8): hostCount += 1
        case 14 where unsafe ASCII.equalsIgnoringCase(name, "Content-Length".utf8):
            let length = unsafe Int(String(decoding: value, as: UTF8.self)) ?? 0
            hasConflictingLengths = hasConflictingLengths || writtenLength.map { $0 != length } ?? false
            writtenLength = length
            announcedLength = length > 0 && !isChunked ? length : nil
        case 17 where unsafe ASCII.equalsIgnoringCase(name, "Transfer-Encoding".utf8):
            isChunked = unsafe ASCII.equalsIgnoringCase(value, "chunked".utf8)
            hasUnknownCoding = !isChunked
            announcedLength = nil
        default: break
        }
    }

    mutating func setBody(_ body: RequestBody) { request.body = body }

    /// Lets go of what the request holds.
    mutating func dropBody() {
        if case .empty = request.body { return }
        request.body = .empty
    }
}
