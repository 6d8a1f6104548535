package import HTTPMessage
package import JSONDocument

extension LoggedRequest {
    /// A request that was posted for a comparison. As in WireMock, it is shown as it was given, with what follows from its fields.
    /// - Parameters:
    ///   - request: what it is read as.
    ///   - given: its fields.
    package init(_ request: Request, given: JSONObject) {
        self.init(request, loggedAt: Self.time(in: given) ?? Timestamp(milliseconds: 0))
        self.given = JSONObject(given.filter { !$0.value.isNull }.map { ($0.name, $0.value) })
    }

    /// The time of arrival that is given; nil if none is, or one that no journal can have.
    private static func time(in given: JSONObject) -> Timestamp? {
        guard let milliseconds = given["loggedDate"]?.int, milliseconds.magnitude <= UInt(Int64.max / 1_000_000) else { return nil }
        return Timestamp(milliseconds: Int64(milliseconds))
    }

    /// What only a request that arrived has, unless it is given.
    private static let ownOfArrived = ["absoluteUrl", "method", "clientIp", "headers", "cookies", "loggedDate", "protocol"]

    /// Replaces what was read from the given fields by these, and removes what does not follow from them.
    static func show(_ given: JSONObject, in object: inout JSONObject) {
        for name in ownOfArrived { object[name] = given[name] }
        if time(in: given) == nil { object["loggedDateString"] = given["loggedDateString"] }
        if given["absoluteUrl"] == nil {
            for name in ["scheme", "host"] { object[name] = given[name] }
            object["port"] = given["port"] ?? -1
        }
        if given["body"] == nil, given["bodyAsBase64"] == nil {
            for name in ["body", "bodyAsBase64"] { object[name] = nil }
        }
        for name in ["browserProxyRequest", "queryParams", "formParams"] { object[name] = given[name] ?? object[name] }
    }
}
