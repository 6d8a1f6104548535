/// The API's envelope of a joke.
public struct JokeReply: Hashable, Sendable, Codable {
    public let type: String
    public let value: Joke

    public init(_ joke: Joke) {
        type = "success"
        value = joke
    }
}
