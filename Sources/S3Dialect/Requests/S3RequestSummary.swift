package import HTTPMessage

/// What a request on the S3 listener asks for, in S3's words, and who it says it is from. Nothing is verified.
package struct S3RequestSummary: Sendable {
    /// Nil when S3 has no such operation.
    package var operation: S3OperationName?
    /// Nil for the service itself.
    package var bucket: String?
    /// Decoded; nil without one, and for an upload form until `add(_:)`.
    package var key: String?
    /// The id of an upload in parts; nil without one.
    package var uploadID: String?
    /// A number without zeros in front, another text as it is written; nil without one.
    package var partNumber: String?
    /// Who signed it, and how; nil for nobody.
    package var signer: SignedRequest? { if let form { form.signer } else { Authenticator.claim(of: request) } }

    /// The operation, with the number of a part: `UploadPart 3`. Nil without an operation.
    package var title: String? { operation.map { name in partNumber.map { "\(name.rawValue) \($0)" } ?? name.rawValue } }

    private let request: Request
    private var form: PostFormSummary?

    /// Adds what the fields of an upload form say.
    package mutating func add(_ form: PostFormSummary) {
        self.form = form
        key = form.key
    }

    /// - Parameter baseDomains: as for `S3Address`.
    /// - Returns: nil for a request on another listener.
    package init?(_ request: Request, baseDomains: [String] = []) {
        guard request.arrival.listener == .s3 else { return nil }
        let address = S3Address(request, baseDomains: baseDomains)
        self.request = request
        operation = S3OperationName(request, address)
        bucket = address.bucket
        key = address.key == nil ? nil : address.keyText
        guard request.queryBytes != nil else { return }
        let items = request.queryItems
        uploadID = items.first { $0.name == "uploadId" }?.value
        partNumber = items.first { $0.name == "partNumber" }.map { item in Self.number(item.value).map { String($0) } ?? item.value }
    }

    /// The number that a text of digits is, as S3 reads it also with a plus in front; nil for another text.
    package static func number(_ text: String) -> Int? { text.utf8.first == UInt8(ascii: "-") ? nil : Int(text) }
}
