/// What a request without a key may do with the objects of the folder in strict mode (`s3.anonymous`).
package enum AnonymousAccess: String, Sendable, Hashable, CaseIterable {
    case none
    /// Read and list them.
    case read
    /// Read, list, put and delete them.
    case write
}
