import HTTPMessage
import JSONDocument
import MockEngine
import StubModel

/// A stub as the journal sees it.
final class FakeStub: JournaledStub {
    let journalID: UniqueID
    let journalJSON: JSONValue

    init(_ id: String = "04746d8a-8bc7-44d2-bd8e-52d2c91fe297", metadata: JSONValue? = nil) {
        journalID = UniqueID(id)!
        var json: JSONObject = [
            "id": .string(id), "request": ["url": "/feed", "method": "GET"], "response": ["status": 200, "body": "hello"],
            "uuid": .string(id),
        ]
        json["metadata"] = metadata
        journalJSON = .object(json)
    }

    func ownResponse(_ index: Int) -> Response? { fakeAnswer }
    func pathParameters(of request: Request) -> [(name: String, value: String)] { [] }
}

let fakeStub = FakeStub()
let fakeAnswer = Response(status: 200, headers: [("Content-Type", "text/plain")], body: .bytes(Array("hello".utf8)))

extension Journal {
    /// Opens an entry for a GET that the fake stub answers.
    @discardableResult
    func open(_ target: String, at milliseconds: Int64 = 0, body: [UInt8] = [], matched: Bool = true) -> ExchangeTicket? {
        let request = Request(method: body.isEmpty ? "GET" : "POST", target: target, headers: [("Host", "localhost:8080")], body: body)
        return open(
            request, at: Timestamp(milliseconds: milliseconds), stub: matched ? fakeStub : nil, response: fakeAnswer, isShared: true)
    }

    var targets: [String] { snapshot().newestFirst.map(\.request.target) }
}
