internal import HTTPMessage
internal import JSONDocument

extension EntryDetails {
    /// A hold of the response, and how it ended.
    package struct Held: Sendable, Equatable {
        package enum State: String, Sendable {
            case waiting, released, timedOut
            /// The exchange was over first: the client left.
            case left
            /// The session ended, the gates were reset, or the server stopped.
            case ended
        }

        /// What held it: `gate`.
        package let kind: String
        /// Which one.
        package let name: String
        /// Where in the response: `beforeHeaders`.
        package let moment: String
        package private(set) var state = State.waiting
        /// How long it was held, in real time; nil while it is.
        package private(set) var duration: Duration?
        private let since: Duration

        init(_ hold: StageScript.Hold, at uptime: Duration) {
            kind = hold.hold.kind
            name = hold.hold.name
            moment = hold.moment
            since = uptime
        }

        /// Does nothing when it has ended already.
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
