internal import JSONDocument

/// A request's body as matching has read it, so that the template does not read it again.
struct KnownBody: Sendable {
    /// Without its coding.
    let bytes: [UInt8]
    /// Nil if nobody asked for it.
    let text: String?
    /// Nil if nobody asked for it, or it is no JSON.
    let json: JSONValue?
}
