internal import HTTPMessage
package import JSONDocument
internal import StubModel

/// A note made while a request was processed: WireMock's sub-event.
package struct SubEvent: Sendable, Equatable {
    /// WireMock's types of sub-events; extensions may use others.
    package struct Kind: RawRepresentable, Sendable, Equatable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        static let requestNotMatched = Kind(rawValue: "REQUEST_NOT_MATCHED")
        /// A webhook's request was sent.
        package static let webhookRequest = Kind(rawValue: "WEBHOOK_REQUEST")
        /// A webhook's response arrived.
        package static let webhookResponse = Kind(rawValue: "WEBHOOK_RESPONSE")
        /// What `equalToJson` was to compare is not JSON.
        static let jsonError = Kind(rawValue: "JSON_ERROR")
        /// For information.
        package static let info = Kind(rawValue: "INFO")
        /// Something that probably is a mistake, such as a limit that stopped a pattern, or a text that a matcher cannot read.
        package static let warning = Kind(rawValue: "WARNING")
        /// Something that failed, such as a template.
        package static let error = Kind(rawValue: "ERROR")
    }

    /// What kind of note this is: `type` in JSON.
    package var kind: Kind
    /// The time from the request's arrival.
    package var offset: Duration
    /// What WireMock's `data` holds: `{"message": …}` for most kinds.
    package var data: JSONValue
    /// Whether a limit or a failure kept a comparison from being decided. Not part of the JSON.
    var isUndecided = false
    /// Whether a matcher could not read a text as JSON or XML, which a miss explains in other words. Not part of the JSON.
    var isUnreadable = false
    /// Whether another listener would respond to the request. Not part of the JSON.
    var isForAnotherListener = false

    package init(_ kind: Kind, offset: Duration = .zero, data: JSONValue) {
        self.kind = kind
        self.offset = offset
        self.data = data
    }

    /// The text of a sub-event in the form `{"message": …}`; nil for another form.
    var message: String? { data["message"]?.string }

    /// A sub-event with a text, in WireMock's form `{"message": …}`.
    package static func message(_ kind: Kind, _ text: String, offset: Duration = .zero) -> SubEvent {
        SubEvent(kind, offset: offset, data: ["message": .string(text)])
    }

    /// A warning that a limit or a failure kept a comparison from being decided: it counts as "no match" when a stub is chosen.
    static func undecided(_ text: String) -> SubEvent {
        var event = message(.warning, text)
        event.isUndecided = true
        return event
    }

    /// A text that is not JSON, in WireMock's form: errors as the admin API has them. The message is ours.
    static func jsonError(_ problem: Problem) -> SubEvent {
        let text = JSONValue.string(problem.description)
        return SubEvent(
            .jsonError,
            data: ["errors": [["code": 10, "title": "Error parsing JSON", "detail": text]], "message": text])
    }

    /// A warning that a matcher could not read a text.
    static func unreadable(_ text: String) -> SubEvent {
        var event = message(.warning, text)
        event.isUnreadable = true
        return event
    }

    /// The note as the journal shows it.
    /// - Parameter form: WireMock's fields only, or the extended form.
    func json(_ form: ResponseForm) -> JSONValue {
        [
            "type": .string(kind.rawValue), "timeOffsetNanos": JSONValue(Int(offset.wholeNanoseconds)),
            "data": form.subEventData(data, of: kind.rawValue),
        ]
    }

    /// The length of its texts; the rest is small.
    var cost: Int {
        func size(_ value: JSONValue) -> Int {
            switch value {
            case .string(let text): text.utf8.count
            case .array(let values): values.reduce(0) { $0 + 16 + size($1) }
            case .object(let object): object.reduce(0) { $0 + 48 + size($1.value) }
            case .null, .bool, .number: 16
            }
        }
        return size(data)
    }
}
