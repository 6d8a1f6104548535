internal import FileStore
internal import JSONDocument
internal import S3Dialect

/// Writing what a session has to the folder.
extension FolderLayer {
    /// Makes the folder of a bucket.
    func makeBucket(_ name: String) throws(FileError) {
        guard let path = path(ofBucket: name) else { throw FileError(.invalidPath, .makingFolder, name) }
        try store.root.makeFolder(path)
    }

    /// Writes an object's file, and before it the file that describes it.
    /// - Parameter isBesideFolder: whether another key begins with this one and a slash.
    func write(
        _ bytes: [UInt8], _ description: JSONValue, to key: ObjectKey, in bucket: String, isBesideFolder: Bool
    ) throws(FileError) {
        guard let name = RelativePath(KeyEscape.path(of: key.bytes, isBesideFolder: isBesideFolder)),
            let path = path(ofBucket: bucket)?.appending(name)
        else { throw FileError(.invalidPath, .writing, key.text) }
        try store.root.write(description.bytes(), to: path.withSuffix(FileMetadata.suffix))
        try store.root.write(bytes, to: path)
    }

    /// Whether there is a folder of the key's name, so that its file needs another one.
    func hasFolder(at key: ObjectKey, in bucket: String) -> Bool {
        guard let name = RelativePath(KeyEscape.path(of: key.bytes)), let path = path(ofBucket: bucket)?.appending(name) else {
            return false
        }
        return (try? store.root.status(of: path))?.kind == .folder
    }

    /// Deletes an object's file with its description.
    /// - Returns: false when there was none.
    func deleteFile(of key: ObjectKey, in bucket: String) throws(FileError) -> Bool {
        guard let path = existingPath(of: key, in: bucket) else { return false }
        let isDeleted = try store.root.delete(path)
        try store.root.delete(path.withSuffix(FileMetadata.suffix))
        return isDeleted
    }
}
