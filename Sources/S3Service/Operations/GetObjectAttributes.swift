internal import S3Dialect
internal import XMLDocument
internal import FileStore
internal import HTTPMessage

enum GetObjectAttributes: S3Operation {
    static let name = "GetObjectAttributes"
    static let resource = S3Resource.object
    static let selectors = ["attributes"]

    static func perform(_ call: S3Call, _ objects: ObjectStore) throws(S3Error) -> Response {
        let wanted = call.request.headers("x-amz-object-attributes")
            .flatMap { $0.split(separator: ",") }.map { String(FieldText.trimmingBlanks($0)) }
        guard !wanted.isEmpty else {
            throw S3Error(.invalidRequest, "x-amz-object-attributes is required and must contain at least one attribute name")
        }
        let file = try objects.object(call)
        let digest = try objects.digest(of: file, call)
        let response = call.document(
            XMLText("GetObjectAttributesResponse") { xml in
                if wanted.contains("ETag") { xml.element("ETag", digest) }
                if wanted.contains("StorageClass") { xml.element("StorageClass", "STANDARD") }
                if wanted.contains("ObjectSize") { xml.element("ObjectSize", file.size) }
            })
        var fields = response.headers
        fields.append(name: "Last-Modified", value: file.lastModified.text)
        return Response(status: 200, headers: fields, body: response.body)
    }
}
