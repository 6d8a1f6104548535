internal import HTTPMessage
package import JSONDocument
internal import LinkModel
package import StubModel

/// What is noted of an exchange beyond the common case. Entries without any cost nothing for it.
package struct EntryDetails: Sendable {
    /// The entry's id, when a template asked for it before the entry was made; nil for the one that its place gives it.
    package var id: UniqueID?
    /// Every random draw that shaped the answer, in order.
    package var draws: [Draw]
    /// The fault that was planned: WireMock's name, or ours as effect and moment (`reset at beforeHeaders`).
    package var fault: String?
    /// Where the response was held, in the order in which it came there.
    package var held: [Held]
    /// Its way over a link, which knows what became of it; nil for none.
    var flow: LinkFlow?
    package var subEvents: [SubEvent]
    /// How the request came to its session; nil in the server's own.
    package var arrival: SessionArrival?
    /// Ids of the modifiers that changed the response, in the order of matching.
    package var modifiers: [UniqueID] = []

    init(
        id: UniqueID? = nil, draws: [Draw] = [], fault: String? = nil, held: [Held] = [], flow: LinkFlow? = nil,
        subEvents: [SubEvent] = []
    ) {
        self.id = id
        self.draws = draws
        self.fault = fault
        self.held = held
        self.flow = flow
        self.subEvents = subEvents
    }

    /// A value that chance gave, and what it was drawn for.
    package struct Draw: Sendable, Equatable {
        package var what: String
        package var value: JSONValue

        package init(_ what: String, _ value: JSONValue) {
            self.what = what
            self.value = value
        }
    }

    /// A rough size in memory, for the journal's bound.
    var cost: Int {
        160 + modifiers.count * 16 + (flow == nil ? 0 : 1_024) + (draws.count + held.count) * 96 + subEvents.reduce(0) { $0 + 96 + $1.cost }
    }
}

/// Something noted while a request was answered: WireMock's sub-event.
package struct SubEvent: Sendable, Equatable {
    /// WireMock's types; extensions may use others.
    package struct Kind: RawRepresentable, Sendable, Equatable {
        package let rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        package static let requestNotMatched = Kind(rawValue: "REQUEST_NOT_MATCHED")
        package static let webhookRequest = Kind(rawValue: "WEBHOOK_REQUEST")
        package static let webhookResponse = Kind(rawValue: "WEBHOOK_RESPONSE")
        package static let jsonError = Kind(rawValue: "JSON_ERROR")
        package static let xmlError = Kind(rawValue: "XML_ERROR")
        package static let info = Kind(rawValue: "INFO")
        package static let warning = Kind(rawValue: "WARNING")
        package static let error = Kind(rawValue: "ERROR")
    }

    package var kind: Kind
    /// From the request's arrival.
    package var offset: Duration
    package var data: JSONValue

    package init(_ kind: Kind, offset: Duration = .zero, data: JSONValue) {
        self.kind = kind
        self.offset = offset
        self.data = data
    }

    /// With a text, in WireMock's form `{"message": …}`.
    package static func message(_ kind: Kind, _ text: String, offset: Duration = .zero) -> SubEvent {
        SubEvent(kind, offset: offset, data: ["message": .string(text)])
    }

    var json: JSONValue {
        ["type": .string(kind.rawValue), "timeOffsetNanos": JSONValue(Int(offset.wholeNanoseconds)), "data": data]
    }

    /// The texts in it; the rest is small.
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
