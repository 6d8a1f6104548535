internal import HTTPMessage
internal import JSONDocument

/// Header fields of a response that frame its body. The server writes them itself; a fault breaks them.
enum FramingFields {
    /// Warns of fields that are not sent as they are written.
    /// - Parameter method: that the stub asks for; for HEAD alone the written length is sent.
    static func warn(of response: ResponseDefinition, of method: String?, _ report: ProblemReport) {
        guard let fields = response.node.member("headers"), case .object(let members) = fields.content else { return }
        for member in members {
            if member.name.lowercased() == "transfer-encoding" {
                report.warn(
                    "the transfer coding is the server's to write, and this one is not sent", at: member.value,
                    repair:
                        "Take it away. For chunks use \"chunkedDribbleDelay\", for a body that breaks off \"fault\": {\"effect\": \"truncate\"}."
                )
            } else if member.name.lowercased() == "content-length", method != "HEAD", response.proxy == nil {
                // Of a file the loader knows it.
                if case .file = response.body { continue }
                if let length = length(of: response), member.value.scalarText == String(length) { continue }
                report.warn(
                    "the length is the server's to write, and this one is not sent", at: member.value,
                    repair: "Take it away. For a body shorter than its length use \"fault\": {\"effect\": \"truncate\"}.")
            }
        }
    }

    /// Of the body, where it is known before there is a request.
    private static func length(of response: ResponseDefinition) -> Int? {
        switch response.body {
        case .none: 0
        case .text(let text): response.asksForTemplating ? nil : text.utf8.count
        case .json(let value): response.asksForTemplating ? nil : value.text().utf8.count
        case .bytes(let bytes): bytes.count
        case .file: nil
        }
    }
}
