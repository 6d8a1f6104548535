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
    /// The number of the newest version of that key when it began; nil for none.
    let replaces: Int?
    /// Whether the key has another newest version since then, or has lost its last one.
    var isOvertaken = false
    /// By number. A tree: each part is added while a snapshot shares the others.
    private(set) var parts: TreeDictionary<Int, UploadedPart> = [:]
    /// How often a part was added: as long as it is the same, so are the parts.
    private(set) var additions = 0

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
