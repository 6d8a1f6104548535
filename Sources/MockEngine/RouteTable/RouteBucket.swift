/// The stubs under one key, in the order of matching. Nearly always there is one; then it needs no storage of its own.
enum RouteBucket: Sendable {
    case none
    case one(CompiledStub)
    case several([CompiledStub])

    /// - Parameter stubs: in the order of matching, all with one key.
    @inline(__always)
    init(_ stubs: [CompiledStub]) {
        switch stubs.count {
        case 0: self = .none
        case 1: self = .one(stubs[0])
        default: self = .several(stubs)
        }
    }

    var stubs: [CompiledStub] {
        switch self {
        case .none: []
        case .one(let stub): [stub]
        case .several(let stubs): stubs
        }
    }

    /// The stubs of both, in the order of matching, whatever order they had.
    static func + (left: RouteBucket, right: RouteBucket) -> RouteBucket {
        if left.isEmpty, case .one = right { return right }
        return RouteBucket((left.stubs + right.stubs).sorted { $0.precedes($1) })
    }

    /// Adds a stub at the end, which need not be its place.
    mutating func append(_ stub: CompiledStub) {
        switch self {
        case .none: self = .one(stub)
        case .one(let first): self = .several([first, stub])
        case .several(var stubs):
            // So that the array is not copied.
            self = .none
            stubs.append(stub)
            self = .several(stubs)
        }
    }

    @inline(__always)
    var isEmpty: Bool { if case .none = self { true } else { false } }

    /// Nil when it is empty.
    @inline(__always)
    var key: RouteKey? {
        switch self {
        case .none: nil
        case .one(let stub): stub.key
        case .several(let stubs): stubs[0].key
        }
    }
}
