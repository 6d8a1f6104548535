/// The routes under one key, in the order of matching. Nearly always there is one; then it needs no storage of its own.
enum RouteBucket: Sendable {
    case none
    case one(Route)
    case several([Route])

    /// - Parameter routes: in the order of matching.
    @inline(__always)
    init(_ routes: [Route]) {
        switch routes.count {
        case 0: self = .none
        case 1: self = .one(routes[0])
        default: self = .several(routes)
        }
    }

    var routes: [Route] {
        switch self {
        case .none: []
        case .one(let route): [route]
        case .several(let routes): routes
        }
    }

    @inline(__always)
    var isEmpty: Bool { if case .none = self { true } else { false } }
}
