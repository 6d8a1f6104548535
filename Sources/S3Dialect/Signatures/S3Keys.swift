internal import Synchronization

/// The key pairs that a server knows. Any thread.
package final class S3Keys: Sendable {
    /// Derived keys to remember: each is used for a day.
    private static let capacity = 64

    private let secrets: [String: String]
    private let derived = Mutex<[String: [CredentialScope: SigningKey]]>([:])

    /// - Parameter pairs: of a key that comes twice, the last counts.
    package init(_ pairs: [(accessKey: String, secretKey: String)]) {
        secrets = Dictionary(pairs.map { ($0.accessKey, $0.secretKey) }, uniquingKeysWith: { $1 })
    }

    /// The secret of a key; nil for a key that is not known.
    func secret(of accessKey: String) -> String? { secrets[accessKey] }

    /// The key that signs version 4; nil for a key that is not known.
    package func signingKey(of accessKey: String, _ scope: CredentialScope) -> SigningKey? {
        guard let secret = secrets[accessKey] else { return nil }
        if let known = derived.withLock({ $0[accessKey]?[scope] }) { return known }
        let key = SigningKey(secret: secret, scope)
        derived.withLock { keys in
            if keys[accessKey, default: [:]].count >= Self.capacity { keys[accessKey] = [:] }
            keys[accessKey, default: [:]][scope] = key
        }
        return key
    }
}
