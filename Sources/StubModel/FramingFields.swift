internal import HTTPMessage
package import JSONDocument

/// Header fields that frame the body. The server writes them itself; for wrong ones there are faults.
package enum FramingFields {
    /// Warns about framing fields that are not sent as written.
    /// - Parameter method: the stub's method. The written length is sent with a response without a body: to HEAD, and with a 304.
    static func warn(of response: ResponseDefinition, of method: MethodPattern?, _ report: ProblemReport) {
        warnOfBody(in: response, report)
        guard let fields = response.fieldsNode.member("headers"), case .object(let members) = fields.content else { return }
        for member in members {
            if member.name.lowercased() == "content-encoding" {
                warnOfCoding(member.value, response, report)
            } else if member.name.lowercased() == "transfer-encoding" {
                report.warn(
                    "the server writes the transfer coding itself, and this one is not sent", at: member.value,
                    repair:
                        "Remove it. For chunks use \"chunkedDribbleDelay\", for a body that breaks off \"fault\": {\"effect\": \"truncate\"}."
                )
            } else if member.name.lowercased() == "content-length", response.proxy == nil {
                warnOfLength(member.value, response, method, report)
            }
        }
    }

    /// What the server writes itself in its requests, as WireMock does. Another length, coding or persistence would break the request.
    private static let ownNamesInRequests: Set = ["connection", "content-length", "transfer-encoding"]

    /// Whether a request to another server goes without a field that a stub has for it. Warns about such a field.
    package static func isLeftOut(ofRequests field: JSONMember, _ report: ProblemReport) -> Bool {
        guard ownNamesInRequests.contains(FieldText.trimmingBlanks(field.name[...]).lowercased()) else { return false }
        report.warn(
            "the server writes \"\(field.name)\" of its requests itself, and this one is not sent", at: field.value, repair: "Remove it.")
        return true
    }

    private static func warnOfLength(
        _ written: JSONNode, _ response: ResponseDefinition, _ method: MethodPattern?, _ report: ProblemReport
    ) {
        if sendsLength(of: response, to: method) {
            let fields = response.modifier?.headers ?? response.headers
            guard fields.contentLength.map(String.init) != written.scalarText, !response.asksForTemplating else { return }
            return report.warn(
                "a length is one number of bytes, and this one is not sent as it is", at: written,
                repair: "Write a number, such as \"5\".")
        }
        // The length of a file is known to the loader only.
        if case .file = response.body { return }
        if let length = length(of: response), written.scalarText == String(length) { return }
        report.warn(
            "the server writes the length itself, and this one \(fate(ofLengthIn: response, to: method))", at: written,
            repair: "Remove it. For a body shorter than its length use \"fault\": {\"effect\": \"truncate\"}.")
    }

    /// Whether the written length is sent, because no response of the stub has a body.
    package static func sendsLength(of response: ResponseDefinition, to method: MethodPattern?) -> Bool {
        method?.isHeadOnly == true || (response.modifier?.status ?? response.status) == 304
    }

    /// What becomes of another written length, as the end of a sentence.
    package static func fate(ofLengthIn response: ResponseDefinition, to method: MethodPattern?) -> String {
        let mayBe304 = response.modifier != nil && response.modifier?.status == nil
        return switch (method.covers(.one("HEAD")), mayBe304) {
        case (true, true): "is sent to HEAD and with a 304 alone"
        case (true, false): "is sent to HEAD alone"
        case (false, true): "is sent with a 304 alone"
        case (false, false): "is not sent"
        }
    }

    /// Warns about a body that a status does not have (RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5).
    private static func warnOfBody(in response: ResponseDefinition, _ report: ProblemReport) {
        guard [204, 205, 304].contains(response.status), response.proxy == nil else { return }
        let effect = response.status == 205 ? "clients may ignore this one" : "this one is not sent"
        for name in ["body", "jsonBody", "base64Body", "bodyFileName"] {
            guard let node = response.node.member(name), node.scalarText != "" else { continue }
            return report.warn(
                "a response with the status \(response.status) has no body, so \(effect)", at: node,
                repair: "Take it away, or choose another status.")
        }
    }

    /// Warns about a coding that the body does not have. The bytes of a file are not known here.
    private static func warnOfCoding(_ coding: JSONNode, _ response: ResponseDefinition, _ report: ProblemReport) {
        guard let name = coding.scalarText?.lowercased(), name == "gzip" || name == "x-gzip" else { return }
        let isCoded =
            switch response.body {
            case .none, .file: true
            case .text, .json: false
            case .bytes(let bytes): bytes.starts(with: [0x1F, 0x8B])
            }
        if !isCoded {
            report.warn(
                "the body is not in the coding \"\(name)\", so clients cannot read it", at: coding,
                repair: "Take the field away: the server compresses for clients that accept it.")
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
