internal import MockEngine

/// Closes a gate: responses that arrive from now on wait at it. Releases that are not used yet are withdrawn.
enum CloseGate: AdminEndpoint {
    static let method = "POST"
    static let path = "/gates/{name}/close"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply { .json(call.session.gates.close(try call.gate()).json) }
}
