internal import HTTPMessage

/// A request and its response for `--log-level debug`: heads and the beginnings of bodies, one line each. Leaves out secrets: the values of
/// `SecretFields`, also in the queries and fragments of URLs and in forms; and the bodies of responses that repeat what requests have.
enum ExchangeDump {
    private static let longestBody = 2_000
    private static let longestField = 500

    /// Lines that begin with `>` for the request and `<` for the response.
    /// - Parameters:
    ///   - plan: nil when no response was made.
    ///   - body: the response's body before compression.
    ///   - repeatsRequests: whether the response's body has fields of requests: that of the admin API, and the page of a miss.
    static func lines(_ request: Request, _ plan: WirePlan?, body source: BodySource?, repeatsRequests: Bool = false) -> [String] {
        let version = request.version == .http11 ? "HTTP/1.1" : "HTTP/1.0"
        var lines = ["> \(LogText.shortened(request.method, to: 20)) \(target(request.target)) \(version)"]
        lines += request.headers.map { "> \(field($0))" }
        switch request.body {
        case .empty: break
        case .bytes(let bytes): if !bytes.isEmpty { lines.append("> \(body(bytes))") }
        case .spooled(let file): lines.append("> (\(file.count) bytes in a file)")
        }
        guard let plan else { return lines + ["< no response"] }
        let response = plan.response
        lines.append("< \(response.status)\(response.reason.map { " " + LogText.shortened($0, to: 100) } ?? "")")
        lines += plan.ownFields.map { "< \(field($0))" } + response.headers.map { "< \(field($0))" }
        let source = source ?? response.body
        switch source {
        case .bytes(let bytes) where !bytes.isEmpty && !repeatsRequests:
            lines.append("< \(body(bytes))")
        default: if let length = source.length, length > 0 { lines.append("< (\(length) bytes)") }
        }
        return lines
    }

    private static func field(_ field: HeaderFields.Field) -> String {
        let isSecret = SecretFields.contains(field.name)
        return "\(LogText.shortened(field.name, to: 100)): \(isSecret ? "[redacted]" : LogText.sentence(field.value, to: longestField))"
    }

    private static func target(_ target: String) -> String {
        LogText.shortened(LogText.withoutSecrets(target), to: AccessLogLine.longestTarget)
    }

    /// The beginning as text; only the length when it is not text.
    private static func body(_ bytes: [UInt8]) -> String {
        var beginning = bytes.prefix(longestBody)
        if beginning.count < bytes.count {
            // The last character may be cut in two.
            while let last = beginning.last, last & 0xC0 == 0x80, beginning.count > longestBody - 3 { beginning.removeLast() }
            if let last = beginning.last, last >= 0xC0 { beginning.removeLast() }
        }
        guard let text = String(validating: beginning, as: UTF8.self), !text.unicodeScalars.contains("\0") else {
            return "(\(bytes.count) bytes)"
        }
        return LogText.escaped(LogText.withoutSecrets(inText: text, isBody: true))
            + (beginning.count < bytes.count ? "… (\(bytes.count) bytes)" : "")
    }
}
