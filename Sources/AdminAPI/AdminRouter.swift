internal import HTTPMessage
internal import JSONDocument

/// Finds the endpoint for a method and a path.
struct AdminRouter: Sendable {
    enum Finding {
        case found(any AdminEndpoint.Type, parameters: [String])
        /// The path is known under other methods.
        case wrongMethod(allowed: [String])
        case unknown
    }

    private struct Route: Sendable {
        let endpoint: any AdminEndpoint.Type
        let segments: [String]

        /// What the variables stand for; nil when the path is another.
        func match(_ path: [Substring]) -> [String]? {
            var parameters: [String] = []
            for (place, segment) in segments.enumerated() {
                if segment == "**" {
                    let rest = path.dropFirst(place).map { PercentCoding.decodePath($0.utf8) }.joined(separator: "/")
                    return rest.isEmpty ? nil : parameters + [rest]
                }
                guard place < path.count else { return nil }
                if segment.hasPrefix("{") {
                    if path[place].isEmpty { return nil }
                    parameters.append(PercentCoding.decodePath(path[place].utf8))
                } else if path[place] != segment {
                    return nil
                }
            }
            return path.count == segments.count ? parameters : nil
        }
    }

    private let routes: [Route]

    /// - Parameter endpoints: of two that fit, the earlier one counts.
    init(_ endpoints: [any AdminEndpoint.Type]) {
        routes = endpoints.map { Route(endpoint: $0, segments: Self.split($0.path).map(String.init)) }
    }

    func find(_ method: String, _ path: String) -> Finding {
        let segments = Self.split(path)
        for route in routes where route.endpoint.method == method {
            if let parameters = route.match(segments) { return .found(route.endpoint, parameters: parameters) }
        }
        let allowed = methods(path)
        return allowed.isEmpty ? .unknown : .wrongMethod(allowed: allowed)
    }

    /// The methods that a path is known under, in order, `HEAD` and `OPTIONS` among them; empty for an unknown path.
    func methods(_ path: String) -> [String] {
        let segments = Self.split(path)
        var methods: [String] = []
        for route in routes where route.match(segments) != nil && !methods.contains(route.endpoint.method) {
            methods.append(route.endpoint.method)
        }
        if methods.isEmpty { return [] }
        return methods + (methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"]
    }

    /// What to say of a path that there is not, with the one that was probably meant.
    func refusal(ofUnknown path: String) -> AdminError {
        let segments = Self.split(path)
        let alike = routes.filter { $0.segments.count == segments.count && !$0.segments.contains { $0.hasPrefix("{") } }
        // Of a path with parameters the beginning tells.
        let beginnings = routes.compactMap(\.segments.first).filter { !$0.isEmpty && !$0.hasPrefix("{") }
        let first = String(segments.first ?? "")
        let nearest =
            Spelling.nearest(to: path, among: alike.map { "/" + $0.segments.joined(separator: "/") })
            ?? (beginnings.contains(first) ? nil : Spelling.nearest(to: first, among: beginnings)).map { "/" + $0 }
        return AdminError(
            status: 404, title: "No such path: \(AdminAPI.prefix)\(path)",
            detail: (nearest.map { "Did you mean \(AdminAPI.prefix)\($0)? " } ?? "") + "\(AdminAPI.prefix)/docs lists all.")
    }

    /// A slash at the end counts for nothing, but for the root.
    private static func split(_ path: String) -> [Substring] {
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
        return (segments.count > 1 && segments.last!.isEmpty ? segments.dropLast() : segments).map(Substring.init)
    }
}
