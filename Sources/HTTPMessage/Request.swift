/// A request as it came over the wire: the received bytes, and a table of where things are in them.
///
/// Nothing is decoded until somebody asks. The exact target, the spelling and the order of header names, and repeated
/// fields are kept. The wire refills one value per connection (`reset`, `setTarget`, `append…`), so that a request without a
/// body costs no allocation; whoever keeps a copy pays for it then (copy on write).
///
/// A value type: safe to hand to another thread.
package struct Request: Sendable {
    /// Where one header field lies in `storage`.
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

    /// Method, target, then name and value of each field, back to back.
    @usableFromInline var storage: [UInt8] = []
    @usableFromInline var methodEnd = 0
    /// Where the target begins that everybody sees: behind the prefix, or `methodEnd`.
    @usableFromInline var targetStart = 0
    @usableFromInline var targetEnd = 0
    /// Index of `?` in `storage`, or `targetEnd`.
    @usableFromInline var queryMark = 0
    @usableFromInline var slots: [FieldSlot] = []

    package var version: HTTPVersion = .http11
    package var body: RequestBody = .empty
    /// The connection that it came on.
    package var arrival: Arrival = .unknown
    /// How many requests came before it on its connection.
    package var indexOnConnection = 0

    package init() {}

    /// A request made by hand, for tests and for the admin API.
    package init(
        method: String = "GET", target: String, headers: HeaderFields = [], body: [UInt8] = [], arrival: Arrival = .unknown
    ) {
        setMethod(method.utf8)
        setTarget(target.utf8)
        for field in headers { append(name: field.name.utf8, value: field.value.utf8) }
        self.body = body.isEmpty ? .empty : .bytes(body)
        self.arrival = arrival
    }

    // MARK: Filling (inlinable: the wire fills from its buffers, and every request pays for it)

    /// Forgets everything but the allocated room and the arrival.
    @inlinable
    package mutating func reset() {
        storage.removeAll(keepingCapacity: true)
        slots.removeAll(keepingCapacity: true)
        methodEnd = 0
        targetStart = 0
        targetEnd = 0
        queryMark = 0
        version = .http11
        body = .empty
    }

    /// First of the three filling calls.
    @inlinable
    package mutating func setMethod(_ bytes: some Sequence<UInt8>) {
        storage.removeAll(keepingCapacity: true)
        slots.removeAll(keepingCapacity: true)
        storage.append(contentsOf: bytes)
        methodEnd = storage.count
        targetStart = methodEnd
        targetEnd = methodEnd
        queryMark = methodEnd
    }

    /// The request target as received, query included, nothing decoded. To be called after `setMethod`, before `append`.
    ///
    /// Of a target in absolute form (RFC 9112, section 3.2.2) scheme and authority are left out: it is the same request.
    @inlinable
    package mutating func setTarget(_ bytes: some Sequence<UInt8>) {
        storage.append(contentsOf: bytes)
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
            let needsSlash = end == storage.endIndex || storage[end] == UInt8(ascii: "?")
            storage.replaceSubrange(methodEnd..<end, with: needsSlash ? [UInt8(ascii: "/")] : [])
            return
        }
    }

    /// Takes the first bytes off the path: from now on they are `prefix`, and what follows is the path and the target. A path that begins
    /// without a slash then, or is empty, gets one.
    /// - Parameter count: of bytes of the path, which has at least as many.
    package mutating func takePrefix(_ count: Int) {
        targetStart += count
        guard targetStart == queryMark || storage[targetStart] != UInt8(ascii: "/") else { return }
        storage.insert(UInt8(ascii: "/"), at: targetStart)
        targetEnd += 1
        queryMark += 1
        for index in slots.indices {
            slots[index].nameStart += 1
            slots[index].nameEnd += 1
            slots[index].valueEnd += 1
        }
    }

    /// One header field, in the order and spelling received.
    @inlinable
    package mutating func append(name: some Sequence<UInt8>, value: some Sequence<UInt8>) {
        let start = Int32(storage.count)
        storage.append(contentsOf: name)
        let middle = Int32(storage.count)
        storage.append(contentsOf: value)
        slots.append(FieldSlot(nameStart: start, nameEnd: middle, valueEnd: Int32(storage.count)))
    }

    // MARK: Reading

    package var methodBytes: ArraySlice<UInt8> { storage[..<methodEnd] }
    /// The target as received: path, and `?` and query if there is one. Without the prefix.
    package var targetBytes: ArraySlice<UInt8> { storage[targetStart..<targetEnd] }
    /// The path as received, not decoded. Without the prefix.
    package var pathBytes: ArraySlice<UInt8> { storage[targetStart..<queryMark] }
    /// What was taken off the front of the path (`takePrefix`), such as `/__session/7f3a`; empty for most requests.
    package var prefixBytes: ArraySlice<UInt8> { storage[methodEnd..<targetStart] }
    /// The same as text.
    package var prefix: String { String(decoding: prefixBytes, as: UTF8.self) }
    /// The target as the client sent and signed it, with the prefix.
    package var receivedTargetBytes: ArraySlice<UInt8> { storage[methodEnd..<targetEnd] }
    /// What follows the first `?`, not decoded; nil when there is no `?`.
    package var queryBytes: ArraySlice<UInt8>? { queryMark < targetEnd ? storage[(queryMark + 1)..<targetEnd] : nil }

    package var method: String { String(decoding: methodBytes, as: UTF8.self) }
    /// The target without a `?` that nothing follows: what is compared, shown and passed on.
    package var effectiveTargetBytes: ArraySlice<UInt8> { queryBytes?.isEmpty == true ? pathBytes : targetBytes }
    /// The effective target as text; bytes that are not UTF-8 are shown as U+FFFD, so compare bytes, not this.
    package var target: String { String(decoding: effectiveTargetBytes, as: UTF8.self) }
    package var path: String { String(decoding: pathBytes, as: UTF8.self) }

    /// The query's items, `+` and percent escapes decoded, in order of appearance.
    package var queryItems: [QueryItem] { queryBytes.map { QueryItem.parse($0, keepingDates: true) } ?? [] }

    package var headerCount: Int { slots.count }

    /// Bytes of a field's name: the cheapest thing to tell fields apart by.
    package func headerNameLength(_ index: Int) -> Int { Int(slots[index].nameEnd - slots[index].nameStart) }

    package func headerName(_ index: Int) -> ArraySlice<UInt8> {
        storage[Int(slots[index].nameStart)..<Int(slots[index].nameEnd)]
    }

    package func headerValue(_ index: Int) -> ArraySlice<UInt8> {
        storage[Int(slots[index].nameEnd)..<Int(slots[index].valueEnd)]
    }

    /// All fields, as text (see `FieldText`).
    package var headers: HeaderFields {
        var fields = HeaderFields()
        for index in slots.indices {
            fields.append(name: FieldText.decode(headerName(index)), value: FieldText.decode(headerValue(index)))
        }
        return fields
    }

    /// The first field of that name, or nil.
    /// - Parameter name: in any spelling of ASCII letters.
    package func firstHeader(_ name: String) -> String? {
        firstHeaderIndex(name).map { FieldText.decode(headerValue($0)) }
    }

    /// All values of that name, in order.
    package func headers(_ name: String) -> [String] {
        slots.indices.filter { matches($0, name) }.map { FieldText.decode(headerValue($0)) }
    }

    /// Index of the first field of that name, for `headerValue`; costs no allocation.
    package func firstHeaderIndex(_ name: String) -> Int? {
        slots.indices.first { matches($0, name) }
    }

    private func matches(_ index: Int, _ name: String) -> Bool {
        let slot = slots[index]
        guard Int(slot.nameEnd - slot.nameStart) == name.utf8.count else { return false }
        var position = Int(slot.nameStart)
        for byte in name.utf8 {
            guard ASCII.lowercased(byte) == ASCII.lowercased(storage[position]) else { return false }
            position += 1
        }
        return true
    }
}

package enum HTTPVersion: Sendable, Equatable { case http10, http11 }

/// Where a request arrived.
package struct Arrival: Sendable, Equatable {
    package var listener: ListenerName
    /// `http` or `https`.
    package var scheme: String
    /// The peer's address as a numeric literal (`127.0.0.1`, `::1`); empty on a Unix socket.
    package var clientAddress: String
    package var clientPort: Int
    /// The address and port it was accepted on; empty and 0 on a Unix socket.
    package var localAddress: String
    package var localPort: Int

    package init(
        listener: ListenerName, scheme: String = "http", clientAddress: String = "", clientPort: Int = 0,
        localAddress: String = "", localPort: Int = 0
    ) {
        self.listener = listener
        self.scheme = scheme
        self.clientAddress = clientAddress
        self.clientPort = clientPort
        self.localAddress = localAddress
        self.localPort = localPort
    }

    package static let unknown = Arrival(listener: .http)
}

/// Which of the server's doors. A stub answers on `http` unless it says otherwise.
package enum ListenerName: String, Sendable, CaseIterable { case http, https, s3, admin }
