internal import HTTPMessage

/// Why a request is refused after its head although the library accepts it: another server on the path could interpret it differently (RFC
/// 9112, sections 3.2, 5 and 6).
enum HeadFlaw {
    case method
    case target
    case targetForm
    case targetHost
    case line
    case field
    case missingHost
    case repeatedHost
    case host
    case contradictoryLengths
    case lengthAndCoding
    /// HTTP/1.0 has no transfer codings.
    case codingTooEarly
    case unknownCoding

    var response: Response { .text(self == .unknownCoding ? 501 : 400, text + "\n") }

    /// The cause for the responder.
    var cause: WireRefusal.Cause {
        switch self {
        case .unknownCoding: .unknownTransferCoding
        case .target, .targetForm, .targetHost: .malformedTarget
        default: .malformed
        }
    }

    private var text: String {
        switch self {
        case .method: "The request line is malformed: the method has a character that no method has."
        case .target: "The request line is malformed: the target has a space or a control character in it."
        case .targetForm: "The request line is malformed: its target is neither a path, which begins with a slash, nor an absolute URL."
        case .targetHost:
            "The request line is malformed: the host of its URL is neither a name nor an address, with or without a port."
        case .line: "The request line is malformed: there is a NUL in it."
        case .field:
            "A header field is malformed: it is a line of the form NAME \":\" VALUE. A name has letters, digits and a few signs, its "
                + "colon follows at once, and a value has no NUL and CR in it."
        case .missingHost: "The Host header field is missing: HTTP/1.1 demands it."
        case .repeatedHost: "There is more than one Host header field: HTTP/1.1 allows one."
        case .host: "The Host header field is neither a name nor an address, with or without a port."
        case .contradictoryLengths: "The Content-Length header fields contradict each other."
        case .lengthAndCoding:
            "The request has both Content-Length and Transfer-Encoding: where its body ends would be a matter of opinion."
        case .codingTooEarly: "The request has Transfer-Encoding, which HTTP/1.0 does not know."
        case .unknownCoding: "The request's Transfer-Encoding is not understood: only \"chunked\" is."
        }
    }
}

/// The syntax of heads. Runs for every request.
enum HeadSyntax {
    /// Whether it is this word, in any case.
    /// - Parameter word: in lower case.
    @inline(__always)
    static func says(_ bytes: UnsafeRawBufferPointer, _ word: StaticString) -> Bool {
        guard bytes.count == word.utf8CodeUnitCount else { return false }
        for index in 0..<bytes.count where unsafe ASCII.lowercased(bytes[index]) != word.utf8Start[index] { return false }
        return true
    }

    /// Whether all characters are visible; those beyond ASCII are.
    static func isTarget(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F } }

    /// Whether a target has a form that its method allows (RFC 9112, section 3.2): a path, an absolute URL, `*` with OPTIONS, or host and
    /// port with CONNECT.
    static func hasLegalForm(_ target: [UInt8], isConnect: Bool, isOptions: Bool) -> Bool {
        if target.first == UInt8(ascii: "/") || isConnect { return true }
        if isOptions, target.count == 1, target[0] == UInt8(ascii: "*") { return true }
        let scheme = target.prefix { byte in
            switch byte {
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"): true
            default: UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            }
        }
        return !scheme.isEmpty && target[scheme.endIndex...].starts(with: "://".utf8)
    }

    /// Whether an absolute URL names a host as a Host field does. That of an HTTP URL must not be empty (RFC 9110, section 4.2.1).
    /// - Parameter authority: of such a URL; nil for other targets, and where nothing stands in its place.
    static func hasLegalHost(_ target: [UInt8], authority: String?) -> Bool {
        guard let authority else {
            return !["http://", "https://"].contains { ASCII.equalsIgnoringCase(target.prefix($0.utf8.count), $0.utf8) }
        }
        let host = Array(authority.utf8)
        return host.first != UInt8(ascii: ":") && isHost(host[...])
    }

    /// Whether it is a name or address with an optional port, or empty (RFC 3986, section 3.2.2). Names beyond ASCII are accepted.
    static func isHost(_ bytes: ArraySlice<UInt8>) -> Bool {
        var index = bytes.startIndex
        if index < bytes.endIndex, bytes[index] == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")), isIPv6(bytes[(index + 1)..<end]) else { return false }
            index = end + 1
        } else {
            var before: UInt8 = 0
            while index < bytes.endIndex, bytes[index] != UInt8(ascii: ":") {
                let byte = bytes[index]
                guard isNameByte(byte), byte != UInt8(ascii: ".") || byte != before else { return false }
                before = byte
                index += 1
            }
        }
        guard index < bytes.endIndex else { return true }
        return bytes[index] == UInt8(ascii: ":") && bytes[(index + 1)...].allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
    }

    /// The characters of a name: `unreserved`, `sub-delims` and `%` in RFC 3986, and those beyond ASCII.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-")...UInt8(ascii: "."),
            UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
            true
        default: "_~%!$&'()*+,;=".utf8.contains(byte)
        }
    }

    /// Whether it is an IPv6 address, perhaps with a zone behind a `%` (RFC 6874).
    private static func isIPv6(_ bytes: ArraySlice<UInt8>) -> Bool {
        let address = bytes.prefix { $0 != UInt8(ascii: "%") }
        let isColon: (UInt8) -> Bool = { $0 == UInt8(ascii: ":") }
        let gaps = zip(address, address.dropFirst()).count { isColon($0) && isColon($1) }
        return address.count(where: isColon) >= 2 && gaps <= 1
            && address.allSatisfy { isColon($0) || $0 == UInt8(ascii: ".") || ASCII.hexValue($0) != nil }
            && bytes[address.endIndex...].allSatisfy { isColon($0) || isNameByte($0) }
    }
}

/// Follows a head through the library's memory, where its parts are in the order of arrival, one right behind the other.
///
/// If they are not, the library has read something else than was sent: it drops what follows a NUL, and joins the second line of a folded
/// field to the name.
@safe struct HeadTrail {
    private var targetStart: UnsafeRawPointer?
    /// Behind the previous part.
    private var end: UnsafeRawPointer?
    /// How far before the end of the head the bytes are that were received behind it: not 0 only where they have been moved (`isReused`).
    private(set) var shift = 0

    /// The target, which is reported first.
    mutating func begin(_ target: UnsafeRawBufferPointer) {
        shift = 0
        unsafe targetStart = target.baseAddress
        unsafe end = target.baseAddress.map { unsafe $0 + target.count }
    }

    /// Blanks are between method and target, and one before the version; the first of each is overwritten by a zero.
    mutating func goesOn(method: UnsafeRawBufferPointer, version: UnsafeRawPointer) -> Bool {
        guard let start = method.baseAddress, let targetStart = unsafe targetStart, let targetEnd = unsafe end else { return false }
        unsafe end = version + 8
        let gap = unsafe UnsafeRawBufferPointer(start: start + method.count, count: max(0, targetStart - start - method.count))
        return unsafe version == targetEnd + 1 && gap.dropFirst().allSatisfy { $0 == 32 }
    }

    /// Between name and value there is the colon and blanks; before the name there are blanks and a line end. Some are overwritten by
    /// zeros.
    mutating func goesOn(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool {
        guard let start = name.baseAddress, let valueStart = value.baseAddress, let before = unsafe end else { return false }
        unsafe end = valueStart + value.count
        // Behind the colon; a later colon follows a blank.
        let blanks = unsafe max(0, valueStart - start - name.count - 1)
        return unsafe start > before && Self.isGap(UnsafeRawBufferPointer(start: before, count: start - before), lines: 1)
            && valueStart > start + name.count
            && Self.isGap(UnsafeRawBufferPointer(start: start + name.count + 1, count: blanks), lines: 0)
    }

    /// Whether it contains only blanks and so many line ends, which are zeros now, at most two each. (A line that the library skipped
    /// contains more; a NUL at the end of a value is one more zero. Version 1 overwrites that by a blank.)
    private static func isGap(_ bytes: UnsafeRawBufferPointer, lines: Int) -> Bool {
        // NUL, tab, LF, CR and blank.
        let gap: UInt64 = 1 << 0 | 1 << 9 | 1 << 10 | 1 << 13 | 1 << 32
        var zeros = 0
        for index in 0..<bytes.count {
            let byte = unsafe bytes[index]
            guard byte <= 32, gap &>> UInt64(byte) & 1 == 1 else { return false }
            if byte == 0 { zeros += 1 }
        }
        return zeros <= 2 * lines || LibraryHooks.isVersion1
    }

    /// - Parameter headEnd: behind the empty line.
    mutating func ends(at headEnd: UnsafeRawPointer) -> Bool {
        guard let end = unsafe end, unsafe end <= headEnd else { return false }
        let gap = unsafe UnsafeRawBufferPointer(start: end, count: headEnd - end)
        let other = unsafe Self.isGap(gap, lines: 2) ? [] : Array(gap)
        if other.isEmpty { return true }
        guard LibraryHooks.isVersion1, Self.isReused(other) else { return false }
        shift = other.count - 1
        return true
    }

    /// Whether the next request, or as much of it as has come, has been moved into the gap, as version 1 of the library does where its memory
    /// is nearly full: the zero behind the last value stays, and the two line ends are overwritten. A line that the library skipped takes
    /// four bytes at least, and then it ends in two line feeds.
    private static func isReused(_ gap: [UInt8]) -> Bool {
        guard gap.first == 0, gap.count <= 4 else { return false }
        return gap.count < 4 || gap[2] != 10 || gap[3] != 10
    }
}
