internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

/// Up to 1,000 deletes in one request. Each succeeds or fails on its own.
enum DeleteObjects: S3Operation {
    static let names = [S3OperationName.deleteObjects]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .pooled }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        _ = try view.bucket(call.bucket)
        try call.requireDigest()
        let list = try DeletionList(try call.body())
        for item in list.items { try ObjectKey(item.key).checkLength() }
        var results = XMLText.fragment(tellsAllApart: true)
        for item in list.items {
            do throws(S3Error) {
                let deletion = try delete(item, call, view)
                if !list.isQuiet { write(item, deletion, &results) }
            } catch {
                results.element("Error") { xml in
                    xml.element("Key", item.key)
                    xml.element("VersionId", item.versionID)
                    xml.element("Code", error.code)
                    xml.element("Message", error.message)
                }
            }
        }
        return call.document(XMLText("DeleteResult") { $0.append(results) })
    }

    private static func delete(_ item: DeletionList.Item, _ call: S3Call, _ view: BucketView) throws(S3Error) -> BucketView.Deletion {
        let key = ObjectKey(item.key)
        try call.access.check(deletionOf: key, version: item.versionID, call, view)
        let version: VersionID?
        do throws(S3Error) { version = try VersionID.parse(item.versionID) } catch {
            throw S3Error(.noSuchVersion)
        }
        return try view.delete(key, version: version, in: call.bucket, notesMissing: true) { current throws(S3Error) in
            guard item.hasCondition else { return }
            guard let current else { throw .noSuchKey(item.key) }
            let tag = item.entityTag.map(EntityTagList.parse)
            guard tag.map({ $0.matchesStrongly(current.head.entityTag) }) ?? true, item.size.map({ $0 == current.size }) ?? true,
                item.lastModified.map({ $0 == current.head.lastModified }) ?? true
            else { throw WriteConditions.failed("If-Match") }
        }
    }

    private static func write(_ item: DeletionList.Item, _ deletion: BucketView.Deletion, _ xml: inout XMLText) {
        xml.element("Deleted") { xml in
            xml.element("Key", item.key)
            xml.element("VersionId", item.versionID)
            if deletion.isMarker {
                xml.element("DeleteMarker", true)
                xml.element("DeleteMarkerVersionId", deletion.version?.text)
            }
        }
    }
}

extension DeletionList.Item {
    fileprivate var hasCondition: Bool { entityTag != nil || lastModified != nil || size != nil }
}
