internal import S3Dialect
internal import XMLDocument
internal import FileStore
internal import HTTPMessage

enum GetObjectTagging: S3Operation {
    static let name = "GetObjectTagging"
    static let resource = S3Resource.object
    static let selectors = ["tagging"]

    static func perform(_ call: S3Call, _ objects: ObjectStore) throws(S3Error) -> Response {
        let file = try objects.object(call)
        let tags = try objects.metadata(of: file).tags
        return call.document(
            XMLText("Tagging") { xml in
                xml.element("TagSet") { xml in
                    for tag in tags {
                        xml.element("Tag") { xml in
                            xml.element("Key", tag.name)
                            xml.element("Value", tag.value)
                        }
                    }
                }
            })
    }
}
