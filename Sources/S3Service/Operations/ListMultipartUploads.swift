internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

/// The uploads that are not finished: in the order of their keys, the oldest of each key first.
enum ListMultipartUploads: S3Operation {
    static let names = [S3OperationName.listMultipartUploads]

    static func cost(of call: S3Call, _ view: BucketView) -> OperationCost { .pooled }

    static func perform(_ call: S3Call, _ view: BucketView) throws(S3Error) -> Response {
        let bucket = try view.bucket(call.bucket)
        let text = try ListingText(encoding: call.parameter("encoding-type"))
        let page = UploadPage(Array(bucket.layer.uploads.values), call, limit: try ListingPage.limit(call, "max-uploads"))
        return call.document(
            XMLText("ListMultipartUploadsResult") { xml in
                xml.element("Bucket", call.bucket)
                xml.element("KeyMarker", text(call.parameter("key-marker") ?? ""))
                xml.element("UploadIdMarker", call.parameter("upload-id-marker") ?? "")
                if page.isTruncated {
                    xml.element("NextKeyMarker", page.lastKey.map { text($0) })
                    xml.element("NextUploadIdMarker", page.lastUpload ?? "")
                }
                if let prefix = call.parameter("prefix"), !prefix.isEmpty { xml.element("Prefix", text(prefix)) }
                if let delimiter = call.parameter("delimiter"), !delimiter.isEmpty { xml.element("Delimiter", text(delimiter)) }
                if text.isEncoded { xml.element("EncodingType", "url") }
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

    private struct UploadPage {
        let limit: Int
        private(set) var uploads: [MultipartUpload] = []
        private(set) var commonPrefixes: [String] = []
        private(set) var isTruncated = false
        private(set) var lastKey: String?
        /// Nil when the page ends with a common prefix.
        private(set) var lastUpload: String?

        init(_ all: [MultipartUpload], _ call: S3Call, limit: Int) {
            self.limit = limit
            let prefix = ObjectKey(call.parameter("prefix") ?? "")
            let delimiter = ObjectKey(call.parameter("delimiter") ?? "")
            let marker = call.parameter("key-marker").map { ObjectKey($0) }
            let last = call.parameter("upload-id-marker").flatMap { id in all.first { $0.id == id }?.sequence }
            guard limit > 0 else { return }
            for upload in all.sorted(by: { ($0.key, $0.sequence) < ($1.key, $1.sequence) }) where upload.key.hasPrefix(prefix) {
                if let marker {
                    let isPast = upload.key > marker || upload.key == marker && last.map { upload.sequence > $0 } ?? false
                    if !isPast { continue }
                }
                let common = upload.key.commonPrefix(beyond: prefix, delimiter)
                if let common, common.text == commonPrefixes.last || common == marker { continue }
                guard uploads.count + commonPrefixes.count < limit else {
                    isTruncated = true
                    return
                }
                if let common { commonPrefixes.append(common.text) } else { uploads.append(upload) }
                lastKey = common?.text ?? upload.key.text
                lastUpload = common == nil ? upload.id : nil
            }
        }
    }
}
