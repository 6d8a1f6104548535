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
        let range = 1...Gates.mostReleases
        let given = try call.queryNumbers([("count", range)])
        let count = try call.readFields { $0.exactNumber("count", in: range) } ?? given["count"]
        return call.whenWireGoesOn(.json(call.session.gates.release(try call.gate(), count: count).json))
    }
}
