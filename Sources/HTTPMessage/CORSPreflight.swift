/// A browser's preflight request: may a page of another origin send this request? (Fetch standard, CORS-preflight request)
package enum CORSPreflight {
    /// Whether an OPTIONS request is a preflight request.
    package static func isAsked(by request: Request) -> Bool { request.firstHeaderIndex("Access-Control-Request-Method") != nil }

    /// The fields of the response: every method and every field is allowed, for half an hour.
    package static func fields(for request: Request) -> HeaderFields {
        [
            ("Access-Control-Allow-Methods", "OPTIONS,GET,POST,PUT,PATCH,DELETE"),
            ("Access-Control-Allow-Headers", request.firstHeader("Access-Control-Request-Headers") ?? "*"),
            ("Access-Control-Max-Age", "1800"),
        ]
    }
}
