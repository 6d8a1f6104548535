/// A user's name and password.
public struct BasicCredentials: Hashable, Sendable, Codable {
    /// The user's name.
    public var username: String
    /// The password.
    public var password: String

    /// A user's name and password.
    public init(username: String, password: String) {
        self.username = username
        self.password = password
    }
}
