internal import Digest

/// The signatures of the chunks of a body: each signs its chunk and the signature before it, and the first that of the request.
package struct ChunkSignatures: Sendable, Hashable {
    private static let digestOfNothing = MessageDigest.of("", .sha256).hex

    private let key: SigningKey
    /// `yyyymmddThhmmssZ`.
    private let time: String
    private var previous: String

    /// - Parameters:
    ///   - time: of the request, `yyyymmddThhmmssZ`.
    ///   - seed: the signature of the request.
    package init(_ key: SigningKey, time: String, seed: String) {
        self.key = key
        self.time = time
        previous = seed
    }

    /// The signature of the next chunk.
    /// - Parameter digest: the chunk's SHA-256 in hexadecimal digits.
    package mutating func next(digest: String) -> String {
        advance("AWS4-HMAC-SHA256-PAYLOAD", [Self.digestOfNothing, digest])
    }

    /// The signature of the trailer, which follows that of the last chunk.
    /// - Parameter digest: the SHA-256 of the fields, each as `name:value` and a line feed, in hexadecimal digits.
    package mutating func trailer(digest: String) -> String { advance("AWS4-HMAC-SHA256-TRAILER", [digest]) }

    private mutating func advance(_ algorithm: String, _ digests: [String]) -> String {
        previous = key.signature(of: ([algorithm, time, key.scope.text, previous] + digests).joined(separator: "\n"))
        return previous
    }
}
