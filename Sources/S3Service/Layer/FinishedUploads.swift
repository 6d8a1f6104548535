/// The last uploads that became objects: a client that completes one a second time gets the same response.
struct FinishedUploads: Sendable {
    private static let capacity = 1_000

    private var versions: [String: StoredObject] = [:]
    private var order: [String] = []

    subscript(id: String) -> StoredObject? { versions[id] }

    mutating func add(_ id: String, _ object: StoredObject) {
        if order.count >= Self.capacity { versions[order.removeFirst()] = nil }
        // Without the content, which may be deleted meanwhile, and without the list of parts.
        versions[id] = StoredObject(head: object.head.withoutParts, content: .empty, version: object.version)
        order.append(id)
    }
}
