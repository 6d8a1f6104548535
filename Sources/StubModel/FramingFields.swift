internal import HTTPMessage
internal import JSONDocument

/// Header fields that frame the body. The server writes them itself; for wrong ones there are faults.
enum FramingFields {
    /// Warns about framing fields that are not sent as written.
    /// - Parameter method: the stub's method. Only for HEAD the written length is sent.
    static func warn(of response: ResponseDefinition, of method: String?, _ report: ProblemReport) {
        guard let fields = response.node.member("headers"), case .object(let members) = fields.content else { return }
        for member in members {
            if member.name.lowercased() == "transfer-encoding" {
                report.warn(
                    "the server writes the transfer coding itself, and this one is not sent", at: member.value,
                    repair:
                        "Remove it. For chunks use \"chunkedDribbleDelay\", for a body that breaks off \"fault\": {\"effect\": \"truncate\"}."
                )
            } else if member.name.lowercased() == "content-length", method != "HEAD", response.proxy == nil {
                // The length of a file is known to the loader only.
                if case .file = response.body { continue }
                if let length = length(of: response), member.value.scalarText == String(length) { continue }
                report.warn(
                    "the server writes the length itself, and this one is not sent", at: member.value,
                    repair: "Remove it. For a body shorter than its length use \"fault\": {\"effect\": \"truncate\"}.")
            }
        }
    }

    /// The length of the body if it is known in advance.
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
