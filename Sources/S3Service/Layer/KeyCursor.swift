internal import FileStore

/// Walks over the keys of a session's changes and of the folder together, in order.
struct KeyCursor {
    private let changes: SortedKeys<ObjectHistory>
    private let index: FolderIndex?
    private let keys: SortedKeys<Void>
    private var place: SortedKeys<ObjectHistory>.Place
    private var position: SortedKeys<Void>.Place

    init(_ changes: SortedKeys<ObjectHistory>, _ index: FolderIndex?, from key: ObjectKey) {
        self.changes = changes
        self.index = index
        keys = index?.keys ?? SortedKeys()
        place = changes.place(atOrAfter: key)
        position = keys.place(atOrAfter: key)
    }

    private var changed: ObjectKey? { changes[place]?.key }
    private var inFolder: ObjectKey? { keys[position]?.key }

    /// The current key; nil at the end.
    var key: ObjectKey? {
        switch (changed, inFolder) {
        case (let changed?, let inFolder?): min(changed, inFolder)
        case (let changed, let inFolder): changed ?? inFolder
        }
    }

    /// Whether the folder has a file for the current key.
    var isInFolder: Bool { inFolder.map { inFolder in changed.map { inFolder <= $0 } ?? true } ?? false }

    /// The path of the current key's file, if the folder has one under the key itself.
    var plainPath: RelativePath? { isInFolder ? inFolder.flatMap { index?.plainPath(of: $0) } : nil }

    mutating func advance() {
        guard let key else { return }
        let isInFolder = isInFolder
        if changed == key { place = changes.place(after: place) }
        if isInFolder { position = keys.place(after: position) }
    }

    /// Goes on to the first key that is not less than this one. Nil goes to the end.
    mutating func skip(to key: ObjectKey?) {
        guard let key else {
            place = changes.end
            position = keys.end
            return
        }
        place = changes.place(atOrAfter: key)
        position = keys.place(atOrAfter: key)
    }
}
