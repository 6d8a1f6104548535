internal import FileStore
internal import S3Dialect

/// The keys of a folder's bucket in order, as one walk found them. Immutable.
final class FolderIndex: Sendable {
    let keys: [ObjectKey]
    /// The folder of the bucket.
    private let bucket: RelativePath
    /// The keys whose files have an escaped name.
    private let escaped: Set<ObjectKey>
    /// The folders of the walk, with the stamps that they had after it. A change during the walk leaves them unsettled.
    private let folders: [(path: RelativePath, stamp: FileStamp?)]
    /// Whether every later change changes a stamp.
    private let isSettled: Bool

    /// Files that tools create.
    private static let ignored: [[UInt8]] = [".DS_Store", ".gitkeep", ".gitignore"].map { Array($0.utf8) }

    /// Walks the folder. Files whose names are not UTF-8 are left out.
    init(_ bucket: RelativePath, _ root: FileRoot) {
        self.bucket = bucket
        let walk = root.walk(bucket)
        folders = walk.folders.map { ($0, root.stamp(of: $0)) }
        isSettled = folders.allSatisfy { $0.stamp.map { root.isSettled($0) } ?? false }
        let names = walk.files.compactMap { $0.relative(to: bucket) }
        let all = Set(names)
        var keys: [ObjectKey] = []
        var escaped: Set<ObjectKey> = []
        for name in names {
            guard Self.isObject(name, isFile: all.contains), let key = KeyEscape.key(of: Array(name.bytes)),
                String(validating: key, as: UTF8.self) != nil
            else { continue }
            if key.count != name.bytes.count { escaped.insert(ObjectKey(key)) }
            keys.append(ObjectKey(key))
        }
        // An escaped path has another place in the order than its key.
        self.keys = escaped.isEmpty ? keys : keys.sorted()
        self.escaped = escaped
    }

    /// The path of a key's file, if it is the key.
    func plainPath(of key: ObjectKey) -> RelativePath? {
        escaped.isEmpty || !escaped.contains(key) ? RelativePath(key.bytes).map(bucket.appending) : nil
    }

    /// Whether no file was added or removed since. One system call for each folder.
    func isCurrent(_ root: FileRoot) -> Bool {
        isSettled && folders.allSatisfy { root.stamp(of: $0.path) == $0.stamp }
    }

    /// The position of the first key that is not less than this one.
    func position(atOrAfter key: ObjectKey) -> Int {
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Whether a file is an object, and not a description or a tool's file.
    /// - Parameter isFile: whether a path is one of a file.
    static func isObject(_ path: RelativePath, isFile: (RelativePath) -> Bool) -> Bool {
        if path.name.first == UInt8(ascii: "."), ignored.contains(Array(path.name)) { return false }
        let suffix = FileMetadata.suffix.utf8
        // The description of the bucket.
        if path.name.elementsEqual(suffix) { return false }
        guard path.bytes.count > suffix.count, path.bytes.suffix(suffix.count).elementsEqual(suffix) else { return true }
        guard let described = RelativePath(path.bytes.dropLast(suffix.count)) else { return true }
        return !isFile(described)
    }
}
