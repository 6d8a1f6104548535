package import FileStore
package import JSONDocument
internal import S3Dialect

/// Finds files below the buckets' folder that cannot be objects.
package enum S3FolderCheck {
    /// Files whose names are not valid keys, and files that are the same object. Walks all buckets, which takes time.
    /// - Parameters:
    ///   - store: the store of the fixture folder.
    ///   - folder: the folder of the buckets in it.
    /// - Returns: in the order of the paths.
    package static func problems(in store: FileStore, folder: RelativePath = RelativePath("s3")!) -> [Problem] {
        let layer = FolderLayer(store, folder: folder)
        return layer.buckets().flatMap { bucket in layer.path(ofBucket: bucket.name).map { problems(of: $0, store.root) } ?? [] }
    }

    private static func problems(of bucket: RelativePath, _ root: FileRoot) -> [Problem] {
        let files = root.walk(bucket).files.compactMap { $0.relative(to: bucket) }
        var firstFiles: [ObjectKey: RelativePath] = [:]
        var problems: [Problem] = []
        for file in files where FolderIndex.isObject(file) {
            func add(_ message: String, _ repair: String) {
                problems.append(
                    Problem(source: root.display(bucket.appending(file)), position: .start, message: message, repair: repair))
            }
            let escaped = KeyEscape.key(of: Array(file.bytes))
            if escaped?.isEmpty == true {
                add("the name is the escape of an empty key, so the file is not an object", "Rename the file.")
                continue
            }
            guard let bytes = escaped else {
                add(
                    "the name begins with \"%!\" and is not a valid escaped key, so the file is not an object",
                    "After \"%!\", each \"%\" needs two uppercase hexadecimal digits. Rename the file.")
                continue
            }
            let key = ObjectKey(bytes)
            if String(validating: bytes, as: UTF8.self) == nil {
                add("the name is not in UTF-8, so the file is not an object", "Rename the file.")
            } else if bytes.count > ObjectKey.longest {
                add(
                    "the key has \(bytes.count) bytes; S3 allows at most \(ObjectKey.longest), so the file is not an object",
                    "Shorten the names of the file and its folders.")
            } else if let first = firstFiles[key] {
                add(
                    "this file and \(root.display(bucket.appending(first))) are the same object \"\(key.text)\"",
                    "Delete one of them: \"%!\" before a name is an escape, and not part of the key.")
            } else {
                firstFiles[key] = file
            }
        }
        return problems
    }
}
