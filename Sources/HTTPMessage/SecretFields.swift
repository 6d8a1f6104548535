/// Header fields and parameters of a query or a form whose values are credentials or keys: these are left out of logs and of what is said
/// of a miss.
package enum SecretFields {
    /// In lower case.
    private static let names: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "x-auth-token", "x-amz-security-token",
        "x-amz-server-side-encryption-customer-key", "x-amz-copy-source-server-side-encryption-customer-key",
    ]

    /// In lower case.
    private static let parameters: Set<String> = [
        "x-amz-signature", "x-amz-security-token", "signature", "token", "access_token", "refresh_token", "id_token", "client_secret",
        "api_key",
    ]

    /// - Parameter name: of a field, in any case.
    package static func contains(_ name: String) -> Bool { names.contains(name.lowercased()) }

    /// - Parameter parameter: its name, decoded, in any case.
    package static func contains(parameter: String) -> Bool { parameters.contains(parameter.lowercased()) }
}
