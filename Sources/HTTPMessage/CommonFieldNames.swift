/// The names of header fields that clients and servers know, for messages about slips in them.
package enum CommonFieldNames {
    /// Those with at least six letters: shorter ones differ too little from other words.
    package static let all = [
        "Accept", "Accept-Encoding", "Accept-Language", "Accept-Ranges", "Access-Control-Allow-Credentials",
        "Access-Control-Allow-Headers", "Access-Control-Allow-Methods", "Access-Control-Allow-Origin", "Access-Control-Expose-Headers",
        "Access-Control-Max-Age", "Access-Control-Request-Headers", "Access-Control-Request-Method", "Authorization", "Cache-Control",
        "Connection", "Content-Disposition", "Content-Encoding", "Content-Language", "Content-Length", "Content-Range", "Content-Type",
        "Cookie", "Cookie2", "Expires", "If-Match", "If-Modified-Since", "If-None-Match", "If-Unmodified-Since", "Last-Modified",
        "Location", "Proxy-Authorization", "Referer", "Retry-After", "Set-Cookie", "Set-Cookie2", "Transfer-Encoding", "User-Agent",
        "WWW-Authenticate", "X-Requested-With",
    ]
    private static let lowercased = Set(all.map { $0.lowercased() })

    /// Whether it is one of them, in whatever case.
    package static func contains(_ name: String) -> Bool { lowercased.contains(name.lowercased()) }
}
