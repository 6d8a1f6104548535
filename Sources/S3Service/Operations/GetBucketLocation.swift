internal import S3Dialect
internal import XMLDocument
internal import HTTPMessage

enum GetBucketLocation: S3Operation {
    static let name = "GetBucketLocation"
    static let resource = S3Resource.bucket
    static let selectors = ["location"]

    static func perform(_ call: S3Call, _ objects: ObjectStore) throws(S3Error) -> Response {
        try objects.requireBucket(call.bucket)
        var xml = XMLText()
        // The location constraint of the oldest region is empty.
        let region = call.settings.region == "us-east-1" ? "" : call.settings.region
        xml.element("LocationConstraint", attributes: [("xmlns", XMLText.namespace)]) { $0.text(region) }
        return call.document(xml)
    }
}
