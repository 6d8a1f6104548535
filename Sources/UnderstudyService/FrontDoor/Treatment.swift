internal import HTTPMessage

/// What the settings do to answers on their way out: compress those of stubs, let other origins read all of them.
struct Treatment: Sendable {
    private let compresses: Bool
    private let allowsOrigins: Bool

    init(_ configuration: Configuration) {
        compresses = configuration.gzip
        allowsOrigins = configuration.stubCORS
    }

    /// For the answer of a stub.
    func apply(to plan: inout WirePlan, for request: Request) {
        if compresses { plan.response = ContentCoding.encoded(plan.response, for: request) }
        open(&plan, to: request)
    }

    /// Lets the page that asks read the answer, unless the answer speaks for itself.
    func open(_ plan: inout WirePlan, to request: Request) {
        guard allowsOrigins, let origin = request.firstHeader("Origin"), !plan.response.headers.contains("Access-Control-Allow-Origin")
        else { return }
        plan.ownFields.append(contentsOf: Self.fields(origin))
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

    private static func fields(_ origin: String) -> HeaderFields {
        [("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Credentials", "true"), ("Vary", "Origin")]
    }
}
