internal import HTTPMessage
internal import S3Dialect

/// One page of the uploads that are not finished: in the order of their keys, the oldest of each key first.
struct UploadPage {
    let limit: Int
    private(set) var uploads: [MultipartUpload] = []
    private(set) var commonPrefixes: [String] = []
    private(set) var isTruncated = false
    private(set) var lastKey: String?
    /// Nil when the page ends with a common prefix.
    private(set) var lastUpload: String?

    /// - Throws: InvalidArgument for a marker that is no id of an upload, or that of one of another key.
    init(_ all: [MultipartUpload], _ call: S3Call, limit: Int) throws(S3Error) {
        self.limit = limit
        let prefix = ObjectKey(call.parameter("prefix") ?? "")
        let delimiter = ObjectKey(call.parameter("delimiter") ?? "")
        let marker = call.parameter("key-marker").map { ObjectKey($0) }
        // The upload may have been finished since the last page.
        let last = call.uploadMarker.flatMap { VersionID.number(ofUpload: $0) }
        if let id = call.uploadMarker, last == nil || all.contains(where: { $0.id == id && $0.key != marker }) {
            throw .invalidArgument("Invalid uploadId marker", "upload-id-marker", id)
        }
        guard limit > 0 else { return }
        for upload in all.sorted(by: { ($0.key, $0.number) < ($1.key, $1.number) }) where upload.key.hasPrefix(prefix) {
            if let marker {
                let isPast = upload.key > marker || upload.key == marker && last.map { upload.number > $0 } ?? false
                if !isPast { continue }
            }
            let common = upload.key.commonPrefix(beyond: prefix, delimiter)
            if let common, common.text == commonPrefixes.last || marker?.hasPrefix(common) == true { continue }
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

extension S3Call {
    /// The upload after which a page begins; nil without a key, as S3 then ignores it, and for an empty one.
    var uploadMarker: String? {
        guard let key = parameter("key-marker"), !key.isEmpty, let id = parameter("upload-id-marker"), !id.isEmpty else { return nil }
        return id
    }
}
