internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Releases `count` responses, the oldest first, including those that arrive later. Without a count the gate opens. The reply is sent when
/// the wire has taken the released responses.
enum ReleaseGate: AdminEndpoint {
    static let method = "POST"
    static let path = "/gates/{name}/release"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let count = try call.readFields { $0.wholeNumber("count", in: 1...Gates.mostReleases) }
        return call.whenWireGoesOn(.json(call.session.gates.release(try call.gate(), count: count).json))
    }
}
