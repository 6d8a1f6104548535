/// A request's head as a few bytes, so that a journal can keep millions of them.
extension Request {
    /// Appends method, target, its scheme and authority, version and header fields, as received. Body and arrival are left out. Does not
    /// allocate while the array has capacity.
    package func appendHeadRecord(to bytes: inout [UInt8]) {
        bytes.append((version == .http11 ? 1 : 0) | (absoluteAuthority.isEmpty ? 0 : 2) | (isTargetSecure ? 4 : 0))
        Self.append(methodEnd, to: &bytes)
        Self.append(targetStart - methodEnd, to: &bytes)
        Self.append(targetEnd - methodEnd, to: &bytes)
        Self.append(slots.count, to: &bytes)
        let slots = slots.span
        for index in slots.indices {
            Self.append(Int(slots[index].nameEnd &- slots[index].nameStart), to: &bytes)
            Self.append(Int(slots[index].valueEnd &- slots[index].nameEnd), to: &bytes)
        }
        bytes.append(contentsOf: storage)
        guard !absoluteAuthority.isEmpty else { return }
        Self.append(absoluteAuthority.count, to: &bytes)
        bytes.append(contentsOf: absoluteAuthority)
    }

    /// Reads what `appendHeadRecord` wrote; bytes behind the record are ignored.
    /// - Returns: the request without body and arrival, and the index behind the record.
    package static func readHeadRecord(_ bytes: [UInt8], at start: Int) -> (request: Request, end: Int) {
        var index = start
        var request = Request()
        request.version = bytes[index] & 1 == 1 ? .http11 : .http10
        let hasAuthority = bytes[index] & 2 != 0
        let isTargetSecure = bytes[index] & 4 != 0
        index += 1
        let methodLength = readLength(bytes, &index)
        let prefixLength = readLength(bytes, &index)
        let targetLength = readLength(bytes, &index)
        let lengths = (0..<readLength(bytes, &index)).map { _ in (readLength(bytes, &index), readLength(bytes, &index)) }
        func next(_ count: Int) -> ArraySlice<UInt8> {
            defer { index += count }
            return bytes[index..<(index + count)]
        }
        request.setMethod(next(methodLength))
        request.setTarget(next(targetLength))
        request.isTargetSecure = isTargetSecure
        if prefixLength > 0 { request.takePrefix(prefixLength) }
        for (name, value) in lengths { request.append(name: next(name), value: next(value)) }
        if hasAuthority { request.absoluteAuthority = Array(next(readLength(bytes, &index))) }
        return (request, index)
    }

    /// Writes seven bits per byte, lowest first; the high bit means that more bytes follow.
    private static func append(_ length: Int, to bytes: inout [UInt8]) {
        var rest = length
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private static func readLength(_ bytes: [UInt8], _ index: inout Int) -> Int {
        var length = 0
        var shift = 0
        while true {
            let byte = bytes[index]
            index += 1
            length |= Int(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return length }
            shift += 7
        }
    }
}
