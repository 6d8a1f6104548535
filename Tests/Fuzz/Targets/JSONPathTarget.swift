internal import JSONDocument
internal import JSONPath
internal import MockEngine

/// A path in the first line, a document after it. What RFC 9535 takes, is taken with the additions; each place that is found leads to the
/// value that was found; nothing takes more than its steps.
enum JSONPathTarget: FuzzTarget {
    private static let limits = JSONPath.Limits(steps: 20_000)

    private static let sample = try? JSONValue.parse(
        #"{"a":[{"b":1,"c":"x"},{"b":2.5,"c":null,"d":[1,2,[3,{"a":"deep"}]]}],"b":{"a":true,"":0},"c":"text","é'\n":[]}"#.utf8)

    package static func run(_ bytes: [UInt8]) {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let text = String(decoding: line, as: UTF8.self)
        let strict = try? JSONPath.compile(text, dialect: .rfc9535, limits: limits)
        let path = try? JSONPath.compile(text, limits: limits)
        precondition(strict == nil || path != nil, "the additions take something away")
        let written = try? JSONValue.parse(bytes[line.endIndex...].dropFirst())
        guard let document = written ?? sample else { return }
        for path in [strict, path] { if let path { check(path, document) } }
    }

    private static func check(_ path: JSONPath, _ document: JSONValue) {
        guard let result = try? path.evaluate(document), let locations = try? path.locations(in: document) else { return }
        guard result.nodes.count < 100, locations.count == result.nodes.count else { return }
        for (location, node) in zip(locations, result.nodes) {
            guard let normalized = try? JSONPath.compile(location.description, dialect: .rfc9535) else {
                preconditionFailure("a normalized path cannot be compiled")
            }
            precondition((try? normalized.evaluate(document).nodes) == [node], "a place leads somewhere else")
        }
    }
}
