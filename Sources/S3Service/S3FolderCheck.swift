package import FileStore
package import JSONDocument
internal import S3Dialect

/// Finds files below the buckets' folder that cannot be objects.
package enum S3FolderCheck {
    /// Files whose names are no keys, and files that are the same object. Walks all buckets, which takes time.
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
        let all = Set(files)
        var firstFiles: [ObjectKey: RelativePath] = [:]
        var problems: [Problem] = []
        for file in files where FolderIndex.isObject(file, isFile: all.contains) {
            func add(_ message: String, _ repair: String) {
                problems.append(
                    Problem(source: root.display(bucket.appending(file)), position: .start, message: message, repair: repair))
            }
            guard let bytes = KeyEscape.key(of: Array(file.bytes)) else {
                add(
                    "the name begins with \"%!\" and is no escaped key, so that the file is no object",
                    "Behind \"%!\" a percent sign has two capital hexadecimal digits after it. Rename the file.")
                continue
            }
            let key = ObjectKey(bytes)
            if String(validating: bytes, as: UTF8.self) == nil {
                add("the name is not in UTF-8, so that the file is no object", "Rename the file.")
            } else if bytes.count > ObjectKey.longest {
                add(
                    "the key has \(bytes.count) bytes, and S3 has none of over \(ObjectKey.longest), so that nobody can ask for it",
                    "Shorten the names of the file and its folders.")
            } else if let first = firstFiles[key] {
                add(
                    "it is the object \"\(key.text)\", which \(root.display(bucket.appending(first))) is, too",
                    "Delete one of them: \"%!\" before a name is an escape, and not part of the key.")
            } else {
                firstFiles[key] = file
            }
        }
        return problems
    }
}
