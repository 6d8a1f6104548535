internal import HTTPMessage
internal import JSONDocument
internal import MockEngine
internal import StubModel

/// What the endpoints for gates and for waiting share.
extension AdminCall {
    /// The time that a call waits by default.
    static let defaultWait = Duration.seconds(2)
    /// The longest time that a call may ask to wait, in milliseconds: an hour.
    static let longestWait = 3_600_000

    /// The longest time that a reply waits for the wire.
    private static let longestWaitForWire = Duration.seconds(1)

    /// A reply that is sent once the wire has taken the released responses, or after a second if their clients keep it busy. What is done
    /// after the reply, such as a reset, does not reach these responses.
    func whenWireGoesOn(_ reply: AdminReply) -> AdminReply {
        let session = session
        return .when(within: Self.longestWaitForWire, of: self) { happened -> TimedWait.Stop in
            let number = session.whenWireGoesOn { happened(reply) }
            return {
                guard session.stopWaitingForWire(number) else { return nil }
                return { reply }
            }
        }
    }

    /// The gate that the path names.
    /// - Throws: 404 when no stub holds at it, with the nearest known name.
    func gate() throws -> String {
        let name = parameters[0]
        if session.hasGate(name) { return name }
        let known = session.allGates.map(\.name)
        let detail =
            Spelling.nearest(to: name, among: known).map { "Did you mean \"\($0)\"?" }
            ?? (known.isEmpty
                ? "No stub has a \"hold\"." : "Gates are \(known.prefix(10).map { "\"\($0)\"" }.joined(separator: ", ")).")
        throw AdminError(status: 404, title: "No stub holds at a gate \"\(name)\"", detail: detail)
    }

    /// Numbers in the query, which a call about a gate takes from there as well as from the body.
    /// - Parameter known: the names of all parameters, and the bounds of their values.
    /// - Throws: 422 for any other value, and for another parameter: without it, a misspelt call would do something else.
    func queryNumbers(_ known: [(name: String, range: ClosedRange<Int>)]) throws -> [String: Int] {
        var numbers: [String: Int] = [:]
        for item in request.queryItems {
            guard let (name, range) = known.first(where: { $0.name == item.name }) else {
                let names = known.map { "\"\($0.name)\"" }
                throw AdminError(
                    status: 422, code: 10, title: "unknown parameter \"\(item.name)\"",
                    detail: names.count == 1 ? "The only one is \(names[0])." : "There are \(names.joined(separator: " and ")).",
                    pointer: item.name)
            }
            guard let number = Int(item.value), range.contains(number) else {
                let bounds = range.upperBound == .max ? "of \(range.lowerBound) or more" : "in \(range.lowerBound)…\(range.upperBound)"
                throw AdminError(
                    status: 422, code: 10, title: "\"\(name)\" must be a whole number \(bounds)",
                    detail: "\"\(item.value)\" is not such a number.", pointer: name)
            }
            numbers[name] = numbers[name] ?? number
        }
        return numbers
    }

    /// Decodes the fields of the body; an empty body has none.
    func readFields<Value>(_ decode: (inout FieldReader) -> Value) throws -> Value {
        try readOrDefaults { node, report in
            guard var fields = FieldReader(node, report) else { return nil }
            let value = decode(&fields)
            fields.finish()
            return value
        }
    }
}

extension FieldReader {
    /// The longest time to wait: `timeoutMilliseconds`.
    /// - Parameter given: what the query says, in milliseconds.
    mutating func timeout(orElse given: Int? = nil) -> Duration {
        let written = exactNumber("timeoutMilliseconds", in: 0...AdminCall.longestWait) ?? given
        return written.map { .milliseconds($0) } ?? AdminCall.defaultWait
    }
}
