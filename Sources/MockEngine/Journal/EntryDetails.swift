internal import HTTPMessage
public import JSONDocument
internal import LinkModel
public import StubModel

/// What is noted of an exchange beyond the common case. Entries without any cost nothing for it.
public struct EntryDetails: Sendable {
    /// The entry's id, when a template asked for it before the entry was made; nil for the one that its place gives it.
    public var id: UniqueID?
    /// Every random draw that shaped the answer, in order.
    public var draws: [Draw]
    /// The fault that was planned: WireMock's name, or ours as effect and moment (`reset at beforeHeaders`).
    public var fault: String?
    /// Where the response was held, in the order in which it came there.
    public var held: [Held]
    /// Its way over a link, which knows what became of it; nil for none.
    var flow: LinkFlow?
    public var subEvents: [SubEvent]
    /// How the request came to its session; nil in the server's own.
    public var arrival: SessionArrival?
    /// Ids of the modifiers that changed the response, in the order of matching.
    public var modifiers: [UniqueID] = []

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
    public struct Draw: Sendable, Equatable {
        public var what: String
        public var value: JSONValue

        public init(_ what: String, _ value: JSONValue) {
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
public struct SubEvent: Sendable, Equatable {
    /// WireMock's types; extensions may use others.
    public struct Kind: RawRepresentable, Sendable, Equatable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let requestNotMatched = Kind(rawValue: "REQUEST_NOT_MATCHED")
        public static let webhookRequest = Kind(rawValue: "WEBHOOK_REQUEST")
        public static let webhookResponse = Kind(rawValue: "WEBHOOK_RESPONSE")
        public static let jsonError = Kind(rawValue: "JSON_ERROR")
        public static let xmlError = Kind(rawValue: "XML_ERROR")
        public static let info = Kind(rawValue: "INFO")
        public static let warning = Kind(rawValue: "WARNING")
        public static let error = Kind(rawValue: "ERROR")
    }

    public var kind: Kind
    /// From the request's arrival.
    public var offset: Duration
    public var data: JSONValue

    public init(_ kind: Kind, offset: Duration = .zero, data: JSONValue) {
        self.kind = kind
        self.offset = offset
        self.data = data
    }

    /// With a text, in WireMock's form `{"message": …}`.
    public static func message(_ kind: Kind, _ text: String, offset: Duration = .zero) -> SubEvent {
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
