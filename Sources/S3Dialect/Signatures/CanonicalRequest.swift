internal import Digest
internal import HTTPMessage

/// What a signature of version 4 signs of a request.
struct CanonicalRequest {
    /// How the target is written.
    enum Form: CaseIterable {
        /// Decoded, and encoded as S3 does it.
        case encoded
        /// As received: some clients encode less or more, and sign what they send.
        case received
        /// Encoded once more than received: a common mistake. For diagnosis only.
        case encodedTwice
    }

    var method: [UInt8]
    /// As received, with the prefix of a session.
    var path: [UInt8]
    var query: [SignedQuery.Item]
    /// Names in lower case with their values, in the order of the names: S3 sorts them, whatever their order in the client's list.
    var fields: [(name: String, value: [UInt8])]
    /// The body's SHA-256, or what stands for it.
    var payload: String

    init(_ request: Request, query: [SignedQuery.Item], signedFields: SignedFields, payload: String) {
        method = Array(request.methodBytes)
        path = Array(request.receivedTargetBytes.prefix { $0 != UInt8(ascii: "?") })
        self.query = query
        fields = Self.fields(signedFields, of: request)
        self.payload = payload
    }

    /// The bytes whose digest is signed.
    func bytes(_ form: Form) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(usualCount)
        text += method
        text.append(10)
        switch form {
        case .encoded: Self.append(PercentCoding.decode(path), to: &text, keepingSlash: true)
        case .received: text += path
        case .encodedTwice: Self.append(path, to: &text, keepingSlash: true)
        }
        text.append(10)
        appendQuery(form, to: &text)
        text.append(10)
        for field in fields {
            text += field.name.utf8
            text.append(UInt8(ascii: ":"))
            text += field.value
            text.append(10)
        }
        text.append(10)
        for (index, field) in fields.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ";")) }
            text += field.name.utf8
        }
        text.append(10)
        text += payload.utf8
        return text
    }

    /// How many bytes there are if nothing is escaped.
    private var usualCount: Int {
        let inFields = fields.reduce(0) { $0 + 2 * $1.name.utf8.count + $1.value.count + 3 }
        return method.count + path.count + query.reduce(0) { $0 + $1.raw.count + 2 } + inFields + payload.utf8.count + 8
    }

    private func appendQuery(_ form: Form, to text: inout [UInt8]) {
        var pieces: [[UInt8]] = query.map { item in
            guard form != .received else { return Array(item.raw) }
            var piece: [UInt8] = []
            piece.reserveCapacity(item.raw.count + 8)
            Self.append(item.name, to: &piece, keepingSlash: false)
            piece.append(UInt8(ascii: "="))
            Self.append(item.value, to: &piece, keepingSlash: false)
            return piece
        }
        // `=` comes after the digits, and before the letters: the names decide first.
        pieces.sort { left, right in
            let (leftName, rightName) = (left.prefix { $0 != UInt8(ascii: "=") }, right.prefix { $0 != UInt8(ascii: "=") })
            return leftName.elementsEqual(rightName) ? left.lexicographicallyPrecedes(right) : leftName.lexicographicallyPrecedes(rightName)
        }
        for (index, piece) in pieces.enumerated() {
            if index > 0 { text.append(UInt8(ascii: "&")) }
            text += piece
        }
    }

    /// Appends bytes with escapes for all but letters, digits and `-._~`.
    private static func append(_ bytes: [UInt8], to text: inout [UInt8], keepingSlash: Bool) {
        for byte in bytes {
            let isKept =
                byte &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "A") < 26 || byte &- UInt8(ascii: "0") < 10
                || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
                || byte == UInt8(ascii: "/") && keepingSlash
            if isKept {
                text.append(byte)
            } else {
                text.append(UInt8(ascii: "%"))
                text.append(digit(byte >> 4))
                text.append(digit(byte & 15))
            }
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? value + UInt8(ascii: "0") : value - 10 + UInt8(ascii: "A") }

    /// The signed fields, each with all its values and commas between them. Takes time by the length of the names and of the head.
    private static func fields(_ signed: SignedFields, of request: Request) -> [(name: String, value: [UInt8])] {
        var fields = signed.sorted.map { (name: $0, value: [UInt8]()) }
        var isSent = [Bool](repeating: false, count: fields.count)
        for index in 0..<request.headerCount {
            guard let place = signed.place(of: request.headerName(index)) else { continue }
            if isSent[place] { fields[place].value.append(UInt8(ascii: ",")) }
            isSent[place] = true
            append(value: request.headerValue(index), to: &fields[place].value)
        }
        return fields
    }

    /// Appends the value of a field without needless blanks.
    private static func append(value: ArraySlice<UInt8>, to text: inout [UInt8]) {
        var hasBlank = false
        text.reserveCapacity(text.count + value.count)
        for byte in ASCII.trimmingSpace(value) {
            let isBlank = byte == UInt8(ascii: " ") || byte == 9
            if isBlank, hasBlank { continue }
            text.append(isBlank ? UInt8(ascii: " ") : byte)
            hasBlank = isBlank
        }
    }
}
