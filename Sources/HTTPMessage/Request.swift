/// A request as received: its bytes, and a table of the places of its parts.
///
/// Nothing is decoded before it is read. The exact target, the spelling and order of header names, and repeated fields are kept. The wire
/// refills one value per connection (`setMethod`, `setTarget`, `append`), so that a request without a body does not allocate; a copy that
/// is kept pays for it then (copy on write).
///
/// A value type: safe to pass to another thread.
package struct Request: Sendable {
    /// Where one header field is in `storage`.
    @usableFromInline
    struct FieldSlot: Sendable {
        @usableFromInline var nameStart: Int32
        @usableFromInline var nameEnd: Int32
        @usableFromInline var valueEnd: Int32

        @inlinable
        init(nameStart: Int32, nameEnd: Int32, valueEnd: Int32) {
            self.nameStart = nameStart
            self.nameEnd = nameEnd
            self.valueEnd = valueEnd
        }
    }

    /// Method, target, then name and value of each field, without separators.
    @usableFromInline var storage: [UInt8] = []
    @usableFromInline var methodEnd = 0
    /// Where the visible target begins: behind the prefix, or at `methodEnd`.
    @usableFromInline var targetStart = 0
    @usableFromInline var targetEnd = 0
    /// Index of `?` in `storage`, or `targetEnd`.
    @usableFromInline var queryMark = 0
    /// Whether the slash at `targetStart` is not the client's.
    @usableFromInline var hasAddedSlash = false
    /// Whether the target is in absolute form with `https`.
    @usableFromInline var isTargetSecure = false
    /// The version in the request line.
    package var version: HTTPVersion = .http11
    /// A bit for each length modulo 32 that a field's name has: a name whose length does not occur is not looked for. It is beside the
    /// other small fields, because every request is copied some times.
    @usableFromInline var nameLengths: UInt32 = 0
    @usableFromInline var slots: [FieldSlot] = []

    /// The body. `.empty` until the request is complete, and if a `BodySink` took it; `.bytes([])` if it came in chunks, without a byte.
    package var body: RequestBody = .empty
    /// The connection it arrived on.
    package var arrival: Arrival = .unknown
    /// How many requests came before it on its connection.
    package var indexOnConnection = 0

    /// The authority of a target in absolute form; empty for any other.
    @usableFromInline var absoluteAuthority: [UInt8] = []

    package init() {}

    /// Makes a request from values, for tests and for the admin API.
    package init(
        method: String = "GET", target: String, headers: HeaderFields = [], body: [UInt8] = [], arrival: Arrival = .unknown
    ) {
        setMethod(method.utf8)
        setTarget(target.utf8)
        for field in headers { append(name: field.name.utf8, value: field.value.utf8) }
        self.body = body.isEmpty ? .empty : .bytes(body)
        self.arrival = arrival
    }

    // MARK: Filling (the wire's calls are not generic: with every request it fills from raw memory, and the compiler specializes no generic
    // `package` function of another module, `@inlinable` or not: measured in decision 0230)

    /// Sets the method, and forgets the head before: target and fields. The first of the three filling calls.
    package mutating func setMethod(_ bytes: some Sequence<UInt8>) {
        clearHead()
        storage.append(contentsOf: bytes)
        endMethod()
    }

    /// The same from raw memory.
    package mutating func setMethod(_ bytes: UnsafeRawBufferPointer) {
        clearHead()
        unsafe storage.append(contentsOf: bytes)
        endMethod()
    }

    private mutating func clearHead() {
        storage.removeAll(keepingCapacity: true)
        slots.removeAll(keepingCapacity: true)
        nameLengths = 0
    }

    private mutating func endMethod() {
        methodEnd = storage.count
        targetStart = methodEnd
        targetEnd = methodEnd
        queryMark = methodEnd
        hasAddedSlash = false
    }

    /// Sets the request target as received: with its query, not decoded. Call it after `setMethod` and before `append`.
    ///
    /// Of a target in absolute form (RFC 9112, section 3.2.2) scheme and authority are left out: the request is the same.
    package mutating func setTarget(_ bytes: some Sequence<UInt8>) {
        storage.append(contentsOf: bytes)
        endTarget()
    }

    /// The same from raw memory.
    package mutating func setTarget(_ bytes: UnsafeRawBufferPointer) {
        unsafe storage.append(contentsOf: bytes)
        endTarget()
    }

    private mutating func endTarget() {
        if !absoluteAuthority.isEmpty { absoluteAuthority = [] }
        isTargetSecure = false
        if storage.count > methodEnd, storage[methodEnd] | 0x20 == UInt8(ascii: "h") { dropAuthority() }
        targetEnd = storage.count
        queryMark = storage[methodEnd...].firstIndex(of: UInt8(ascii: "?")) ?? targetEnd
    }

    @usableFromInline
    mutating func dropAuthority() {
        let target = storage[methodEnd...]
        for scheme in ["http://", "https://"] where ASCII.equalsIgnoringCase(target.prefix(scheme.utf8.count), scheme.utf8) {
            let authority = target.dropFirst(scheme.utf8.count)
            let end = authority.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? storage.endIndex
            // Without a host it is no URL (RFC 9110, section 4.2.1), and stays as it is.
            guard end > authority.startIndex else { return }
            absoluteAuthority = Array(authority[..<end])
            isTargetSecure = scheme == "https://"
            let needsSlash = end == storage.endIndex || storage[end] == UInt8(ascii: "?")
            storage.replaceSubrange(methodEnd..<end, with: needsSlash ? [UInt8(ascii: "/")] : [])
            return
        }
    }

    /// The authority of a target in absolute form, as received: `localhost:8080`. Nil for any other target.
    package var targetAuthority: String? { absoluteAuthority.isEmpty ? nil : String(decoding: absoluteAuthority, as: UTF8.self) }

    /// The host and port that the request is for, as received: those of a target in absolute form, or else the Host (RFC 9112, section
    /// 3.2.2). Nil without either.
    package var receivedAuthority: String? { targetAuthority ?? firstHeader("Host") }

    /// The scheme that the request is for, in lower case: that of a target in absolute form, or else the connection's (RFC 9112,
    /// section 3.3).
    package var receivedScheme: String { absoluteAuthority.isEmpty ? arrival.scheme : isTargetSecure ? "https" : "http" }

    /// Moves the first bytes of the path to `prefix`; path and target are what follows. A remaining path without a leading slash gets one.
    /// - Parameter count: how many bytes; at most as many as the path has.
    package mutating func takePrefix(_ count: Int) {
        targetStart += count
        guard targetStart == queryMark || storage[targetStart] != UInt8(ascii: "/") else { return }
        hasAddedSlash = true
        storage.insert(UInt8(ascii: "/"), at: targetStart)
        targetEnd += 1
        queryMark += 1
        for index in slots.indices {
            slots[index].nameStart += 1
            slots[index].nameEnd += 1
            slots[index].valueEnd += 1
        }
    }

    /// Adds one header field, in the order and spelling received.
    package mutating func append(name: some Sequence<UInt8>, value: some Sequence<UInt8>) {
        let start = Int32(storage.count)
        storage.append(contentsOf: name)
        let middle = Int32(storage.count)
        storage.append(contentsOf: value)
        endField(start, middle)
    }

    /// The same from raw memory.
    package mutating func append(name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
        let start = Int32(storage.count)
        unsafe storage.append(contentsOf: name)
        let middle = Int32(storage.count)
        unsafe storage.append(contentsOf: value)
        endField(start, middle)
    }

    @inline(__always)
    private mutating func endField(_ start: Int32, _ middle: Int32) {
        slots.append(FieldSlot(nameStart: start, nameEnd: middle, valueEnd: Int32(storage.count)))
        nameLengths |= Self.bit(ofLength: Int(middle &- start))
    }

    @inline(__always)
    private static func bit(ofLength length: Int) -> UInt32 { 1 &<< UInt32(truncatingIfNeeded: length) }

    // MARK: Reading

    /// The method as received.
    package var methodBytes: ArraySlice<UInt8> { storage[..<methodEnd] }
    /// The method's first byte; 0 for an empty method.
    package var methodInitial: UInt8 { methodEnd > 0 ? storage[0] : 0 }
    /// Path, and `?` and query if there is one, as received. Without the prefix.
    package var targetBytes: ArraySlice<UInt8> { storage[targetStart..<targetEnd] }
    /// The path as received, not decoded. Without the prefix.
    package var pathBytes: ArraySlice<UInt8> { storage[targetStart..<queryMark] }
    /// The number of `pathBytes`.
    package var pathCount: Int { queryMark - targetStart }
    // These compare in place. A slice would count references, and every request is compared.

    /// Whether `pathBytes` are these.
    package func hasPath(_ bytes: [UInt8]) -> Bool { isEqual(targetStart..<queryMark, bytes) }

    /// Whether `effectiveTargetBytes` are these.
    package func hasEffectiveTarget(_ bytes: [UInt8]) -> Bool {
        isEqual(targetStart..<(queryMark + 1 == targetEnd ? queryMark : targetEnd), bytes)
    }

    /// Whether `methodBytes` are these.
    package func hasMethod(_ bytes: [UInt8]) -> Bool { isEqual(0..<methodEnd, bytes) }

    /// Whether it is a GET or a HEAD.
    package var isRead: Bool { hasMethod(Self.get) || hasMethod(Self.head) }

    private static let get = Array("GET".utf8)
    private static let head = Array("HEAD".utf8)

    private func isEqual(_ range: Range<Int>, _ bytes: [UInt8]) -> Bool {
        let (storage, bytes) = (storage.span, bytes.span)
        guard range.count == bytes.count else { return false }
        for index in bytes.indices where storage[range.lowerBound + index] != bytes[index] { return false }
        return true
    }

    /// Whether the path begins with this, as received.
    package func pathBegins(with beginning: String) -> Bool {
        let (storage, bytes) = (storage.span, beginning.utf8.span)
        guard pathCount >= bytes.count else { return false }
        for index in bytes.indices where storage[targetStart + index] != bytes[index] { return false }
        return true
    }

    /// The bytes that `takePrefix` took off the path, such as `/__session/7f3a`; empty for most requests.
    package var prefixBytes: ArraySlice<UInt8> { storage[methodEnd..<targetStart] }
    /// The prefix as text.
    package var prefix: String { String(decoding: prefixBytes, as: UTF8.self) }
    /// The target as the client sent and signed it, with the prefix.
    package var receivedTargetBytes: ArraySlice<UInt8> {
        hasAddedSlash ? storage[methodEnd..<targetStart] + storage[(targetStart + 1)..<targetEnd] : storage[methodEnd..<targetEnd]
    }
    /// What follows the first `?`, not decoded; nil when there is no `?`.
    package var queryBytes: ArraySlice<UInt8>? { queryMark < targetEnd ? storage[(queryMark + 1)..<targetEnd] : nil }

    /// The method as text.
    package var method: String { String(decoding: methodBytes, as: UTF8.self) }
    /// The target without a `?` that nothing follows: the form that is compared, shown and forwarded.
    package var effectiveTargetBytes: ArraySlice<UInt8> { queryBytes?.isEmpty == true ? pathBytes : targetBytes }
    /// The effective target as text. Bytes that are not UTF-8 become U+FFFD, so compare the bytes, not this.
    package var target: String { String(decoding: effectiveTargetBytes, as: UTF8.self) }
    /// The path as text, not decoded. Bytes that are not UTF-8 become U+FFFD.
    package var path: String { String(decoding: pathBytes, as: UTF8.self) }

    /// The query's items in order, with `+` and percent escapes decoded.
    package var queryItems: [QueryItem] { queryBytes.map { QueryItem.parse($0, keepingDates: true) } ?? [] }

    /// The number of header fields.
    package var headerCount: Int { slots.count }

    /// The length of a field's name in bytes: the cheapest way to tell fields apart.
    package func headerNameLength(_ index: Int) -> Int { Int(slots[index].nameEnd - slots[index].nameStart) }

    /// A field's name as received.
    package func headerName(_ index: Int) -> ArraySlice<UInt8> {
        storage[Int(slots[index].nameStart)..<Int(slots[index].nameEnd)]
    }

    /// A field's value as received, without the white space around it.
    package func headerValue(_ index: Int) -> ArraySlice<UInt8> {
        storage[Int(slots[index].nameEnd)..<Int(slots[index].valueEnd)]
    }

    /// All fields as text (see `FieldText`).
    package var headers: HeaderFields {
        var fields = HeaderFields()
        for index in slots.indices {
            fields.append(name: FieldText.decode(headerName(index)), value: FieldText.decode(headerValue(index)))
        }
        return fields
    }

    /// The first value of that name, or nil.
    /// - Parameter name: in any case of ASCII letters.
    package func firstHeader(_ name: String) -> String? {
        firstHeaderIndex(name).map { FieldText.decode(headerValue($0)) }
    }

    /// All values of that name, in order.
    package func headers(_ name: String) -> [String] {
        guard mayHaveHeader(ofLength: name.utf8.count) else { return [] }
        return slots.indices.filter { isHeader($0, name) }.map { FieldText.decode(headerValue($0)) }
    }

    /// Index of the first field of that name, for `headerValue`. Does not allocate.
    package func firstHeaderIndex(_ name: String) -> Int? {
        let length = name.utf8.count
        guard mayHaveHeader(ofLength: length) else { return nil }
        let slots = slots.span
        for index in slots.indices where slots[index].nameEnd &- slots[index].nameStart == length && isHeader(index, name) { return index }
        return nil
    }

    /// False if no field has a name of that length.
    package func mayHaveHeader(ofLength length: Int) -> Bool { nameLengths & Self.bit(ofLength: length) != 0 }

    /// Whether the field has that name, in any case of ASCII letters. Does not allocate.
    package func isHeader(_ index: Int, _ name: String) -> Bool {
        let slot = slots[index]
        guard Int(slot.nameEnd - slot.nameStart) == name.utf8.count else { return false }
        return ASCII.equalsIgnoringCase(storage.span.extracting(Int(slot.nameStart)..<Int(slot.nameEnd)), name.utf8.span)
    }
}

/// A version that the server speaks.
package enum HTTPVersion: Sendable, Equatable { case http10, http11 }

/// Where a request arrived.
///
/// The text is in one object that the connection's requests share, so that copying a request costs little.
package struct Arrival: Sendable {
    private struct Text: Sendable, Equatable {
        var scheme: String
        var clientAddress: String
        var localAddress: String
    }

    private final class Box: Sendable {
        let text: Text

        init(_ text: Text) { self.text = text }
    }

    private var box: Box
    /// The listener that accepted the connection.
    package var listener: ListenerName
    /// The peer's port; 0 on a Unix socket.
    package var clientPort: Int
    /// The port that it was accepted on; 0 on a Unix socket.
    package var localPort: Int

    private var text: Text {
        get { box.text }
        set { box = Box(newValue) }
    }

    /// `http` or `https`.
    package var scheme: String {
        get { box.text.scheme }
        set { text.scheme = newValue }
    }
    /// The peer's address as a literal (`127.0.0.1`, `::1`); empty on a Unix socket.
    package var clientAddress: String { box.text.clientAddress }
    /// The address that it was accepted on; empty on a Unix socket.
    package var localAddress: String { box.text.localAddress }

    package init(
        listener: ListenerName, scheme: String = "http", clientAddress: String = "", clientPort: Int = 0,
        localAddress: String = "", localPort: Int = 0
    ) {
        self.listener = listener
        self.clientPort = clientPort
        self.localPort = localPort
        box = Box(Text(scheme: scheme, clientAddress: clientAddress, localAddress: localAddress))
    }

    /// For a request that did not arrive on a connection.
    package static let unknown = Arrival(listener: .http)
}

extension Arrival: Equatable {
    package static func == (left: Arrival, right: Arrival) -> Bool {
        left.listener == right.listener && left.clientPort == right.clientPort && left.localPort == right.localPort
            && left.hasText(of: right)
    }

    /// Whether scheme and addresses are the same.
    package func hasText(of other: Arrival) -> Bool { box === other.box || text == other.text }
}

/// One of the server's listeners. A stub applies to `http` unless it names another one.
package enum ListenerName: String, Sendable, CaseIterable {
    case http, https, s3, admin

    /// Whether they are the same. Written out, as is the next one: other modules call derived ones through a witness table, and every
    /// request compares listeners.
    package static func == (left: ListenerName, right: ListenerName) -> Bool {
        switch (left, right) {
        case (.http, .http), (.https, .https), (.s3, .s3), (.admin, .admin): true
        default: false
        }
    }

    /// Whether they differ.
    package static func != (left: ListenerName, right: ListenerName) -> Bool { !(left == right) }
}
