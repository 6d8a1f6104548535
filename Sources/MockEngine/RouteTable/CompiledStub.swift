package import HTTPMessage
internal import JSONDocument
package import StubModel

/// A stub mapping, ready to be matched and to answer. Immutable; shared by all threads and sessions.
package final class CompiledStub: Sendable {
    // What every request looks at comes first, to lie together in memory.
    /// Its one answer, if that is the same for every request and goes out at once.
    let immediateResponse: Response?
    /// Where the route table has it; nil when nothing is known of its URLs.
    let key: RouteKey?
    /// Whether scenario, sequence or chance have a say in its answer.
    let isStateful: Bool
    /// Whether one of its responses is a modifier.
    let modifies: Bool
    package let matcher: RequestMatcher
    /// Its place among those of one priority: counts up with every stub that is added, and is kept when a stub is edited.
    let rank: UInt64
    let responses: [CompiledResponse]
    let webhooks: [CompiledWebhook]
    /// Whether one of its answers breaks uploads.
    let breaksRequestBody: Bool
    let address: RouteAddress
    package let mapping: StubMapping

    init(mapping: StubMapping, matcher: RequestMatcher, responses: [CompiledResponse], webhooks: [CompiledWebhook] = []) {
        self.responses = responses
        self.webhooks = webhooks
        rank = 0
        address = RouteAddress(matcher.url)
        key = address.key
        isStateful =
            mapping.scenario != nil || mapping.probability != nil || mapping.responses.responses.count > 1
            || mapping.responses.continuation == .once
        modifies = mapping.responses.responses.contains { $0.modifier != nil }
        immediateResponse =
            responses.count == 1 && !modifies && webhooks.isEmpty && responses[0].isImmediate ? responses[0].staticResponse : nil
        breaksRequestBody = mapping.responses.responses.contains { $0.breaksRequestBody }
        self.mapping = mapping
        self.matcher = matcher
    }

    /// A copy with another mapping that says the same, or at another place.
    private init(_ other: CompiledStub, mapping: StubMapping, rank: UInt64) {
        self.mapping = mapping
        self.rank = rank
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

    package var id: UniqueID { mapping.id }

    /// The same, and persistent.
    package var persistent: CompiledStub { CompiledStub(self, mapping: mapping.persistent, rank: rank) }

    /// The same at its place in the order of matching. Stubs that are placed one after the other lie near each other in memory.
    func placed(at rank: UInt64) -> CompiledStub { CompiledStub(self, mapping: mapping, rank: rank) }

    /// Whether this one is asked first: the lower priority number, then the newer one.
    @inline(__always)
    func precedes(_ other: CompiledStub) -> Bool {
        mapping.priority != other.mapping.priority ? mapping.priority < other.mapping.priority : rank > other.rank
    }

    /// The response that it gives each time; nil when each request gets its own.
    /// - Parameter index: which of its `responses`.
    func ownResponse(_ index: Int) -> Response? { responses.indices.contains(index) ? responses[index].staticResponse : nil }

    /// The variables of its path template, decoded; empty for a stub without one.
    package func pathParameters(of request: Request) -> [(name: String, value: String)] { matcher.pathParameters(request) }
}

extension [CompiledStub] {
    /// Puts a stub where it belongs in the order of matching.
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
