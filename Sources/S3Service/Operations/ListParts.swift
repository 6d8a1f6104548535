internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

enum ListParts: S3Operation {
    static let names = [S3OperationName.listParts]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .pooled }

    static func checkQuery(_ call: S3Call) throws(S3Error) {
        for name in ["max-parts", "part-number-marker"] { try ListingPage.checkIsNumber(call, name) }
    }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let key = try call.checkedKey()
        let bucket = try view.bucket(call.bucket)
        let upload = try bucket.layer.upload(call.parameter("uploadId") ?? "", key)
        let text = try ListingText(encoding: call.parameter("encoding-type"))
        let limit = try ListingPage.limit(call, "max-parts")
        let marker = try ListingPage.number(call, "part-number-marker") ?? 0
        let rest = upload.sortedParts.filter { $0.number > marker }
        let page = rest.prefix(limit)
        return call.document(
            XMLText("ListPartsResult") { xml in
                xml.element("Bucket", call.bucket)
                xml.element("Key", text(key.text))
                xml.element("UploadId", upload.id)
                xml.owner("Initiator")
                xml.owner()
                xml.element("StorageClass", upload.description.storageClass)
                xml.element("PartNumberMarker", marker)
                xml.element("NextPartNumberMarker", page.last?.number ?? 0)
                xml.element("MaxParts", limit)
                xml.element("EncodingType", text.encoding)
                xml.element("IsTruncated", page.count < rest.count && limit > 0)
                xml.element("ChecksumAlgorithm", upload.algorithm?.rawValue)
                xml.element("ChecksumType", upload.type?.rawValue)
                for part in page {
                    xml.element("Part") { xml in
                        xml.element("PartNumber", part.number)
                        xml.date("LastModified", part.lastModified)
                        xml.element("ETag", "\"\(part.entityTag)\"")
                        xml.element("Size", part.size)
                        if upload.algorithm != nil { xml.element(part.checksum.algorithm.element, part.checksum.text) }
                    }
                }
            }, headers: bucket.abortFields(upload))
    }
}
