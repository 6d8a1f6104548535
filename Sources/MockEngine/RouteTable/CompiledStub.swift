public import HTTPMessage
public import JSONDocument
public import StubModel
internal import Synchronization

/// A stub mapping, ready to be matched and to answer. Immutable but for the note that it was used; shared by all threads.
public final class CompiledStub: Sendable {
    // What every request looks at comes first, to lie together in memory.
    /// Its one answer, if that is the same for every request and goes out at once.
    let immediateResponse: Response?
    /// Whether scenario, sequence or chance have a say in its answer.
    let isStateful: Bool
    private let used = Atomic<Bool>(false)
    public let matcher: RequestMatcher
    let responses: [CompiledResponse]
    let webhooks: [CompiledWebhook]
    /// Whether one of its answers breaks uploads.
    let breaksRequestBody: Bool
    let address: RouteAddress
    public let mapping: StubMapping

    init(mapping: StubMapping, matcher: RequestMatcher, responses: [CompiledResponse], webhooks: [CompiledWebhook] = []) {
        self.mapping = mapping
        self.matcher = matcher
        self.responses = responses
        self.webhooks = webhooks
        address = RouteAddress(matcher.url)
        isStateful =
            mapping.scenario != nil || mapping.probability != nil || mapping.responses.responses.count > 1
            || mapping.responses.continuation == .once
        immediateResponse = responses.count == 1 && webhooks.isEmpty && responses[0].isImmediate ? responses[0].staticResponse : nil
        breaksRequestBody = mapping.responses.responses.contains { $0.breaksRequestBody }
    }

    public var id: UniqueID { mapping.id }

    /// The same, and persistent.
    public var persistent: CompiledStub {
        let stub = CompiledStub(mapping: mapping.persistent, matcher: matcher, responses: responses, webhooks: webhooks)
        if wasUsed { stub.noteUse() }
        return stub
    }

    /// Whether it has answered since the journal was last emptied.
    public var wasUsed: Bool { used.load(ordering: .relaxed) }

    @inline(__always)
    func noteUse() {
        // A store only the first time: a line of memory that all threads write to is dear.
        if !used.load(ordering: .relaxed) { used.store(true, ordering: .relaxed) }
    }

    func forgetUse() { used.store(false, ordering: .relaxed) }
}

extension CompiledStub: JournaledStub {
    public var journalID: UniqueID { mapping.id }
    public var journalJSON: JSONValue { .object(mapping.json) }
    public func ownResponse(_ index: Int) -> Response? { responses.indices.contains(index) ? responses[index].staticResponse : nil }
    public func pathParameters(of request: Request) -> [(name: String, value: String)] { matcher.pathParameters(request) }
}
