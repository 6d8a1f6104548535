internal import HTTPMessage

/// What the settings do to the answers of stubs on their way out: compress them, let other origins read them.
struct Treatment: Sendable {
    private let compresses: Bool
    private let allowsOrigins: Bool

    init(_ configuration: Configuration) {
        compresses = configuration.gzip
        allowsOrigins = configuration.stubCORS
    }

    func apply(to plan: inout WirePlan, for request: Request) {
        if compresses { plan.response = ContentCoding.encoded(plan.response, for: request) }
        if allowsOrigins, let origin = request.firstHeader("Origin") { plan.response = Self.readable(plan.response, from: origin) }
    }

    /// The answer to a browser that asks whether its page may call (Fetch standard, CORS-preflight), as WireMock gives it.
    func preflight(_ request: Request) -> Response? {
        guard allowsOrigins, request.methodBytes.elementsEqual("OPTIONS".utf8), let origin = request.firstHeader("Origin"),
            request.firstHeaderIndex("Access-Control-Request-Method") != nil
        else { return nil }
        var headers = Self.fields(origin)
        headers.append(name: "Access-Control-Allow-Methods", value: "OPTIONS,GET,POST,PUT,PATCH,DELETE")
        headers.append(name: "Access-Control-Allow-Headers", value: request.firstHeader("Access-Control-Request-Headers") ?? "*")
        headers.append(name: "Access-Control-Max-Age", value: "1800")
        return Response(status: 200, headers: headers)
    }

    private static func readable(_ response: Response, from origin: String) -> Response {
        // A stub that speaks for itself is left alone.
        guard !response.headers.contains("Access-Control-Allow-Origin") else { return response }
        var headers = response.headers
        for field in fields(origin) { headers.append(name: field.name, value: field.value) }
        return Response(
            status: response.status, reason: response.reason, headers: headers, body: response.body, framing: response.framing)
    }

    private static func fields(_ origin: String) -> HeaderFields {
        [("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Credentials", "true"), ("Vary", "Origin")]
    }
}
