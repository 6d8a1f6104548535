internal import HTTPMessage

/// The query of a request as it is signed. Names and values are those of the client, as bytes.
struct SignedQuery: Sendable {
    /// One parameter, decoded.
    struct Item: Sendable {
        var name: [UInt8]
        var value: [UInt8]
        /// As received, with `=`.
        var raw: ArraySlice<UInt8>
    }

    let items: [Item]

    init(_ request: Request) {
        guard let query = request.queryBytes, !query.isEmpty else {
            items = []
            return
        }
        items = query.split(separator: UInt8(ascii: "&")).map { piece in
            let mark = piece.firstIndex(of: UInt8(ascii: "="))
            return Item(
                name: PercentCoding.decode(piece[..<(mark ?? piece.endIndex)], plusIsSpace: true),
                value: mark.map { PercentCoding.decode(piece[($0 + 1)...], plusIsSpace: true) } ?? [],
                raw: mark == nil ? piece + [UInt8(ascii: "=")] : piece)
        }
    }

    /// The parameters of a link that say nothing about the response, and the name of the operation, which some clients add.
    private static let plainNames = [
        "X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Date", "X-Amz-Expires", "X-Amz-SignedHeaders", "X-Amz-Signature",
        "X-Amz-Security-Token", "AWSAccessKeyId", "Expires", "Signature", "x-id",
    ]

    /// Whether a query has only parameters that say nothing about the response. Does not allocate.
    static func isPlain(_ query: ArraySlice<UInt8>) -> Bool {
        var rest = query
        while !rest.isEmpty {
            let piece = rest.prefix { $0 != UInt8(ascii: "&") }
            let name = piece.prefix { $0 != UInt8(ascii: "=") }
            guard plainNames.contains(where: { name.count == $0.utf8.count && name.elementsEqual($0.utf8) }) else { return false }
            rest = rest[piece.endIndex...].dropFirst()
        }
        return true
    }

    /// The first value of that name as text; nil without one.
    func value(_ name: String) -> String? {
        items.first { $0.name.elementsEqual(name.utf8) }.map { String(decoding: $0.value, as: UTF8.self) }
    }
}
