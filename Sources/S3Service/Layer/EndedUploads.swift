internal import S3Dialect

/// The last uploads that were completed or aborted. A client that completes one a second time, in the same words, gets the same response;
/// and each can be aborted again.
struct EndedUploads: Sendable {
    /// What an upload has become.
    struct Completion: Sendable {
        /// The hash of the list of parts that completed it. The list itself may have 10,000.
        fileprivate let list: Int
        /// Without content, parts and checksum.
        let object: StoredObject
        /// That of the change that made the object.
        let number: Int
    }

    private struct Upload: Sendable {
        let key: ObjectKey
        /// Nil when it was aborted.
        let completion: Completion?
    }

    private static let capacity = 1_000

    private var uploads: [String: Upload] = [:]
    private var order: [String] = []

    /// Whether the upload of that id was one of that key.
    func contain(_ id: String, _ key: ObjectKey) -> Bool { uploads[id]?.key == key }

    /// Whether the upload of that id was one of that key, and was completed.
    func hasCompleted(_ id: String, _ key: ObjectKey) -> Bool { contain(id, key) && uploads[id]?.completion != nil }

    /// What became of the upload of that id; nil if it was aborted, or completed for another key or with another list.
    func completion(_ id: String, _ key: ObjectKey, _ list: PartList) -> Completion? {
        guard let upload = uploads[id], upload.key == key, upload.completion?.list == list.hashValue else { return nil }
        return upload.completion
    }

    /// - Parameter number: that of the change that made the object.
    mutating func addCompleted(_ id: String, _ key: ObjectKey, _ list: PartList, _ object: StoredObject, _ number: Int) {
        // The content may be deleted meanwhile, and S3 does not repeat the checksum.
        let rest = StoredObject(head: object.head.withoutPartsAndChecksum, content: .empty, version: object.version)
        add(id, Upload(key: key, completion: Completion(list: list.hashValue, object: rest, number: number)))
    }

    mutating func addAborted(_ id: String, _ key: ObjectKey) { add(id, Upload(key: key, completion: nil)) }

    private mutating func add(_ id: String, _ upload: Upload) {
        if order.count >= Self.capacity { uploads[order.removeFirst()] = nil }
        uploads[id] = upload
        order.append(id)
    }
}
