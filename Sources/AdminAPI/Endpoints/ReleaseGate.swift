internal import HTTPMessage
internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Releases `count` responses, the oldest first, including those that arrive later. Without a count the gate opens. The reply is sent when
/// the wire has taken the released responses. `count` may also be in the query; the body's count takes precedence.
enum ReleaseGate: AdminEndpoint {
    static let method = "POST"
    static let path = "/gates/{name}/release"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let count = try call.readFields { $0.exactNumber("count", in: range) } ?? givenInQuery(call)
        return call.whenWireGoesOn(.json(call.session.gates.release(try call.gate(), count: count).json))
    }

    private static let range = 1...Gates.mostReleases

    /// - Throws: 422 for another parameter: without its count, a misspelt call would open the gate.
    private static func givenInQuery(_ call: AdminCall) throws -> Int? {
        if let other = call.request.queryItems.first(where: { $0.name != "count" }) {
            throw AdminError(
                status: 422, code: 10, title: "unknown parameter \"\(other.name)\"", detail: "The only one is \"count\".",
                pointer: other.name)
        }
        guard let text = call.query("count") else { return nil }
        if let count = Int(text), range.contains(count) { return count }
        throw AdminError(
            status: 422, code: 10, title: "\"count\" must be a whole number in 1…\(Gates.mostReleases)",
            detail: "\"\(text)\" is not such a number.", pointer: "count")
    }
}
