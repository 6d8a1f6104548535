internal import HTTPMessage

extension RequestLabel {
    /// A part of the query.
    private struct Part {
        let name: String
        let text: Substring.UTF8View
    }

    /// Method and path: `GET /feed`.
    var target: String { String(decoding: request.utf8.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self) }

    private var query: [Part] {
        request.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst().split(separator: UInt8(ascii: "&")).map { text in
            Part(name: PercentCoding.decodeForm(Array(text.prefix { $0 != UInt8(ascii: "=") })[...]), text: text)
        }
    }

    /// The decoded names of the query parameters by which another request for the same target differs. Empty if it has other parameters, or
    /// the same values.
    func differingQuery(from other: RequestLabel) -> [String] {
        let (mine, others) = (query, other.query)
        guard mine.map(\.name) == others.map(\.name) else { return [] }
        return zip(mine, others).filter { !$0.text.elementsEqual($1.text) }.map(\.0.name)
    }
}
