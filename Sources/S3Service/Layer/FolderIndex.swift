internal import FileStore
internal import S3Dialect
internal import SystemCalls

/// The keys of a folder's bucket in order. Immutable; the indices after a change share what is the same.
///
/// What proves that it is current: a watch that told of no change, or else the stamps that the folders had after the walk.
final class FolderIndex: Sendable {
    /// The keys.
    let keys: SortedKeys<Void>
    /// Whether a watch tells of every change.
    let isWatched: Bool
    /// Whether a file may have a description beside it.
    let hasDescriptions: Bool
    /// The folder of the bucket.
    private let bucket: RelativePath
    /// What was at its path; nil for nothing.
    private let identity: FileIdentity?
    /// The keys whose files have an escaped name.
    private let escaped: Set<ObjectKey>
    /// The folders of the walk, with the stamps that they had after it, and the links. A change during the walk leaves the folders
    /// unsettled. Both are empty if the index is watched.
    private let folders: [(path: RelativePath, stamp: FileStamp?)]
    private let links: [(path: RelativePath, kind: FileStatus.Kind?)]
    /// Whether every later change changes a stamp.
    private let isSettled: Bool

    /// The most changes that are applied one by one. After more changes the bucket is walked again.
    private static let mostChanges = 1_000

    /// Walks the folder. Files whose names are not UTF-8 or too long for a key are left out.
    /// - Parameter watch: gets the folders, before they are read; nil for none. Knows none of them yet.
    init(_ bucket: RelativePath, _ root: FileRoot, watch: inout NameWatch?) {
        self.bucket = bucket
        identity = root.stamp(of: bucket)?.identity
        var isWatched = watch != nil
        let walk = root.walk(bucket) { folder, opened in if isWatched { isWatched = watch?.watch(folder, opened) ?? false } }
        // What a link leads to changes elsewhere.
        isWatched = isWatched && identity != nil && walk.links.isEmpty && walk.problems.isEmpty
        if !isWatched { watch?.forget(bucket) }
        self.isWatched = isWatched
        folders = isWatched ? [] : walk.folders.map { ($0, root.stamp(of: $0)) }
        links = isWatched ? [] : walk.links.map { ($0, root.kind(of: $0)) }
        isSettled =
            walk.problems.allSatisfy { $0.isOfLink || $0.code == .wrongKind }
            && folders.allSatisfy { $0.stamp.map { root.isSettled($0) } ?? false }
        let names = walk.files.compactMap { $0.relative(to: bucket) }
        hasDescriptions = names.contains { KeyEscape.isDescription($0.name) }
        var keys: [ObjectKey] = []
        var escaped: Set<ObjectKey> = []
        for name in names where Self.isObject(name) {
            guard let key = Self.key(of: name) else { continue }
            if key.bytes.count != name.bytes.count { escaped.insert(key) }
            keys.append(key)
        }
        // An escaped path has another place in the order than its key.
        self.keys = SortedKeys(sorted: escaped.isEmpty ? keys : keys.sorted())
        self.escaped = escaped
    }

    /// The same bucket with other keys.
    private init(_ index: FolderIndex, _ keys: SortedKeys<Void>, hasDescriptions: Bool) {
        bucket = index.bucket
        identity = index.identity
        isWatched = true
        escaped = index.escaped
        folders = []
        links = []
        isSettled = true
        self.keys = keys
        self.hasDescriptions = hasDescriptions
    }

    /// The path of a key's file, if it is the key.
    func plainPath(of key: ObjectKey) -> RelativePath? {
        escaped.isEmpty || !escaped.contains(key) ? bucket.appending(checked: key.bytes) : nil
    }

    /// Whether no file was added or removed since, as far as the folders' stamps tell: one system call for each folder. For an index that
    /// is watched, only whether the bucket is still the folder that was walked.
    func isCurrent(_ root: FileRoot) -> Bool {
        root.stamp(of: bucket)?.identity == identity && isSettled && folders.allSatisfy { root.stamp(of: $0.path) == $0.stamp }
            && links.allSatisfy { root.kind(of: $0.path) == $0.kind }
    }

    // MARK: Changes

    /// The index after changes at these paths, of which the watch told. What is there now counts.
    /// - Returns: nil when the bucket has to be walked again.
    func changed(at paths: Set<RelativePath>, _ root: FileRoot, _ watch: inout NameWatch?) -> FolderIndex? {
        guard paths.count <= Self.mostChanges else { return nil }
        var keys = keys
        var hasDescriptions = hasDescriptions
        let found = paths.map { (path: $0, kind: root.kind(of: $0, followingLinks: false)) }
        // A folder that was moved is no longer watched at its old path when it is found at the new one.
        for (path, kind) in found.filter({ $0.kind != .folder }) + found.filter({ $0.kind == .folder }) {
            guard let name = path.relative(to: bucket), name.bytes.elementsEqual(KeyEscape.key(of: Array(name.bytes)) ?? []) else {
                return nil
            }
            if kind == .link { return nil }
            guard removeContents(of: name, from: &keys) else { return nil }
            watch?.forget(path)
            if kind == .folder {
                guard addContents(of: path, to: &keys, &hasDescriptions, root, &watch) else { return nil }
            }
            hasDescriptions = hasDescriptions || KeyEscape.isDescription(name.name)
            guard Self.isObject(name), let key = Self.key(of: name) else { continue }
            if escaped.contains(key) { return nil }
            keys[key] = root.kind(of: path, followingLinks: false) == .file ? () : nil
        }
        return FolderIndex(self, keys, hasDescriptions: hasDescriptions)
    }

    /// Removes the keys below a folder that was there.
    /// - Returns: false when they are many, or have escaped names.
    private func removeContents(of folder: RelativePath, from keys: inout SortedKeys<Void>) -> Bool {
        let beginning = ObjectKey(folder.bytes + [UInt8(ascii: "/")])
        var removed = 0
        while let key = keys.key(at: keys.place(atOrAfter: beginning)), key.hasPrefix(beginning) {
            guard removed < Self.mostChanges, escaped.isEmpty else { return false }
            keys[key] = nil
            removed += 1
        }
        return true
    }

    /// Adds the keys of a new folder.
    /// - Returns: false when it cannot be watched, or has links or escaped names.
    private func addContents(
        of folder: RelativePath, to keys: inout SortedKeys<Void>, _ hasDescriptions: inout Bool, _ root: FileRoot,
        _ watch: inout NameWatch?
    ) -> Bool {
        var isWatched = true
        let walk = root.walk(folder) { folder, opened in if isWatched { isWatched = watch?.watch(folder, opened) ?? false } }
        guard isWatched, walk.links.isEmpty, walk.problems.isEmpty else { return false }
        hasDescriptions = hasDescriptions || walk.files.contains { KeyEscape.isDescription($0.name) }
        for path in walk.files where Self.isObject(path) {
            guard let name = path.relative(to: bucket), let key = Self.key(of: name) else { continue }
            guard key.bytes.count == name.bytes.count else { return false }
            keys[key] = ()
        }
        return true
    }

    // MARK: Names

    /// The key of a path in the bucket; nil for a malformed escape, for bytes that are not UTF-8, for `%!`, which stands for no key, and for
    /// a key that is longer than requests may name.
    static func key(of name: RelativePath) -> ObjectKey? {
        guard let key = KeyEscape.key(of: Array(name.bytes)), !key.isEmpty, key.count <= ObjectKey.longest,
            String(validating: key, as: UTF8.self) != nil
        else { return nil }
        return ObjectKey(key)
    }

    /// Whether a file is an object, and not a description or a tool's file. Its name decides: a description stays one without its file.
    static func isObject(_ path: RelativePath) -> Bool { !KeyEscape.isDescription(path.name) && !KeyEscape.isToolFile(path.name) }
}
