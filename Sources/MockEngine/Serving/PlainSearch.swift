internal import HTTPMessage
internal import StubModel

/// A search among stubs that do not depend on earlier requests. It is apart from the event, because a closure that changes the event makes
/// a copy of the request.
struct PlainSearch {
    let arrivedAt: Timestamp
    /// After how many steps the work pauses; nil for never.
    let pausesAfter: Int?
    /// Values extracted from the request; nil until needed.
    var facts: RequestFacts?
    /// The modifiers that match before the stub.
    private(set) var modifiers: [CompiledStub] = []

    /// The first stub that matches.
    mutating func first(in routes: RouteTable, for request: Request) -> CompiledStub? {
        routes.first(for: request) { request, stub in
            guard stub.matcher.matches(request, at: arrivedAt, pausingAfter: pausesAfter, &facts) else { return false }
            guard stub.modifies, stub.responses[0].definition.modifier != nil else { return true }
            modifiers.append(stub)
            return false
        }
    }
}
