internal import HTTPMessage
internal import JSONDocument
internal import MockEngine

/// A request in the journal's JSON form: the body of `POST /near-misses/request`. As in WireMock, other fields are ignored, unless one is
/// probably a misspelled name.
struct GivenRequest {
    let request: Request
    /// The same for display, as it was given.
    let shown: LoggedRequest

    /// The fields that make the request.
    private static let known = [
        "url", "absoluteUrl", "method", "headers", "cookies", "body", "bodyAsBase64", "scheme", "clientIp",
    ]
    /// What else WireMock and this server show of a request: it follows from the other fields, or has no effect.
    private static let others = [
        "id", "browserProxyRequest", "loggedDate", "loggedDateString", "protocol", "host", "port", "queryParams", "queryParameters",
        "formParams", "formParameters", "pathParameters", "multiparts", "parts", "bodyAsString", "bodyIsCut", "bodyLength", "bodySha256",
        "s3",
    ]

    /// Fields of stubs and of other programs that stand for one of the known ones.
    private static let aliases = [
        "path": "url", "urlPath": "url", "urlPattern": "url", "urlPathPattern": "url", "urlPathTemplate": "url", "uri": "url",
        "target": "url", "bodyPatterns": "body", "base64Body": "bodyAsBase64",
    ]

    /// How many unknown fields are compared with the known ones, which takes time.
    private static let mostUnknown = 100

    /// Nil when the node is not an object; any other mistake is in the report.
    init?(_ node: JSONNode, _ report: ProblemReport) {
        guard var fields = FieldReader(node, report) else { return nil }
        let absolute = fields.string("absoluteUrl")
        let address = absolute.map(Self.split)
        var headers = HeaderFields()
        if let authority = address?.authority { headers.append(name: "Host", value: authority) }
        for member in fields.members("headers") ?? [] {
            if ASCII.equalsIgnoringCase(member.name, "Host") { headers.remove("Host") }
            for value in Self.texts(member.value) { headers.append(name: member.name, value: value) }
        }
        let cookies = (fields.members("cookies") ?? []).flatMap { member in
            Self.texts(member.value).map { "\(member.name)=\($0)" }
        }
        if !cookies.isEmpty && !headers.contains("Cookie") { headers.append(name: "Cookie", value: cookies.joined(separator: "; ")) }
        var body = Array((fields.string("body") ?? "").utf8)
        if let encoded = fields.string("bodyAsBase64") {
            if let bytes = Base64.decode(encoded.utf8) {
                body = bytes
            } else {
                report.add("\"bodyAsBase64\" is not valid Base64", at: fields.place(of: "bodyAsBase64"))
            }
        }
        request = Request(
            method: fields.string("method") ?? "GET", target: fields.string("url") ?? address?.target ?? "/", headers: headers, body: body,
            arrival: Arrival(
                listener: fields.take("s3") == nil ? .http : .s3, scheme: fields.string("scheme") ?? address?.scheme ?? "http",
                clientAddress: fields.string("clientIp") ?? ""))
        let members = node.value.object ?? [:]
        shown = LoggedRequest(request, given: members)
        Self.reportMistakes(node, report)
    }

    /// Reports an entry of the journal in place of its request, and names that are probably misspelled.
    private static func reportMistakes(_ node: JSONNode, _ report: ProblemReport) {
        guard case .object(let members) = node.content else { return }
        let unknown = members.lazy.filter { !known.contains($0.name) && !others.contains($0.name) }
        for member in unknown.prefix(mostUnknown) {
            let meant = aliases[member.name] ?? Spelling.nearest(to: member.name, among: known)
            let repair = member.name == "request" ? "Post the value of \"request\" alone." : meant.map { "Did you mean \"\($0)\"?" }
            guard let repair else { continue }
            report.add("unknown field \"\(member.name.prefix(256))\"", atOffset: member.nameOffset, repair: repair)
        }
    }

    private static func texts(_ node: JSONNode) -> [String] {
        switch node.content {
        case .string(let text): [text]
        case .array(let nodes): nodes.compactMap(\.value.string)
        default: []
        }
    }

    private static func split(_ url: String) -> (scheme: String?, authority: String?, target: String) {
        guard let mark = url.firstRange(of: "://") else { return (nil, nil, url) }
        let rest = url[mark.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
        let target = String(rest[end...])
        return (String(url[..<mark.lowerBound]), String(rest[..<end]), target.hasPrefix("/") ? target : "/" + target)
    }
}
