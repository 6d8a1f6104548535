internal import HTTPMessage
package import JSONDocument
internal import LinkModel
internal import S3Dialect
package import StubModel

/// What the journal notes of an exchange beyond the common case. Entries without details cost nothing.
package struct EntryDetails: Sendable {
    /// The entry's id, if a template asked for it before the entry was made; nil for the id that follows from the sequence number.
    package var id: UniqueID?
    /// Every random draw that influenced the response, in order.
    package var draws: [Draw]
    /// The planned fault: WireMock's name, or effect and moment (`reset at beforeHeaders`).
    package var fault: String?
    /// Where the response was held, in order.
    package var held: [Held]
    /// Where the response came from, with templates rendered; nil if it was not proxied, and if nothing was rendered.
    var proxy: ProxyDefinition?
    /// The response's transfer over a link, which knows how it went; nil for none.
    var flow: LinkFlow?
    /// Notes made while the request was processed, in order.
    package var subEvents: [SubEvent]
    /// How the request reached its session; nil in the server's own session.
    package var arrival: SessionArrival?
    /// Ids of the modifiers that changed the response, in matching order.
    var modifiers: [UniqueID] = []
    /// What an upload form says, if the entry may not have its body; nil if it has, if nobody knows, and for another request.
    var form: PostFormSummary?

    init(
        id: UniqueID? = nil, draws: [Draw] = [], fault: String? = nil, held: [Held] = [], flow: LinkFlow? = nil,
        subEvents: [SubEvent] = [], form: PostFormSummary? = nil
    ) {
        self.id = id
        self.draws = draws
        self.fault = fault
        self.held = held
        self.flow = flow
        self.subEvents = subEvents
        self.form = form
    }

    /// A random draw.
    package struct Draw: Sendable, Equatable {
        /// What the draw decided, such as `delayMilliseconds`.
        package var what: String
        /// The drawn value, as the journal shows it.
        package var value: JSONValue

        package init(_ what: String, _ value: JSONValue) {
            self.what = what
            self.value = value
        }
    }

    /// An estimate of its size in memory, for the journal's limit.
    var cost: Int {
        let parts = (proxy?.cost ?? 0) + (form?.cost ?? 0) + (flow == nil ? 0 : 1_024)
        return 160 + modifiers.count * 16 + parts + (draws.count + held.count) * 96 + subEvents.reduce(0) { $0 + 96 + $1.cost }
    }
}

extension ProxyDefinition {
    /// An estimate of its size in memory.
    fileprivate var cost: Int {
        256 + baseURL.utf8.count + additionalRequestHeaders.reduce(0) { $0 + 64 + $1.name.utf8.count + $1.value.utf8.count }
    }
}

extension PostFormSummary {
    /// An estimate of its size in memory.
    fileprivate var cost: Int { 128 + (key?.utf8.count ?? 0) + (signer?.accessKey.utf8.count ?? 0) }
}
