internal import HTTPMessage

/// Labels the requests of one run in the order of their arrival.
package struct RequestLabeller: Sendable {
    private let ignoredQuery: Set<String>
    private var counts: [String: Int] = [:]

    /// - Parameter ignoredQuery: decoded names of query parameters that differ from run to run, such as a time stamp.
    package init(ignoringQuery ignoredQuery: Set<String> = []) { self.ignoredQuery = ignoredQuery }

    /// The label of a request that has just arrived.
    /// - Parameters:
    ///   - path: as received, without the prefix of a session.
    ///   - query: as received, without the question mark; nil when there is none. The order of its parts matters.
    package mutating func label(method: String, path: String, query: ArraySlice<UInt8>?) -> RequestLabel {
        var request = "\(method) \(path)"
        let kept = (query ?? []).split(separator: UInt8(ascii: "&")).filter { part in
            let name = part.prefix { $0 != UInt8(ascii: "=") }
            return !ignoredQuery.contains(PercentCoding.decodeForm(name))
        }
        if !kept.isEmpty { request += "?" + String(decoding: Array(kept.joined(separator: [UInt8(ascii: "&")])), as: UTF8.self) }
        let occurrence = counts[request, default: 0] + 1
        counts[request] = occurrence
        return RequestLabel(request, occurrence: occurrence)
    }
}
