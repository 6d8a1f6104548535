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

    /// The first value of that name as text; nil without one.
    func value(_ name: String) -> String? {
        items.first { $0.name.elementsEqual(name.utf8) }.map { String(decoding: $0.value, as: UTF8.self) }
    }

    /// How many parameters have that name.
    func count(_ name: String) -> Int { items.count { $0.name.elementsEqual(name.utf8) } }
}
