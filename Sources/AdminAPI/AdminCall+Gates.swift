internal import JSONDocument
internal import MockEngine
internal import StubModel

/// What the endpoints for gates and for waiting share.
extension AdminCall {
    /// How long a call waits unless it says otherwise.
    static let defaultWait = Duration.seconds(2)
    /// The longest wait of a call, in milliseconds: an hour.
    static let longestWait = 3_600_000

    /// So long a reply waits for the wire.
    private static let longestWaitForWire = Duration.seconds(1)

    /// A reply that is given when the responses that may go on are with the wire, unless their clients keep it busy for a second. What is
    /// done after the reply, such as a reset, does not reach them.
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

    /// The path's gate.
    /// - Throws: 404 when no stub holds at it, with the name that was probably meant.
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

    /// Reads the body's fields; an empty body has none.
    func readFields<Value>(_ decode: (inout FieldReader) -> Value) throws -> Value {
        let document = try body.isEmpty ? JSONDocument.parse(Array("{}".utf8), name: "request body") : document()
        let report = ProblemReport(document)
        guard var fields = FieldReader(document.root, report) else { throw AdminError(report.problems) }
        let value = decode(&fields)
        fields.finish()
        if !report.problems.isEmpty { throw AdminError(report.problems) }
        return value
    }
}

extension FieldReader {
    /// How long to wait at most: `timeoutMilliseconds`.
    mutating func timeout() -> Duration {
        wholeNumber("timeoutMilliseconds", in: 0...AdminCall.longestWait).map { .milliseconds($0) } ?? AdminCall.defaultWait
    }
}
