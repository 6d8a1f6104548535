/// A request whose signature was verified: who signed it, and how.
package struct SignedRequest: Sendable, Hashable {
    /// The ways to sign.
    package enum Way: String, Sendable, Hashable, CaseIterable {
        case fieldV4 = "AWS4-HMAC-SHA256"
        case linkV4 = "AWS4-HMAC-SHA256 link"
        case formV4 = "AWS4-HMAC-SHA256 form"
        case fieldV2 = "AWS"
        case linkV2 = "AWS link"
        case formV2 = "AWS form"
    }

    /// The name of the key.
    package let accessKey: String
    /// How it was signed.
    package let way: Way
    /// The Host that the client signed, if it is another one than the request has.
    package let alias: String?
    /// What signs the chunks of the body; nil when they are not signed.
    package let chunks: ChunkSignatures?
}
