package import HTTPMessage
internal import XMLDocument

/// An error response in S3's form.
package struct S3Error: Error, Sendable {
    /// An element beside code and message.
    package struct Detail: Sendable, Hashable {
        /// The element's name.
        package var name: String
        /// The element's text.
        package var value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The status of the response.
    package var status: Int
    /// S3's name for the error, such as `NoSuchKey`; in a stub it may be any text.
    package var code: String
    /// A sentence.
    package var message: String
    /// Additional elements, in order.
    package var details: [Detail]
    /// Additional header fields.
    package var headers: HeaderFields

    /// - Parameters:
    ///   - status: nil for the code's own.
    ///   - message: nil for the code's own.
    ///   - details: names and texts of additional elements, in order.
    package init(
        _ code: S3ErrorCode, _ message: String? = nil, _ details: [(String, String)] = [], status: Int? = nil, headers: HeaderFields = []
    ) {
        self.init(status: status ?? code.status, code: code.rawValue, message: message ?? code.message, details, headers: headers)
    }

    /// An error with a code that S3 need not have.
    package init(status: Int, code: String, message: String, _ details: [(String, String)] = [], headers: HeaderFields = []) {
        self.status = status
        self.code = code
        self.message = message
        self.details = details.map { Detail($0.0, $0.1) }
        self.headers = headers
    }

    /// NoSuchBucket.
    package static func noSuchBucket(_ name: String) -> S3Error { S3Error(.noSuchBucket, nil, [("BucketName", name)]) }

    /// NoSuchKey.
    package static func noSuchKey(_ key: String) -> S3Error { S3Error(.noSuchKey, nil, [("Key", key)]) }

    /// InvalidArgument.
    /// - Parameter value: what was given; nil where S3 does not repeat it.
    package static func invalidArgument(_ message: String, _ name: String, _ value: String? = nil) -> S3Error {
        S3Error(.invalidArgument, message, [("ArgumentName", name)] + (value.map { [("ArgumentValue", $0)] } ?? []))
    }

    /// MethodNotAllowed.
    /// - Parameter allowed: the value of the field Allow.
    package static func methodNotAllowed(_ method: String, on resource: S3Resource, allowed: String) -> S3Error {
        methodNotAllowed(method, on: resource.rawValue.uppercased(), allowed: allowed)
    }

    /// MethodNotAllowed for an upload in parts.
    /// - Parameter allowed: the value of the field Allow.
    package static func methodNotAllowed(_ method: String, onUpload allowed: String) -> S3Error {
        methodNotAllowed(method, on: "UPLOAD", allowed: allowed)
    }

    private static func methodNotAllowed(_ method: String, on resource: String, allowed: String) -> S3Error {
        S3Error(.methodNotAllowed, nil, [("Method", method), ("ResourceType", resource)], headers: [("Allow", allowed)])
    }

    /// XAmzContentSHA256Mismatch.
    static func contentMismatch(_ expected: String, computed: String) -> S3Error {
        S3Error(.contentSHA256Mismatch, nil, [("ClientComputedContentSHA256", expected), ("S3ComputedContentSHA256", computed)])
    }

    /// NotImplemented.
    /// - Parameter what: names the feature.
    package static func notImplemented(_ what: String) -> S3Error {
        S3Error(.notImplemented, "A header or parameter you provided implies functionality that is not implemented: \(what)")
    }

    /// NotImplemented, in S3's own words.
    /// - Parameter header: the field that no operation of the kind takes.
    package static func notImplemented(header: String) -> S3Error { S3Error(.notImplemented, nil, [("Header", header)]) }

    /// InternalError.
    package static func internalError(_ cause: String) -> S3Error { S3Error(.internalError, "We encountered an internal error. \(cause)") }

    /// The error's XML.
    package func document(_ identity: RequestIdentity) -> [UInt8] {
        var xml = XMLText()
        xml.element("Error") { xml in
            xml.element("Code", code)
            xml.element("Message", message)
            for detail in details { xml.element(detail.name, detail.value) }
            xml.element("RequestId", identity.requestID)
            xml.element("HostId", RequestIdentity.hostID)
        }
        return xml.bytes
    }

    /// The response to a request; for HEAD only the status and the fields. Without `x-amz-request-id`, which is the request's own.
    package func response(to request: Request, _ identity: RequestIdentity) -> Response {
        var fields = RequestIdentity.commonFields
        fields.append(contentsOf: headers)
        fields.append(name: "Content-Type", value: "application/xml")
        guard !request.methodBytes.elementsEqual("HEAD".utf8) else { return Response(status: status, headers: fields) }
        return Response(status: status, headers: fields, body: .bytes(document(identity)))
    }
}
