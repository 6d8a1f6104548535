internal import S3Dialect

/// The last uploads that became objects: a client that completes one a second time, in the same words, gets the same response.
struct FinishedUploads: Sendable {
    private struct Upload: Sendable {
        let key: ObjectKey
        /// The hash of the list of parts that completed it. The list itself may have 10,000.
        let list: Int
        let object: StoredObject
    }

    private static let capacity = 1_000

    private var uploads: [String: Upload] = [:]
    private var order: [String] = []

    /// What became of the upload of that id; nil if it was completed for another key, or with another list.
    func object(_ id: String, _ key: ObjectKey, _ list: PartList) -> StoredObject? {
        guard let upload = uploads[id], upload.key == key, upload.list == list.hashValue else { return nil }
        return upload.object
    }

    mutating func add(_ id: String, _ key: ObjectKey, _ list: PartList, _ object: StoredObject) {
        if order.count >= Self.capacity { uploads[order.removeFirst()] = nil }
        // Without the content, which may be deleted meanwhile, and without the list of parts.
        let rest = StoredObject(head: object.head.withoutParts, content: .empty, version: object.version)
        uploads[id] = Upload(key: key, list: list.hashValue, object: rest)
        order.append(id)
    }
}
