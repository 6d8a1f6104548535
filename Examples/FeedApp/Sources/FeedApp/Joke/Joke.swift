/// A joke as the API sends it.
public struct Joke: Hashable, Sendable, Codable {
    public let id: Int
    public let joke: String
    public let categories: [String]

    public init(id: Int, joke: String, categories: [String] = []) {
        self.id = id
        self.joke = joke
        self.categories = categories
    }
}
