internal import MockEngine

/// Puts every scenario into its first state, and every sequence to its beginning.
enum ResetScenarios: AdminEndpoint {
    static let method = "POST"
    static let path = "/scenarios/reset"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        call.session.resetScenarios()
        return .done
    }
}
