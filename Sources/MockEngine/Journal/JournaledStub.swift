public import HTTPMessage
public import JSONDocument
public import StubModel

/// What the journal knows of the stub that answered: an immutable object that the route table shares with it, so that an entry
/// still shows the stub as it was when the stub has been edited or removed since.
public protocol JournaledStub: AnyObject, Sendable {
    /// The mapping's id.
    var journalID: UniqueID { get }
    /// The mapping as the admin API shows it.
    var journalJSON: JSONValue { get }
    /// The variables of the stub's path template, decoded; empty for a stub without one.
    func pathParameters(of request: Request) -> [(name: String, value: String)]
    /// The response that the stub answers with each time; nil when each answer has its own.
    /// - Parameter index: which of its `responses`.
    func ownResponse(_ index: Int) -> Response?
}
