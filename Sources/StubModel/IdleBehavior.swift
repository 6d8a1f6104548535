internal import HTTPMessage
package import JSONDocument

/// Faults, holds and rates that do nothing, or that clients cannot see: a test of errors with one of them passes, and tests nothing.
package enum IdleBehavior {
    /// Warns about what a response does to no effect.
    /// - Parameter method: the stub's method. No client sends a body with GET or HEAD.
    static func warn(of response: ResponseDefinition, of method: MethodPattern?, _ report: ProblemReport) {
        let fields = response.fieldsNode
        guard fieldNames.contains(where: { fields.member($0) != nil }) else { return }
        warnOfFaults(of: response, method, report)
        if lacksBody(response, method) {
            for name in ["chunkedDribbleDelay", "bandwidthKilobitsPerSecond"] {
                guard let node = fields.member(name) else { continue }
                report.warn("\"\(name)\" needs a body, and this response has none", at: node, repair: "Give it a body, or leave it out.")
            }
        } else if let length = length(of: response) {
            warn(ofPlacesBehind: length, in: response, report)
        }
    }

    private static let fieldNames = ["fault", "hold", "chunkedDribbleDelay", "bandwidthKilobitsPerSecond"]

    private static func warnOfFaults(of response: ResponseDefinition, _ method: MethodPattern?, _ report: ProblemReport) {
        guard let node = response.fieldsNode.member("fault") else { return }
        let nodes: [JSONNode] = if case .array(let list) = node.content { list } else { [node] }
        if nodes.isEmpty { return report.warn("\"fault\" is an empty list, so nothing happens", at: node, repair: "Leave it out.") }
        // With another number of faults one of them is wrong, which is reported.
        guard nodes.count == response.faults.count else { return }
        let hasUpload = !Optional(MethodPattern.oneOf(["GET", "HEAD"])).covers(method)
        for (index, (fault, node)) in zip(response.faults, nodes).enumerated() {
            if fault.comesTooLate(in: response.faults, at: index) {
                report.warn("another fault always happens before, so this one never does", at: node, repair: "Keep one of them.")
            }
            if fault.moment == .requestBody, !hasUpload {
                report.warn(
                    "\"requestBody\" breaks an upload, and clients send no body with \(method?.words ?? "")",
                    at: node.member("at") ?? node, repair: "Use \"beforeHeaders\".")
            }
            if fault.effect == .truncate, lacksBody(response, method) {
                report.warn(
                    "\"truncate\" needs a body, and this response has none", at: node.member("effect") ?? node,
                    repair: "Give it a body, or write {\"effect\": \"reset\"}.")
            }
            for (name, isZero) in [("count", fault.count == 0), ("probability", fault.probability == 0)] where isZero {
                report.warn("\"\(name)\" is 0, so the fault never happens", at: node.member(name) ?? node)
            }
        }
    }

    /// Warns about faults and a hold after more bytes than the body has. They happen at its end.
    /// - Parameter length: the body's, in bytes.
    package static func warn(ofPlacesBehind length: Int, in response: ResponseDefinition, _ report: ProblemReport) {
        let fields = response.fieldsNode
        let fault = fields.member("fault")
        let faults: [JSONNode] = if case .array(let list)? = fault?.content { list } else { fault.map { [$0] } ?? [] }
        for node in faults + [fields.member("hold")].compactMap(\.self) {
            guard let place = node.member("at")?.member("bodyBytes"), case .number(let number) = place.content, let count = number.int,
                count > length
            else { continue }
            report.warn(
                "the body has \(length) bytes, so this is its end", at: place, repair: "Write a smaller number, or \"at\": \"end\".")
        }
    }

    /// Whether it is known that no body is sent. A length that is written for HEAD stands for a body.
    private static func lacksBody(_ response: ResponseDefinition, _ method: MethodPattern?) -> Bool {
        guard response.proxy == nil, response.modifier == nil, response.s3Error == nil else { return false }
        if FramingFields.sendsLength(of: response, to: method), response.headers.contentLength != nil { return false }
        if response.status == 204 || response.status == 304 { return true }
        return length(of: response) == 0
    }

    /// The length of the body; nil if it is not known, because it comes from elsewhere or may be rendered.
    private static func length(of response: ResponseDefinition) -> Int? {
        guard response.proxy == nil, response.modifier == nil, response.s3Error == nil else { return nil }
        return switch response.body {
        case .none: 0
        case .text(let text): plainLength(text)
        case .json(let value): plainLength(value.text())
        case .bytes(let bytes): bytes.count
        case .file: nil
        }
    }

    /// Nil for what may be a template.
    private static func plainLength(_ text: String) -> Int? { text.contains("{{") ? nil : text.utf8.count }
}

extension FaultDefinition {
    /// Whether one of the others ends every response before.
    /// - Parameter index: its own.
    fileprivate func comesTooLate(in faults: [FaultDefinition], at index: Int) -> Bool {
        guard let place else { return false }
        return faults.enumerated().contains { other in
            guard other.offset != index, let otherPlace = other.element.place, other.element.isCertain else { return false }
            return otherPlace < place || other.element.moment == moment && other.offset < index
        }
    }

    private var isCertain: Bool { (probability ?? 1) >= 1 && count == nil }

    /// The order of the moments, as far as it is the same for every body; nil for one in an upload, which not every request has.
    private var place: Int? {
        switch moment {
        case .requestBody: nil
        case .beforeHeaders: 0
        case .afterHeaders: 1
        case .bodyBytes, .bodyFraction: 2
        case .end: 3
        }
    }
}

extension StubMapping {
    /// Warns about what its responses say to no effect: framing fields, faults, holds and rates.
    /// - Parameter methodOfOperation: the method that S3 has for the name of an operation; nil for a name that it does not have.
    package func warnOfIdleBehavior(_ report: ProblemReport, methodOfOperation: (String) -> String?) {
        let method = request.method(methodOfOperation)
        for response in responses.responses {
            FramingFields.warn(of: response, of: method, report)
            IdleBehavior.warn(of: response, of: method, report)
        }
    }
}
