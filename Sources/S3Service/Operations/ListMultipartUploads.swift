internal import HTTPMessage
internal import HashTreeCollections
internal import S3Dialect
internal import XMLDocument

/// The uploads that are not finished: in the order of their keys, the oldest of each key first.
enum ListMultipartUploads: S3Operation {
    static let names = [S3OperationName.listMultipartUploads]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .pooled }

    static func checkQuery(_ call: S3Call) throws(S3Error) { try ListingPage.checkIsNumber(call, "max-uploads") }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let bucket = try view.bucket(call.bucket)
        let text = try ListingText(encoding: call.parameter("encoding-type"))
        let page = try UploadPage(Array(bucket.layer.uploads.values), call, limit: try ListingPage.limit(call, "max-uploads"))
        return call.document(
            XMLText("ListMultipartUploadsResult") { xml in
                xml.element("Bucket", call.bucket)
                xml.element("KeyMarker", text(call.parameter("key-marker") ?? ""))
                xml.element("UploadIdMarker", call.uploadMarker ?? "")
                // On the last page, too, where it is the last upload and not a common prefix.
                xml.element("NextKeyMarker", text((page.isTruncated ? page.lastKey : page.uploads.last?.key.text) ?? ""))
                xml.element("NextUploadIdMarker", (page.isTruncated ? page.lastUpload : page.uploads.last?.id) ?? "")
                if let prefix = call.parameter("prefix"), !prefix.isEmpty { xml.element("Prefix", text(prefix)) }
                if let delimiter = call.parameter("delimiter"), !delimiter.isEmpty { xml.element("Delimiter", text(delimiter)) }
                xml.element("EncodingType", text.encoding)
                xml.element("MaxUploads", page.limit)
                xml.element("IsTruncated", page.isTruncated)
                for upload in page.uploads {
                    xml.element("Upload") { xml in
                        xml.element("Key", text(upload.key.text))
                        xml.element("UploadId", upload.id)
                        xml.owner("Initiator")
                        xml.owner()
                        xml.element("StorageClass", upload.description.storageClass)
                        xml.date("Initiated", upload.initiated)
                        xml.element("ChecksumAlgorithm", upload.algorithm?.rawValue)
                        xml.element("ChecksumType", upload.type?.rawValue)
                    }
                }
                text.commonPrefixes(page.commonPrefixes, &xml)
            })
    }
}
