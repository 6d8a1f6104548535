internal import HTTPMessage

/// Allows pages of any origin to call this server and read responses (Fetch standard, CORS protocol), as WireMock does.
enum CrossOrigin {
    static func fields(for response: Response, to request: Request) -> HeaderFields {
        guard let origin = request.firstHeader("Origin"), !response.headers.contains("Access-Control-Allow-Origin") else { return [] }
        return fields(origin)
    }

    /// The response to a CORS preflight request; nil for any other request.
    static func preflight(_ request: Request) -> Response? {
        guard request.methodBytes.elementsEqual("OPTIONS".utf8), let origin = request.firstHeader("Origin"),
            CORSPreflight.isAsked(by: request)
        else { return nil }
        var headers = fields(origin)
        headers.append(contentsOf: CORSPreflight.fields(for: request))
        return Response(status: 200, headers: headers)
    }

    private static func fields(_ origin: String) -> HeaderFields {
        [("Access-Control-Allow-Origin", origin), ("Access-Control-Allow-Credentials", "true"), ("Vary", "Origin")]
    }
}
