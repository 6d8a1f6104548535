/// The stubs under one key, in matching order. Almost always there is only one, which needs no array.
enum RouteBucket: Sendable {
    case none
    case one(CompiledStub)
    case several([CompiledStub])

    /// - Parameter stubs: in matching order, all with the same key.
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

    /// The stubs of both, in matching order, whatever order they had.
    static func + (left: RouteBucket, right: RouteBucket) -> RouteBucket {
        if left.isEmpty, case .one = right { return right }
        return RouteBucket((left.stubs + right.stubs).sorted { $0.precedes($1) })
    }

    /// Appends a stub, whatever its place in matching order.
    mutating func append(_ stub: CompiledStub) {
        switch self {
        case .none: self = .one(stub)
        case .one(let first): self = .several([first, stub])
        case .several(var stubs):
            // Avoids a copy of the array.
            self = .none
            stubs.append(stub)
            self = .several(stubs)
        }
    }

    @inline(__always)
    var isEmpty: Bool { if case .none = self { true } else { false } }

    /// Nil if it is empty.
    @inline(__always)
    var key: RouteKey? {
        switch self {
        case .none: nil
        case .one(let stub): stub.key
        case .several(let stubs): stubs[0].key
        }
    }
}
