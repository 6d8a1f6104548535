internal import HTTPMessage
internal import JSONDocument
internal import MockEngine
internal import StubModel

/// Waits until `arrivals` (default: 1) responses wait at a gate. After `timeoutMilliseconds` (default: 2000) the reply is a 408 with the
/// gate's state. Both may also be in the query; the body's take precedence.
enum WaitForGate: AdminEndpoint {
    static let method = "POST"
    static let path = "/gates/{name}/wait"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        let range = 1...Int.max
        let given = try call.queryNumbers([("arrivals", range), ("timeoutMilliseconds", 0...AdminCall.longestWait)])
        let (arrivals, timeout) = try call.readFields { fields in
            (
                fields.exactNumber("arrivals", in: range) ?? given["arrivals"] ?? 1,
                fields.timeout(orElse: given["timeoutMilliseconds"])
            )
        }
        let name = try call.gate()
        let session = call.session
        let gates = session.gates
        return .when(within: timeout, of: call) { happened -> TimedWait.Stop in
            let number = gates.wait(name, arrivals: arrivals) { arrival in
                switch arrival {
                case .waiting(let state):
                    happened(.json(state.json))
                    session.gateWaitMet()
                case .reset:
                    happened(
                        AdminError(
                            status: 409, title: "The gates were reset", detail: "No response waits at gate \"\(name)\" any more."
                        ).reply)
                case .ended: happened(AdminError(SessionError.ended(session.identity.id)).reply)
                }
            }
            return {
                guard gates.stopWaiting(name, number) else { return nil }
                return { late(gates[name] ?? GateState(name: name), arrivals, timeout) }
            }
        }
    }

    private static func late(_ state: GateState, _ arrivals: Int, _ timeout: Duration) -> AdminReply {
        let error = AdminError(
            status: 408,
            title: "\(state.waiting) of \(arrivals) responses wait at gate \"\(state.name)\" after \(timeout.wholeMilliseconds) ms",
            detail: state.isOpen
                ? "The gate is open: nothing waits at it. Close it first."
                : "So far \(state.arrived) arrived and \(state.released) were released.")
        var object = error.json.object ?? [:]
        object["gate"] = state.json
        return .json(.object(object), status: 408)
    }
}
