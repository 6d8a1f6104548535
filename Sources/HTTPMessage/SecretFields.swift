/// Header fields whose values are credentials or keys: they are left out of logs and of what is said of a miss.
package enum SecretFields {
    /// In lower case.
    private static let names: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "x-auth-token", "x-amz-security-token",
        "x-amz-server-side-encryption-customer-key", "x-amz-copy-source-server-side-encryption-customer-key",
    ]

    /// - Parameter name: of a field, in any case.
    package static func contains(_ name: String) -> Bool { names.contains(name.lowercased()) }
}
