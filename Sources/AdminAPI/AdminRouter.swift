internal import HTTPMessage
internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Finds the endpoint for a method and a path.
struct AdminRouter: Sendable {
    enum Finding {
        case found(any AdminEndpoint.Type, parameters: [String])
        /// The path exists with other methods.
        /// - Parameter isOurs: whether WireMock does not have it.
        case wrongMethod(allowed: [String], isOurs: Bool)
        case unknown
    }

    private struct Route: Sendable {
        let endpoint: any AdminEndpoint.Type
        let segments: [String]

        /// The values of the path's variables; nil when the path does not match. A slash at the path's end belongs only to a `**`.
        /// - Parameter written: the path's segments, with an empty one after a slash at the end.
        func match(_ written: [Substring]) -> [String]? {
            let path = AdminRouter.trimmed(written)
            var parameters: [String] = []
            for (place, segment) in segments.enumerated() {
                if segment == "**" {
                    let rest = written.dropFirst(place).map { PercentCoding.decodePath($0.utf8) }.joined(separator: "/")
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

    /// - Parameter endpoints: if two match, the earlier one is used.
    init(_ endpoints: [any AdminEndpoint.Type]) {
        routes = endpoints.map { Route(endpoint: $0, segments: Self.split($0.path).map(String.init)) }
    }

    /// As in WireMock, a word in the place of an id is an id that is none where its own endpoint has another method: `GET /requests/count`.
    func find(_ method: String, _ path: String) -> Finding {
        if let (endpoint, parameters) = allMatching(path).first(where: { $0.endpoint.method == method }) {
            return .found(endpoint, parameters: parameters)
        }
        let matching = matching(path)
        if matching.isEmpty { return .unknown }
        return .wrongMethod(allowed: methods(path), isOurs: matching.contains { $0.endpoint.isOurs })
    }

    /// The methods that a path has, in order, including `HEAD` and `OPTIONS`; empty for an unknown path.
    func methods(_ path: String) -> [String] {
        var methods: [String] = []
        for (endpoint, _) in matching(path) where !methods.contains(endpoint.method) { methods.append(endpoint.method) }
        if methods.isEmpty { return [] }
        return methods + (methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"]
    }

    /// The path with this method that is probably meant by one whose last word is in the place of an id; nil if unknown.
    func nearest(_ method: String, _ path: String) -> String? {
        let segments = Self.split(path)
        guard let last = segments.last, UniqueID(last) == nil else { return nil }
        let beginning = segments.dropLast().map(String.init)
        let beside = routes.filter { $0.endpoint.method == method && Array($0.segments.dropLast()) == beginning }
        let words = beside.compactMap(\.segments.last).filter { !$0.hasPrefix("{") }
        return Spelling.nearest(to: String(last), among: words).map { "/" + (beginning + [$0]).joined(separator: "/") }
    }

    /// The endpoints of a path, whatever their methods. `/requests/count` is not the request of the id "count".
    private func matching(_ path: String) -> [(endpoint: any AdminEndpoint.Type, parameters: [String])] {
        let all = allMatching(path)
        let literal = all.filter { $0.parameters.isEmpty }
        return literal.isEmpty ? all : literal
    }

    private func allMatching(_ path: String) -> [(endpoint: any AdminEndpoint.Type, parameters: [String])] {
        let segments = Self.written(path)
        return routes.compactMap { route in route.match(segments).map { (endpoint: route.endpoint, parameters: $0) } }
    }

    /// The 404 for an unknown path, with the nearest known one.
    func refusal(ofUnknown path: String) -> AdminError {
        let segments = Self.split(path)
        if segments.count > 2, segments[0] == "sessions" {
            let base = "\(SessionCarrier.pathPrefix)\(segments[1])\(AdminAPI.prefix)"
            return AdminError(
                status: 404, title: "No such path: \(AdminAPI.prefix)\(path)",
                detail: "The admin API of that session is at \(base): \(base)/\(segments.dropFirst(2).joined(separator: "/")).")
        }
        let alike = routes.filter { $0.segments.count == segments.count && !$0.segments.contains { $0.hasPrefix("{") } }
        // For a path with parameters, its beginning is compared.
        let beginnings = routes.compactMap(\.segments.first).filter { !$0.isEmpty && !$0.hasPrefix("{") }
        let first = String(segments.first ?? "")
        let single = "/" + segments.filter { !$0.isEmpty }.joined(separator: "/")
        let nearest =
            (single != path && !matching(single).isEmpty ? single : nil) ?? Self.otherPath(segments)
            ?? Spelling.nearest(to: path, among: alike.map { "/" + $0.segments.joined(separator: "/") })
            ?? (beginnings.contains(first) ? nil : Spelling.nearest(to: first, among: beginnings)).map { "/" + $0 }
            ?? (segments.count == 1 ? self.path(endingWith: first) : nil)
        return AdminError(
            status: 404, title: "No such path: \(AdminAPI.prefix)\(path)",
            detail: (nearest.map { "Did you mean \(AdminAPI.prefix)\($0)? " } ?? "") + "\(AdminAPI.prefix)/docs lists all.")
    }

    /// A path that ends with a word; nil for none.
    private func path(endingWith word: String) -> String? {
        let route = routes.first { $0.segments.last == word && !$0.segments.contains { $0.hasPrefix("{") } }
        return route.map { "/" + $0.segments.joined(separator: "/") }
    }

    /// What is meant by a path with a value, whose nearest spelling would be that of another; nil if unknown.
    private static func otherPath(_ segments: [Substring]) -> String? {
        if segments.count == 2, segments[0] == "scenarios", Spelling.nearest(to: String(segments[1]), among: ["reset"]) == nil {
            return "/scenarios/\(segments[1])/state"
        }
        if segments.count == 3, segments[0] == "scenarios", segments[2] != "state" { return "/scenarios/\(segments[1])/state" }
        if segments.count > 1, segments[0] == "gates" {
            let isClosing = segments.count > 2 && ["close", "hold", "lock"].contains { segments[2].hasPrefix($0) }
            let isWaiting = segments.count > 2 && segments[2].hasPrefix("wait")
            return "/gates/\(segments[1].isEmpty ? "NAME" : segments[1])/\(isClosing ? "close" : isWaiting ? "wait" : "release")"
        }
        return nil
    }

    /// Ignores a slash at the end, except for the root.
    private static func split(_ path: String) -> [Substring] {
        trimmed(written(path))
    }

    private static func trimmed(_ segments: [Substring]) -> [Substring] {
        segments.count > 1 && segments.last == "" ? segments.dropLast() : segments
    }

    private static func written(_ path: String) -> [Substring] {
        path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().map(Substring.init)
    }
}
