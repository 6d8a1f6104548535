internal import RegularExpression

/// Where the route table keeps a stub.
enum RouteAddress: Sendable {
    /// Under the hash of the whole target or the whole path.
    case exact(RouteKey)
    /// Under the hash of what every matching URL begins with.
    case prefix(length: Int, RouteKey)
    /// Under the hash of a path template's literal segments.
    case shape(TemplateShape, RouteKey)
    /// Nothing is known about its URLs: it is tried for every request.
    case anywhere

    init(_ matcher: URLMatcher) {
        switch matcher {
        case .any: self = .anywhere
        case .target(let target): self = .exact(RouteHash.key(of: target, .target))
        case .path(let path): self = .exact(RouteHash.key(of: path, .path))
        case .targetExpression(let expression):
            let literals = expression.expression.literals
            self = literals.isWhole ? .exact(RouteHash.key(of: literals.prefix, .target)) : Self.beginning(literals.prefix)
        case .pathExpression(let expression):
            let literals = expression.expression.literals
            self = literals.isWhole ? .exact(RouteHash.key(of: literals.prefix, .path)) : Self.beginning(literals.prefix)
        case .unicodeTarget(let url), .unicodePath(let url): self = Self.beginning(url.prefix)
        case .template(let template):
            if let shape = TemplateShape(template) {
                self = .shape(shape, shape.key(template))
            } else {
                self = Self.beginning(template.literalPrefix)
            }
        }
    }

    /// Nil if it has none.
    var key: RouteKey? {
        switch self {
        case .exact(let key), .prefix(_, let key), .shape(_, let key): key
        case .anywhere: nil
        }
    }

    private static func beginning(_ prefix: [UInt8]) -> RouteAddress {
        prefix.isEmpty ? .anywhere : .prefix(length: prefix.count, RouteHash.key(of: prefix, .prefix, UInt64(prefix.count)))
    }
}
