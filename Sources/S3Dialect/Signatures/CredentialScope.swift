package import HTTPMessage

/// What a key of version 4 is for: `20130524/us-east-1/s3/aws4_request`.
package struct CredentialScope: Sendable, Hashable {
    /// `yyyymmdd`.
    package var date: String
    /// Any region.
    package var region: String
    /// `s3`.
    package var service: String

    package init(date: String, region: String, service: String = "s3") {
        self.date = date
        self.region = region
        self.service = service
    }

    /// The scope that the signature of a request names. Nothing is verified.
    /// - Returns: nil for a request without a signature of version 4, and for a malformed one.
    package static func claim(of request: Request) -> CredentialScope? {
        if let index = request.firstHeaderIndex("Authorization") {
            return (try? AuthorizationField(request.headerValue(index)))?.credential.scope
        }
        guard let text = SignedQuery(request).value("X-Amz-Credential") else { return nil }
        return (try? Credential(text) { S3Error(.authorizationQueryParametersError, $0) })?.scope
    }

    /// The scope as it is signed.
    package var text: String { "\(date)/\(region)/\(service)/\(Self.terminal)" }

    static let terminal = "aws4_request"
}
