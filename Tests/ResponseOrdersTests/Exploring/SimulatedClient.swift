/// A client and its server as a value: what it sends, the server's responses, and their effect on the client's state.
protocol SimulatedClient: Sendable {
    init()

    /// What it sends at the beginning, all at once.
    var first: [String] { get }
    /// The response's body, made at the arrival of the request.
    mutating func serve(_ request: String) -> String
    /// Processes a response, and returns the requests to send next.
    mutating func receive(_ body: String, to request: String) -> [String]
    /// What a test checks at the end.
    var isRight: Bool { get }
}

extension SimulatedClient {
    mutating func serve(_ request: String) -> String { String(request.drop { $0 != " " }.dropFirst()) }
}
