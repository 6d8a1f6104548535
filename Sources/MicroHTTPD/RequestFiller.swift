internal import CMicroHTTPD
internal import Glibc
internal import HTTPMessage

/// The request of a connection, refilled for each exchange without allocation, and what the wire itself needs to know of it.
struct RequestFiller {
    private(set) var request = Request()
    private(set) var isHead = false
    private(set) var isConnect = false
    /// From `Content-Length`, limited to `Int.max`; nil for chunks and for no body.
    private(set) var announcedLength: Int?
    private(set) var isChunked = false
    /// Whether the client waits for an interim response.
    private(set) var expectsContinue = false
    /// Whether the library knows that, too: it compares the whole value of the first field.
    private(set) var libraryContinues = false
    /// Why it is not served; the first reason found. Nil for none.
    private(set) var flaw: HeadFlaw?
    /// Length of the head with the empty lines before it.
    private(set) var headBytes = 0
    /// Whether the client closes the connection after this request (RFC 9112, section 9.3).
    var isLast: Bool { saysClose || request.version == .http10 && !saysKeepAlive }

    /// The target, kept until the method is reported.
    private var target: [UInt8] = []
    private var trail = HeadTrail()
    private var hostCount = 0
    /// The last value of `Host` that was legal: most requests of a connection have the same.
    private var legalHost: [UInt8] = []
    private var expectationCount = 0
    private var codingCount = 0
    private var writtenLength: Int?
    private var saysClose = false
    private var saysKeepAlive = false

    /// How far before the end of the head the bytes behind it begin.
    var headShift: Int { trail.shift }

    var announcesBody: Bool { isChunked || announcedLength != nil }

    init(arrival: Arrival) { request.arrival = arrival }

    /// - Parameter index: how many requests came before on the connection.
    mutating func begin(target bytes: UnsafeRawBufferPointer, index: Int) {
        request.indexOnConnection = index
        target.removeAll(keepingCapacity: true)
        unsafe target.append(contentsOf: bytes)
        isHead = false
        announcedLength = nil
        isChunked = false
        expectsContinue = false
        libraryContinues = false
        flaw = nil
        unsafe trail.begin(bytes)
        hostCount = 0
        expectationCount = 0
        codingCount = 0
        writtenLength = nil
        saysClose = false
        saysKeepAlive = false
    }

    mutating func take(method: UnsafeRawBufferPointer, version: UnsafeRawPointer, connection: OpaquePointer) {
        let isVersion10 = unsafe version.load(fromByteOffset: 7, as: UInt8.self) == UInt8(ascii: "0")
        unsafe request.setMethod(method)
        let isTarget = HeadSyntax.isTarget(target)
        dropFragment()
        unsafe target.withUnsafeBytes { unsafe request.setTarget($0) }
        request.version = isVersion10 ? .http10 : .http11
        isHead = unsafe method.count == 4 && method.elementsEqual("HEAD".utf8)
        isConnect = unsafe method.count == 7 && method.elementsEqual("CONNECT".utf8)
        if unsafe !trail.follows(method: method, version: version) { note(.line) }
        if unsafe !ASCII.isToken(method) { note(.method) }
        if !isTarget { note(.target) }
        if target.first != UInt8(ascii: "/") {
            let isOptions = unsafe method.count == 7 && method.elementsEqual("OPTIONS".utf8)
            if !HeadSyntax.hasLegalForm(target, isConnect: isConnect, isOptions: isOptions) { note(.targetForm) }
            if !HeadSyntax.hasLegalHost(target, authority: request.targetAuthority) { note(.targetHost) }
        }
        unsafe withUnsafeMutablePointer(to: &self) {
            unsafe _ = MHD_get_connection_values_n(connection, .HEADER_KIND, Trampolines.headerField, $0)
        }
        unsafe measure(method, size: unsafe Int(wire_head_size(connection)))
        if hostCount == 0, !isVersion10 { note(.missingHost) }
        if hostCount > 1 { note(.repeatedHost) }
        if codingCount > 0 {
            if isVersion10 { note(.codingTooEarly) }
            if writtenLength != nil { note(.lengthAndCoding) }
            if !isChunked || codingCount > 1 { note(.unknownCoding) }
        } else if let length = writtenLength, length > 0 {
            announcedLength = length
        }
    }

    /// A fragment is no part of a request (RFC 9112, section 3.2): WireMock leaves it out. On the S3 listener it may be signed, and stays.
    private mutating func dropFragment() {
        guard request.arrival.listener != .s3 else { return }
        var end = 0
        while end < target.count, target[end] != UInt8(ascii: "#") { end += 1 }
        if end < target.count { target.removeSubrange(end...) }
    }

    private mutating func note(_ found: HeadFlaw) { flaw = flaw ?? found }

    /// The library reads every request to the beginning of the connection's memory, which is aligned: bytes before the method are empty
    /// lines that it has skipped.
    private mutating func measure(_ method: UnsafeRawBufferPointer, size: Int) {
        guard let start = method.baseAddress else { return }
        headBytes = (Int(bitPattern: start) & 15) + size
        if unsafe !trail.ends(at: start + size) { note(.field) }
    }

    mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        if unsafe !trail.follows(name, value) || !ASCII.isToken(name) || value.contains(13) { note(.field) }
        let trimmed = unsafe Self.trimmed(value)
        unsafe request.append(name: name, value: trimmed)
        switch name.count {
        case 4 where unsafe HeadSyntax.says(name, "host"):
            hostCount += 1
            let isKnown =
                unsafe trimmed.count == legalHost.count && !legalHost.isEmpty
                && memcmp(legalHost, trimmed.baseAddress!, legalHost.count) == 0
            if !isKnown { checkHost() }
        case 6 where unsafe HeadSyntax.says(name, "expect"): takeExpectations(unsafe HeadSyntax.says(value, "100-continue"))
        case 10 where unsafe HeadSyntax.says(name, "connection"): unsafe takeOptions(trimmed)
        case 14 where unsafe HeadSyntax.says(name, "content-length"): unsafe takeLength(trimmed)
        case 17 where unsafe HeadSyntax.says(name, "transfer-encoding"):
            codingCount += 1
            // The library compares the whole value, including trailing blanks.
            if unsafe HeadSyntax.says(value, "chunked") { isChunked = true }
        default: break
        }
    }

    /// Checks the field that was appended last.
    private mutating func checkHost() {
        if HeadSyntax.isHost(lastValue) { legalHost = Array(lastValue) } else { note(.host) }
    }

    /// The value without blanks and tabs at both ends. This is `ASCII.trimmingSpace` for raw memory: every request comes here, and the
    /// generic function allocates.
    private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        func isBlank(_ index: Int) -> Bool {
            let byte = unsafe bytes[index]
            return byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
        }
        var (start, end) = (0, bytes.count)
        while start < end, isBlank(end - 1) { end -= 1 }
        while start < end, isBlank(start) { start += 1 }
        return unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }

    /// Reads a list, its elements separated by commas.
    private mutating func takeOptions(_ value: UnsafeRawBufferPointer) {
        var rest = unsafe value[...]
        while true {
            let end = unsafe rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
            let option = unsafe Self.trimmed(UnsafeRawBufferPointer(rebasing: rest[..<end]))
            if unsafe HeadSyntax.says(option, "close") { saysClose = true }
            if unsafe HeadSyntax.says(option, "keep-alive") { saysKeepAlive = true }
            guard unsafe end < rest.endIndex else { return }
            unsafe rest = rest[(end + 1)...]
        }
    }

    /// Reads the list of the field that was appended last.
    /// - Parameter isWord: whether its value with the blanks behind it is the one word.
    private mutating func takeExpectations(_ isWord: Bool) {
        for item in lastValue.split(separator: UInt8(ascii: ","))
        where ASCII.equalsIgnoringCase(ASCII.trimmingSpace(item), "100-continue".utf8) {
            expectsContinue = true
        }
        expectationCount += 1
        if expectationCount == 1, isWord { libraryContinues = true }
    }

    /// The value of the field that was appended last.
    private var lastValue: ArraySlice<UInt8> { request.headerValue(request.headerCount - 1) }

    /// Several lengths must all be equal.
    private mutating func takeLength(_ value: UnsafeRawBufferPointer) {
        let areDigits = unsafe !value.isEmpty && value.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
        let length = unsafe areDigits ? Int(String(decoding: value, as: UTF8.self)) ?? .max : nil
        if length == nil || length != writtenLength ?? length { note(.contradictoryLengths) }
        writtenLength = length
    }

    /// A request of which at most method and target are known.
    /// - Parameter method: empty when unknown; nil when the target is unknown, too.
    func requestOfTarget(method: String?) -> Request {
        var request = Request()
        request.arrival = self.request.arrival
        request.indexOnConnection = self.request.indexOnConnection
        if let method {
            request.setMethod(method.utf8)
            request.setTarget(target)
        }
        return request
    }

    mutating func setBody(_ body: RequestBody) { request.body = body }

    /// Releases the body.
    mutating func dropBody() {
        if case .empty = request.body { return }
        request.body = .empty
    }
}
