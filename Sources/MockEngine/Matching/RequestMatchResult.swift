/// How close a request is to a pattern, field by field. Made on demand, for near misses and diffs.
package struct RequestMatchResult: Sendable {
    /// The parts of a request that a pattern can constrain.
    package enum Part: String, Sendable, CaseIterable {
        case scheme, host, port
        case clientIP = "clientIp"
        /// A value of an `"s3"` pattern.
        case s3
        case url, method, pathParameter, header, queryParameter, formParameter, cookie, body, multipart

        /// WireMock's weight of the part in the total distance.
        package var weight: Double {
            switch self {
            case .host, .port, .url, .s3: 10
            case .scheme, .clientIP, .method: 3
            default: 1
            }
        }
    }

    /// A part of a multipart body, compared with a pattern for parts.
    package struct ComparedPart: Sendable {
        /// The part's name; nil if it has none.
        package var name: String?
        /// What the pattern expects, met or not: header fields and bodies.
        package var fields: [Field]
        /// Whether all of it is met.
        package var isMatch: Bool
    }

    /// One expectation of the pattern, and what the request has.
    package struct Field: Sendable {
        /// The part of the request that is compared.
        package var part: Part
        /// The name of a header field, parameter or cookie; nil for other parts.
        package var name: String?
        /// The matcher's key: `equalTo`, `urlPathPattern`.
        package var matcher: String
        /// What the pattern expects, as a diff shows it.
        package var expected: String
        /// What the request has, several values in one line each; nil if it has none.
        package var actual: String?
        /// 0 for a match, at most 1.
        package var distance: Double
        /// For an unmet multipart pattern: each part of the request, compared with it.
        package var parts: [ComparedPart] = []
        /// Whether a URL that covers path and query matches the path, but not the query.
        var differsInQuery = false
        /// False if the body is too long to compare: `actual` is its beginning, and the distance is 1.
        var isCompared = true

        /// Whether the expectation is met.
        package var isMatch: Bool { distance == 0 }
    }

    /// The pattern's expectations only, in WireMock's order of rows: method, URL, header fields, query, cookies, body.
    package let fields: [Field]

    /// Whether all expectations are met.
    package var isMatch: Bool { fields.allSatisfy(\.isMatch) }

    /// From 0 to 1, as WireMock counts it: the weighted mean of the parts' mean distances; a part without expectations counts as met. If
    /// URL or method differ, header fields and everything after them are not compared. Unlike there, a URL that differs in its query only
    /// is nearly met, so that it is nearer than a URL with another path.
    package var distance: Double {
        let head = distance(over: Part.allCases.filter(\.isOfHead))
        return head > 0 ? head : distance(over: Part.allCases)
    }

    private func distance(over parts: [Part]) -> Double {
        var sum = 0.0
        var weights = 0.0
        for part in parts {
            let own = fields.filter { $0.part == part }
            // WireMock has no such part, so it counts only where there is one.
            if part == .s3, own.isEmpty { continue }
            weights += part.weight
            if !own.isEmpty { sum += part.weight * own.reduce(0) { $0 + $1.distance } / Double(own.count) }
        }
        return sum / weights
    }
}

extension RequestMatchResult.Part {
    /// Whether it is decided before anything else is examined.
    fileprivate var isOfHead: Bool {
        switch self {
        case .scheme, .host, .port, .clientIP, .s3, .url, .method: true
        case .pathParameter, .header, .queryParameter, .formParameter, .cookie, .body, .multipart: false
        }
    }
}
