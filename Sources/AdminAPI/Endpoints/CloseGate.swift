internal import MockEngine

/// Closes a gate: everything waits at it from now on. What it was to let through and has not come yet waits as well.
enum CloseGate: AdminEndpoint {
    static let method = "POST"
    static let path = "/gates/{name}/close"

    static func respond(_ call: AdminCall) throws -> AdminReply { .json(call.session.gates.close(try call.gate()).json) }
}
