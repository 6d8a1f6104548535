/// What the server asks of requests (`s3.auth`).
package enum AuthenticationMode: String, Sendable, Hashable, CaseIterable {
    /// Nothing: any signature is accepted, and none.
    case off
    /// Links must hold. Anybody may do everything.
    case expiry
    /// Signatures are verified, and who has none may do what is public.
    case strict
}
