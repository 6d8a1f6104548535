internal import S3Dialect
internal import XMLDocument
internal import HTTPMessage

/// GetBucketAcl: the owner has full control.
enum GetAccessControlList: S3Operation {
    static let name = "GetBucketAcl"
    static let resource = S3Resource.bucket
    static let selectors = ["acl"]

    static func perform(_ call: S3Call, _ objects: ObjectStore) throws(S3Error) -> Response {
        try objects.requireBucket(call.bucket)
        return call.document(document)
    }

    static var document: XMLText {
        XMLText("AccessControlPolicy") { xml in
            xml.owner()
            xml.element("AccessControlList") { xml in
                xml.element("Grant") { xml in
                    xml.owner(
                        "Grantee", attributes: [("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"), ("xsi:type", "CanonicalUser")])
                    xml.element("Permission", "FULL_CONTROL")
                }
            }
        }
    }
}

/// GetObjectAcl.
enum GetObjectAccessControlList: S3Operation {
    static let name = "GetObjectAcl"
    static let resource = S3Resource.object
    static let selectors = ["acl"]

    static func perform(_ call: S3Call, _ objects: ObjectStore) throws(S3Error) -> Response {
        _ = try objects.object(call)
        return call.document(GetAccessControlList.document)
    }
}
