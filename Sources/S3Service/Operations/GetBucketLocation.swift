internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

enum GetBucketLocation: S3Operation {
    static let names = [S3OperationName.getBucketLocation]

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let bucket = try view.bucket(call.bucket)
        let region = bucket.layer.settings.region ?? call.settings.region
        var xml = XMLText()
        // The location constraint of the oldest region is empty.
        xml.element("LocationConstraint", attributes: [("xmlns", XMLText.namespace)]) { $0.text(region == "us-east-1" ? "" : region) }
        return call.document(xml)
    }
}
