internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

enum GetObjectAttributes: S3Operation {
    static let names = [S3OperationName.getObjectAttributes]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { GetObject.cost(of: call, view) }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let wanted = call.request.headers("x-amz-object-attributes").flatMap { attributes(in: $0) }
        guard !wanted.isEmpty else {
            throw S3Error(
                .invalidRequest,
                "The x-amz-object-attributes header specifying the attributes to be retrieved is either missing or empty")
        }
        let known = ["ETag", "Checksum", "ObjectParts", "StorageClass", "ObjectSize"]
        if let other = wanted.first(where: { !known.contains($0) }) {
            throw .invalidArgument("Invalid attribute name specified.", "x-amz-object-attributes", other)
        }
        try EncryptionFields.checkRead(call)
        let version = try VersionID.parse(call.parameter("versionId"))
        let bucket = try view.bucket(call.bucket)
        let object = try bucket.object(try call.checkedKey(), version: version)
        let head = object.head
        let parts = try PartPage(head.parts, call)
        var fields: HeaderFields = [("Last-Modified", head.lastModified.text)]
        if bucket.layer.versioning != nil { fields.append(name: "x-amz-version-id", value: object.version.text) }
        switch object.verdict(on: call, hasRanges: false, now: view.now) {
        case .notModified:
            var unchanged = head.notModifiedFields
            for field in fields { unchanged.set(field.name, field.value) }
            return call.done(304, headers: unchanged)
        case .preconditionFailed: throw call.failedCondition
        case .whole, .part, .rangeNotSatisfiable: break
        }
        return call.document(
            XMLText("GetObjectAttributesResponse") { xml in
                // Without quotes, but for a weak one, which only a description has.
                if wanted.contains("ETag") { xml.element("ETag", head.entityTag.isWeak ? head.entityTag.text : head.entityTag.opaque) }
                if wanted.contains("Checksum"), let checksum = head.checksum {
                    xml.element("Checksum") { xml in
                        // Without the number of parts, unlike everywhere else.
                        xml.element(checksum.algorithm.element, String(checksum.text.prefix { $0 != "-" }))
                        xml.element("ChecksumType", checksum.type.rawValue)
                    }
                }
                if wanted.contains("ObjectParts"), !head.parts.isEmpty { parts.write(to: &xml) }
                if wanted.contains("StorageClass") { xml.element("StorageClass", head.description.storageClass) }
                if wanted.contains("ObjectSize") { xml.element("ObjectSize", object.size) }
            }, headers: fields)
    }

    /// The names in a list. As in S3, commas at its end count for nothing; another empty name stays, and is refused.
    private static func attributes(in list: String) -> [String] {
        var names = list.split(separator: ",", omittingEmptySubsequences: false)
        while names.last?.isEmpty == true { names.removeLast() }
        return names.map { String(FieldText.trimmingBlanks($0)) }
    }
}
