internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Lets `count` responses go on, the oldest first, those that come later included; without a count the gate stays open. Those that go on
/// are with the wire when it answers.
enum ReleaseGate: AdminEndpoint {
    static let method = "POST"
    static let path = "/gates/{name}/release"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let count = try call.readFields { $0.wholeNumber("count", in: 1...Gates.mostReleases) }
        return call.whenWireGoesOn(.json(call.session.gates.release(try call.gate(), count: count).json))
    }
}
