internal import HTTPMessage
internal import JSONDocument
internal import StubModel

/// Warnings about webhooks with `"s3Event": true` that are never sent, because S3 never responds to their requests.
enum EventWarnings {
    /// - Parameter listener: of the mapping's requests.
    static func warn(of mapping: StubMapping, on listener: ListenerPattern, _ report: ProblemReport) {
        let isModifier = mapping.responses.responses.contains { $0.modifier != nil }
        if isModifier, listener.includes(.s3) { return }
        for webhook in mapping.serveEventListeners where webhook.name == CompiledWebhook.name {
            guard let flag = webhook.parameters?.member("s3Event"), flag.value == .bool(true) else { continue }
            if isModifier {
                report.warn(
                    "\"s3Event\" is never sent: the stub is for the HTTP listener", at: flag,
                    repair: "Write a request with \"s3\", such as {\"s3\": {\"operation\": \"PutObject\"}}.")
            } else {
                report.warn(
                    "\"s3Event\" is never sent: the stub responds, so S3 creates and removes nothing", at: flag,
                    repair: "Let S3 respond: \"response\": {\"modify\": {}}.")
            }
        }
    }
}
