internal import Digest

/// The key that a secret gives for a scope. It signs version 4.
package struct SigningKey: Sendable, Hashable {
    /// What it is for.
    package let scope: CredentialScope
    private let bytes: [UInt8]

    /// - Parameter secret: the secret key of a pair.
    package init(secret: String, _ scope: CredentialScope) {
        self.scope = scope
        bytes = [scope.date, scope.region, scope.service, CredentialScope.terminal].reduce(Array("AWS4\(secret)".utf8)) { key, word in
            MessageDigest.of(word, .sha256, key: key).bytes
        }
    }

    /// The signature of a text, in hexadecimal digits.
    package func signature(of text: String) -> String { MessageDigest.of(text, .sha256, key: bytes).hex }
}
