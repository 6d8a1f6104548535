internal import XMLDocument
internal import HTTPMessage

/// An error response in S3's form.
struct S3Error: Error, Sendable {
    var status: Int
    var code: String
    var message: String
    /// Additional elements, in order.
    var details: [(String, String)] = []
    /// Additional header fields.
    var headers: HeaderFields = []

    init(_ status: Int, _ code: String, _ message: String, _ details: [(String, String)] = [], headers: HeaderFields = []) {
        self.status = status
        self.code = code
        self.message = message
        self.details = details
        self.headers = headers
    }

    static let slowDown = S3Error(503, "SlowDown", "Please reduce your request rate.")

    /// Internal: the operation is performed again on a thread where it may take time.
    static let needsTime: S3Error = {
        var error = slowDown
        error.isNeedOfTime = true
        return error
    }()
    private(set) var isNeedOfTime = false

    static func noSuchBucket(_ name: String) -> S3Error {
        S3Error(404, "NoSuchBucket", "The specified bucket does not exist", [("BucketName", name)])
    }

    static func noSuchKey(_ key: String) -> S3Error { S3Error(404, "NoSuchKey", "The specified key does not exist.", [("Key", key)]) }

    static func invalidArgument(_ message: String, _ name: String, _ value: String) -> S3Error {
        S3Error(400, "InvalidArgument", message, [("ArgumentName", name), ("ArgumentValue", value)])
    }

    static func methodNotAllowed(_ call: S3Call) -> S3Error {
        S3Error(
            405, "MethodNotAllowed", "The specified method is not allowed against this resource.",
            [("Method", call.request.method), ("ResourceType", call.resource.rawValue.uppercased())], headers: [("Allow", "GET, HEAD")])
    }

    static func notImplemented(_ what: String) -> S3Error {
        S3Error(501, "NotImplemented", "A header or parameter you provided implies functionality that is not implemented: \(what)")
    }

    static func internalError(_ cause: String) -> S3Error { S3Error(500, "InternalError", "We encountered an internal error. \(cause)") }

    /// For HEAD only the status and the fields.
    func response(to call: S3Call) -> Response {
        var fields = S3Call.commonHeaders
        for field in headers { fields.append(name: field.name, value: field.value) }
        fields.append(name: "Content-Type", value: "application/xml")
        guard !call.isHead else { return Response(status: status, headers: fields) }
        var xml = XMLText()
        xml.element("Error") { xml in
            xml.element("Code", code)
            xml.element("Message", message)
            for (name, value) in details { xml.element(name, value) }
            if !details.contains(where: { $0.0 == "Key" || $0.0 == "BucketName" }) { xml.element("Resource", call.resourcePath) }
            xml.element("RequestId", call.identity.requestID)
            xml.element("HostId", RequestIdentity.hostID)
        }
        return Response(status: status, headers: fields, body: .bytes(xml.bytes))
    }
}
