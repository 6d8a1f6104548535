internal import FileStore

/// Walks over the keys of a session's changes and of the folder together, in order.
struct KeyCursor {
    private let changes: SortedKeys<ObjectHistory>
    private let index: FolderIndex?
    private let keys: SortedKeys<Void>
    private var place: SortedKeys<ObjectHistory>.Place
    private var position: SortedKeys<Void>.Place
    private var changed: ObjectKey?
    private var inFolder: ObjectKey?
    /// The current key; nil at the end.
    private(set) var key: ObjectKey?
    /// Whether the folder has a file for the current key.
    private(set) var isInFolder = false
    /// Whether the session has changed something of the current key.
    private var isChanged = false
    /// Of the files that it passes.
    var stamps: StampReader

    init(_ changes: SortedKeys<ObjectHistory>, _ index: FolderIndex?, from key: ObjectKey, _ stamps: StampReader) {
        self.stamps = stamps
        self.changes = changes
        self.index = index
        keys = index?.keys ?? SortedKeys()
        place = changes.place(atOrAfter: key)
        position = keys.place(atOrAfter: key)
        changed = changes.key(at: place)
        inFolder = keys.key(at: position)
        settle()
    }

    /// What the session has changed of the current key; nil for nothing.
    var history: ObjectHistory? { isChanged ? changes.value(at: place) : nil }

    /// Whether the session's newest version of the current key is an object and no delete marker; nil when it has none. Unlike `history`, it
    /// copies nothing, and reads only what is beside the keys.
    var isNewestAnObject: Bool? { isChanged ? changes.read(at: place) { $0.isNewestAnObject } : nil }

    /// The path of the current key's file, if the folder has one under the key itself.
    var plainPath: RelativePath? { isInFolder ? inFolder.flatMap { index?.plainPath(of: $0) } : nil }

    /// Whether files of the folder may have descriptions.
    var hasDescriptions: Bool { index?.hasDescriptions ?? false }

    mutating func advance() {
        if isChanged {
            place = changes.place(after: place)
            changed = changes.key(at: place)
        }
        if isInFolder {
            position = keys.place(after: position)
            inFolder = keys.key(at: position)
        }
        settle()
    }

    /// Goes on to the first key that is not less than this one, which is not before the current one. Nil goes to the end.
    mutating func skip(to key: ObjectKey?) {
        place = key.map { changes.place(atOrAfter: $0, from: place) } ?? changes.end
        position = key.map { keys.place(atOrAfter: $0, from: position) } ?? keys.end
        changed = changes.key(at: place)
        inFolder = keys.key(at: position)
        settle()
    }

    /// Chooses the lesser of the two keys.
    private mutating func settle() {
        switch (changed, inFolder) {
        case (let changed?, let inFolder?): (isChanged, isInFolder) = (!(inFolder < changed), !(changed < inFolder))
        case (let changed, let inFolder): (isChanged, isInFolder) = (changed != nil, inFolder != nil)
        }
        key = isChanged ? changed : inFolder
    }
}
