internal import HTTPMessage

/// What a request with other values in its query has in common with another one: method, path and the decoded names of the parameters.
struct QueryForm: Hashable, Sendable {
    /// Method and path: `GET /feed`.
    let target: String
    let names: [String]
}

extension RequestLabel {
    /// The form of the request, and the parts of its query as they were received, one for each name.
    var parsed: (form: QueryForm, parts: [String]) {
        let target = request.utf8.prefix { $0 != UInt8(ascii: "?") }
        let parts = request.utf8.dropFirst(target.count + 1).split(separator: UInt8(ascii: "&"))
        let names = parts.map { part in PercentCoding.decodeForm(Array(part.prefix { $0 != UInt8(ascii: "=") })[...]) }
        return (QueryForm(target: String(decoding: target, as: UTF8.self), names: names), parts.map { String(decoding: $0, as: UTF8.self) })
    }
}
