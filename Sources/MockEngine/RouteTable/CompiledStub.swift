public import HTTPMessage
public import JSONDocument
public import StubModel
internal import Synchronization

/// A stub mapping, ready to be matched and to answer. Immutable but for the note that it was used; shared by all threads.
public final class CompiledStub: Sendable {
    public let mapping: StubMapping
    public let matcher: RequestMatcher
    let responses: [CompiledResponse]
    let address: RouteAddress
    /// Whether scenario, sequence or chance have a say in its answer.
    let isStateful: Bool
    /// Whether one of its answers breaks uploads.
    let breaksRequestBody: Bool
    private let used = Atomic<Bool>(false)

    init(mapping: StubMapping, matcher: RequestMatcher, responses: [CompiledResponse]) {
        self.mapping = mapping
        self.matcher = matcher
        self.responses = responses
        address = RouteAddress(matcher.url)
        isStateful =
            mapping.scenario != nil || mapping.probability != nil || mapping.responses.responses.count > 1
            || mapping.responses.continuation == .once
        breaksRequestBody = mapping.responses.responses.contains { $0.breaksRequestBody }
    }

    public var id: UniqueID { mapping.id }

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
    public func pathParameters(of request: Request) -> [(name: String, value: String)] { matcher.pathParameters(request) }
}
