internal import HTTPMessage
internal import JSONDocument

extension EntryDetails {
    /// One hold of the response, and how it ended.
    package struct Held: Sendable, Equatable {
        /// What became of the hold; the raw values are the journal's.
        package enum State: String, Sendable {
            case waiting, released, timedOut
            /// A replay that could not continue ended it.
            case diverged
            /// The exchange ended first: the client left.
            case left
            /// The session ended, the gates were reset, or the server stopped.
            case ended
        }

        /// The kind of hold: `gate` or `order`.
        package let kind: String
        /// Whether the session's order held it.
        var isTurn: Bool { kind == "order" }
        /// The name of the gate; in an order the request's label.
        package let name: String
        /// The position in the response: `beforeHeaders`.
        package let moment: String
        /// Whether the response still waits, and if not, how the hold ended.
        package private(set) var state = State.waiting
        /// How long the response was held, in real time; nil while it still is.
        package private(set) var duration: Duration?
        /// Whether no byte of the response came before it: also where it is in a body that is empty.
        let isBeforeHead: Bool
        private let since: Duration

        /// A hold at a gate.
        init(_ hold: StageScript.Hold, at uptime: Duration) {
            kind = "gate"
            name = hold.gate.name
            moment = hold.moment
            isBeforeHead = hold.position == nil
            since = uptime
        }

        /// A hold of the session's order of responses.
        /// - Parameters:
        ///   - label: of the request.
        ///   - uptime: when the hold began.
        init(inOrder label: String, since uptime: Duration) {
            kind = "order"
            name = label
            moment = "beforeHeaders"
            isBeforeHead = true
            since = uptime
        }

        /// Ends the hold; does nothing if it has ended already.
        mutating func end(_ state: State, at uptime: Duration) {
            guard self.state == .waiting else { return }
            self.state = state
            duration = uptime - since
        }

        var json: JSONValue {
            var object: JSONObject = [:]
            object[kind] = .string(name)
            object["at"] = .string(moment)
            object["state"] = .string(state.rawValue)
            if let duration { object["milliseconds"] = JSONValue(duration / .milliseconds(1)) }
            return .object(object)
        }
    }
}
