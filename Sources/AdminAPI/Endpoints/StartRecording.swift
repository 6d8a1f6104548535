internal import HTTPMessage
internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Starts to record proxied exchanges, as the specification in the body says.
enum StartRecording: AdminEndpoint {
    static let method = "POST"
    static let path = "/recordings/start"

    static func respond(_ call: AdminCall) throws -> AdminReply {
        try call.requireOwnSession(for: "Recording")
        let recorder = try call.recorder()
        let namesTarget: Bool
        do {
            namesTarget = try call.readOrDefaults { node, report in
                try recorder.start(node, report)
                return node.member("targetBaseUrl") != nil
            }
        } catch let refusal as UpstreamError {
            throw AdminError(
                status: 422, code: 10, title: "The target may not be called", detail: "\(refusal)", pointer: "/targetBaseUrl")
        }
        let hasProxies = call.session.stubs.contains { $0.mapping.responses.responses.contains { $0.proxy != nil } }
        if !namesTarget, !hasProxies {
            call.warn(
                "there is no \"targetBaseUrl\", and no stub proxies, so nothing is recorded",
                repair: "Send {\"targetBaseUrl\": \"http://…\"}, or add stubs with \"proxyBaseUrl\".")
        }
        return .done
    }
}
