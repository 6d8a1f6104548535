package import XMLDocument

/// Who pays for requests for the objects of a bucket: `RequestPaymentConfiguration`.
package enum RequestPayer: String, Sendable, Hashable, CaseIterable {
    case bucketOwner = "BucketOwner"
    case requester = "Requester"

    /// - Throws: MalformedXML.
    package init(_ document: [UInt8]) throws(S3Error) {
        let word = try InputElement(document, root: "RequestPaymentConfiguration").children("Payer").required("Payer").word()
        guard let known = Self(rawValue: word) else { throw S3Error(.malformedXML) }
        self = known
    }

    /// The value as `RequestPaymentConfiguration`.
    package var document: XMLText { XMLText("RequestPaymentConfiguration") { $0.element("Payer", rawValue) } }
}
