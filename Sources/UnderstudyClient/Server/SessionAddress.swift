internal import Foundation

/// What the server says of a session that it has opened.
struct SessionAddress: Decodable, Sendable {
    let id: String
    let name: String?
    let baseUrl: URL
    let s3BaseUrl: URL?
    let adminUrl: URL
    let seed: UInt64?
}
