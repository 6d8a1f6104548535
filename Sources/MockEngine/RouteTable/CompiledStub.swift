package import HTTPMessage
internal import JSONDocument
package import StubModel

/// A compiled stub mapping, ready to be matched. Immutable; shared by all threads and sessions.
package final class CompiledStub: Sendable {
    // The properties that every request reads come first, so that they are adjacent in memory.
    /// Its only response, if it is the same for every request and is sent without delay.
    let immediateResponse: Response?
    /// The key in the route table; nil if nothing is known about the URLs it matches.
    let key: RouteKey?
    /// Whether scenario, sequence or chance influence its response.
    let isStateful: Bool
    /// Whether one of its responses is a modifier.
    let modifies: Bool
    /// Its compiled request pattern.
    package let matcher: RequestMatcher
    /// Its rank among stubs of equal priority: increases with every stub that is added, and is kept when a stub is edited.
    let rank: UInt64
    let responses: [CompiledResponse]
    let webhooks: [CompiledWebhook]
    /// Whether one of its responses aborts uploads.
    let breaksRequestBody: Bool
    let address: RouteAddress
    /// The mapping's id.
    package let id: UniqueID
    private let priority: Int
    /// What its file says or will say about its rank: nil for a stub that was read from a file without an index.
    let insertionIndex: Int?
    /// Shared by all copies of the stub, because it is much larger than the rest and requests rarely read it.
    private let definition: Definition

    private final class Definition: Sendable {
        let mapping: StubMapping
        init(_ mapping: StubMapping) { self.mapping = mapping }
    }

    /// The mapping as it was written, with defaults filled in.
    package var mapping: StubMapping { definition.mapping }

    /// The targets that its mapping may call by the operator's leave.
    package var operatorTargets: Set<TargetAuthority> { definition.mapping.operatorTargets }

    /// The mapping as it is saved: with the index that keeps its place.
    package var savedMapping: StubMapping { mapping.inserted(at: insertionIndex) }

    init(mapping: StubMapping, matcher: RequestMatcher, responses: [CompiledResponse], webhooks: [CompiledWebhook] = []) {
        self.responses = responses
        self.webhooks = webhooks
        rank = 0
        insertionIndex = mapping.insertionIndex
        address = RouteAddress(matcher.url)
        key = address.key
        isStateful =
            mapping.scenario != nil || mapping.probability != nil || mapping.responses.responses.count > 1
            || mapping.responses.continuation == .once
        modifies = mapping.responses.responses.contains { $0.modifier != nil }
        immediateResponse =
            responses.count == 1 && !modifies && webhooks.isEmpty && responses[0].isImmediate ? responses[0].staticResponse : nil
        breaksRequestBody = mapping.responses.responses.contains { $0.breaksRequestBody }
        id = mapping.id
        priority = mapping.priority
        definition = Definition(mapping)
        self.matcher = matcher
    }

    /// A copy with an equivalent mapping, or at another rank.
    private init(_ other: CompiledStub, _ definition: Definition, rank: UInt64, _ insertionIndex: Int?) {
        self.definition = definition
        self.rank = rank
        self.insertionIndex = insertionIndex
        id = other.id
        priority = other.priority
        matcher = other.matcher
        responses = other.responses
        webhooks = other.webhooks
        address = other.address
        key = other.key
        isStateful = other.isStateful
        modifies = other.modifies
        immediateResponse = other.immediateResponse
        breaksRequestBody = other.breaksRequestBody
    }

    /// A copy that is persistent.
    package var persistent: CompiledStub { CompiledStub(self, Definition(mapping.persistent), rank: rank, insertionIndex) }

    /// A copy at its place in matching order. Stubs that are placed one after the other are close together in memory.
    func placed(at rank: UInt64, index: Int?) -> CompiledStub { CompiledStub(self, definition, rank: rank, index) }

    /// A copy at the place of another stub.
    func placed(like other: CompiledStub) -> CompiledStub { placed(at: other.rank, index: other.insertionIndex) }

    /// Whether this stub is tried first: the lower priority number, then the newer one.
    @inline(__always)
    func precedes(_ other: CompiledStub) -> Bool {
        priority != other.priority ? priority < other.priority : rank > other.rank
    }

    /// The response that is the same for every request; nil if it is made for each request.
    /// - Parameter index: which of its `responses`.
    func ownResponse(_ index: Int) -> Response? { responses.indices.contains(index) ? responses[index].staticResponse : nil }

    /// The values of its path template's variables, decoded; empty for a stub without one.
    package func pathParameters(of request: Request) -> [(name: String, value: String)] { matcher.pathParameters(request) }
}

extension [CompiledStub] {
    /// Inserts a stub at its place in matching order.
    mutating func place(_ stub: CompiledStub) {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle].precedes(stub) { low = middle + 1 } else { high = middle }
        }
        insert(stub, at: low)
    }

    mutating func remove(_ stub: CompiledStub) {
        if let place = firstIndex(where: { $0 === stub }) { remove(at: place) }
    }
}
