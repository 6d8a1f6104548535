internal import HTTPMessage
internal import StubModel

/// A compiled pattern for the method.
struct MethodMatcher: Sendable {
    private enum Kind {
        case one, oneOf, noneOf
    }

    private let kind: Kind
    /// The name that is written, if there is one only, as in almost every stub.
    private let name: [UInt8]
    private let names: [[UInt8]]

    init(_ pattern: MethodPattern) {
        switch pattern {
        case .one(let method):
            let isEither = method == "GET_OR_HEAD"
            kind = isEither ? .oneOf : .one
            name = Array(method.utf8)
            names = isEither ? ["GET", "HEAD"].map { Array($0.utf8) } : []
        case .oneOf(let methods):
            kind = .oneOf
            name = []
            names = methods.map { Array($0.utf8) }
        case .noneOf(let methods):
            kind = .noneOf
            name = []
            names = methods.map { Array($0.utf8) }
        }
    }

    @inline(__always)
    func matches(_ request: Request) -> Bool { kind == .one ? request.hasMethod(name) : isListed(request) == (kind == .oneOf) }

    private func isListed(_ request: Request) -> Bool { names.contains { request.hasMethod($0) } }

    /// As near misses show it: `equalTo` with the method, or WireMock's `oneOf: [GET, PUT]`.
    var description: (key: String, expectation: String) {
        if kind == .one || !name.isEmpty { return ("equalTo", String(decoding: name, as: UTF8.self)) }
        let key = kind == .noneOf ? "noneOf" : "oneOf"
        return (key, "\(key): [\(names.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", "))]")
    }
}
