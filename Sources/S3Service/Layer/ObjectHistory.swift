/// The versions of one object in a session.
struct ObjectHistory: Sendable {
    /// Newest first.
    private(set) var versions: [ObjectVersion] = [] {
        didSet { isNewestAnObject = versions.isEmpty ? nil : versions[0].object != nil }
    }
    /// Whether the newest version is an object and no delete marker; nil when the session has none. Kept beside the versions, which are
    /// elsewhere in memory.
    private(set) var isNewestAnObject: Bool?
    /// Whether the folder's file, if there is one, is the oldest version. It is the version `null`.
    private(set) var keepsFile: Bool
    /// The number of the last version `null` that was removed; 0 when none was, or it was the folder's file.
    private var removedNull = 0
    /// The number of the newest version when it was written into the folder; -1 for none.
    private var written = -1

    /// Of an object that no request has changed.
    /// - Parameter keepsFile: false in a bucket without a folder.
    init(keepsFile: Bool) { self.keepsFile = keepsFile }

    /// Whether the session has nothing of its own to say about the object.
    func isUnchanged(overFolder: Bool) -> Bool { versions.isEmpty && keepsFile == overFolder && (overFolder || written == -1) }

    /// The newest version; nil when there is none or it is a delete marker.
    /// - Parameter file: the folder's; nil when there is none.
    func current(over file: StoredObject?) -> StoredObject? { versions.isEmpty ? (keepsFile ? file : nil) : versions[0].object }

    /// The version with that name, or the newest one; nil when the session has none.
    /// - Parameter id: nil for the newest.
    func version(_ id: VersionID?) -> ObjectVersion? { id.map { id in versions.first { $0.id == id } } ?? versions.first }

    /// The number of the newest version, which is 0 for the folder's file, whether or not there is one; nil for none.
    var newest: Int? { versions.first?.number ?? (keepsFile ? 0 : nil) }

    /// Whether it is one version that a file can be.
    var isOneNullVersion: Bool { versions.count == 1 && versions[0].id == .null && versions[0].object != nil && !keepsFile }

    /// Whether the folder has the newest version, or the session has none.
    var isWritten: Bool { versions.isEmpty ? keepsFile : versions[0].number == written }

    /// The folder has the newest version.
    mutating func noteWritten() { written = versions.first?.number ?? -1 }

    /// Whether nothing has changed between the two.
    func isSame(as other: ObjectHistory) -> Bool {
        keepsFile == other.keepsFile
            && versions.elementsEqual(other.versions) { $0.number == $1.number && $0.object?.head === $1.object?.head }
    }

    /// The folder's file will be another one: the version that it is lives on.
    /// - Parameter file: nil when there is none.
    mutating func keepFile(_ file: StoredObject?) {
        keepsFile = false
        if let file { versions.append(ObjectVersion(file, number: 0, nil)) }
    }

    /// Adds the newest version.
    mutating func add(_ version: ObjectVersion) {
        if version.id == .null { removeNull() }
        versions.insert(version, at: 0)
    }

    /// Removes the version with that name.
    /// - Returns: nil when the session has none; the folder's file may still have been the one that was meant.
    mutating func remove(_ id: VersionID) -> ObjectVersion? {
        if let index = versions.firstIndex(where: { $0.id == id }) {
            if id == .null { removedNull = versions[index].number }
            return versions.remove(at: index)
        }
        if id == .null { keepsFile = false }
        return nil
    }

    /// The number of a version, which may be gone.
    func number(of id: VersionID) -> Int {
        id.number ?? versions.first { $0.id == .null }?.number ?? (keepsFile ? 0 : removedNull)
    }

    /// Removes everything, as a write or a delete does in a bucket without versions.
    mutating func removeNull() {
        versions.removeAll { $0.id == .null }
        keepsFile = false
    }

    /// An object that was found outside of the session, in the folder or as a picture; nil if it was deleted since.
    func file(_ found: StoredObject) -> StoredObject? {
        switch found.content {
        case .fixture, .picture: keepsFile ? found : nil
        case .held, .joined: nil
        }
    }

    /// Replaces a version by one with another description.
    mutating func replace(_ version: ObjectVersion) {
        if let index = versions.firstIndex(where: { $0.id == version.id }) {
            if version.number == written { written = -1 }
            versions[index] = version
        } else if version.id == .null {
            // It was the folder's file, the oldest version.
            keepsFile = false
            versions.append(version)
        }
    }
}
