internal import MockEngine

/// Every scenario in its first state, every sequence at its beginning.
enum ResetScenarios: AdminEndpoint {
    static let method = "POST"
    static let path = "/scenarios/reset"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        call.session.resetScenarios()
        return .done
    }
}
