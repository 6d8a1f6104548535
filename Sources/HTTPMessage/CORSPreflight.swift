/// The question of a browser whether a page may call (Fetch standard, CORS-preflight request).
package enum CORSPreflight {
    /// Whether an OPTIONS request is such a question.
    package static func isAsked(by request: Request) -> Bool { request.firstHeaderIndex("Access-Control-Request-Method") != nil }

    /// The fields that answer it: every method and every field, for half an hour.
    package static func fields(for request: Request) -> HeaderFields {
        [
            ("Access-Control-Allow-Methods", "OPTIONS,GET,POST,PUT,PATCH,DELETE"),
            ("Access-Control-Allow-Headers", request.firstHeader("Access-Control-Request-Headers") ?? "*"),
            ("Access-Control-Max-Age", "1800"),
        ]
    }
}
