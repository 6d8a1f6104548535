internal import Digest
internal import HTTPMessage
internal import HashTreeCollections
internal import S3Dialect

/// An upload in parts that is not finished.
struct MultipartUpload: Sendable {
    /// Unique in the process.
    let id: String
    let key: ObjectKey
    /// Of the object that is to come.
    let description: ObjectDescription
    let initiated: HTTPDate
    /// That of the change that began it: newer uploads of the bucket have greater ones.
    let number: Int
    /// The checksums that the client says its parts have; nil when it says nothing.
    let algorithm: ChecksumAlgorithm?
    let type: ChecksumType?
    /// The room that the upload and its parts take beside the parts' contents.
    let room: StorageCharge
    /// The number of the newest version of that key when it began, which is 0 for the folder's file; nil for none, and when it is gone.
    private(set) var replaces: Int?
    /// Whether the key has another newest version since then, or has lost its last one.
    private(set) var isOvertaken = false
    /// By number. A tree: each part is added while a snapshot shares the others.
    private(set) var parts: TreeDictionary<Int, UploadedPart> = [:]
    /// How often a part was added: as long as it is the same, so are the parts.
    private(set) var additions = 0

    /// The object was written or deleted.
    /// - Parameter newest: the number of the newest version; nil where nothing is left.
    mutating func noteChange(newest: Int?) { isOvertaken = newest == nil || newest != replaces }

    /// The folder has the object, and the session has no version of it any more.
    /// - Parameter number: that of the version that is the folder's file now; nil for a deleted object.
    mutating func noteWritten(_ number: Int?) { replaces = number != nil && number == replaces ? 0 : nil }

    /// Makes room for one part more.
    /// - Throws: QuotaExceeded.
    func reservePart() throws(S3Error) {
        try room.cover(StorageLedger.bytes(of: key, description, parts: parts.count + 1))
    }

    /// Adds a part. One that is sent again replaces the earlier one.
    mutating func add(_ part: UploadedPart) {
        parts[part.number] = part
        additions += 1
    }

    /// What S3 computes of parts when the client says nothing.
    static let usualAlgorithm = ChecksumAlgorithm.crc64nvme

    /// In the order of their numbers.
    var sortedParts: [UploadedPart] { parts.values.sorted { $0.number < $1.number } }
}

/// A part of an upload.
struct UploadedPart: Sendable {
    let number: Int
    let content: ObjectContent
    let md5: [UInt8]
    /// In the algorithm of the upload.
    let checksum: Checksum
    let lastModified: HTTPDate

    /// MD5 in hexadecimal digits.
    var entityTag: String { Hexadecimal.text(md5) }
    /// Length in bytes.
    var size: Int { content.size }
}
