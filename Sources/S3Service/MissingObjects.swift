package import FileStore
internal import HTTPMessage
package import JSONDocument
internal import S3Dialect

/// Finds objects that texts link to by `{{s3.baseUrl}}/bucket/key` and that the folder does not have. Links to computed keys are left out.
package struct MissingObjects {
    /// What a link begins with.
    private static let beginning = "{{s3.baseUrl}}/"

    private let layer: FolderLayer
    private let root: FileRoot
    /// The keys of the buckets that were asked for.
    private var keys: [String: Set<String>] = [:]

    /// - Parameters:
    ///   - store: the store of the fixture folder.
    ///   - folder: the folder of the buckets in it.
    package init(in store: FileStore, folder: RelativePath = RelativePath("s3")!) {
        layer = FolderLayer(store, folder: folder)
        root = store.root
    }

    /// The warnings about one text, in order of the links. Reads the names of a bucket when it is linked to for the first time.
    /// - Parameters:
    ///   - buckets: those whose objects are made when they are asked for.
    ///   - source: the file with the text, as messages write it.
    package mutating func warnings(
        of text: String, except buckets: Set<String>, source: String, position: TextPosition?
    ) -> [Problem] {
        var warnings: [Problem] = []
        var rest = text[...]
        while let found = rest.firstRange(of: Self.beginning) {
            rest = rest[found.upperBound...]
            let path = rest.prefix { !$0.isWhitespace && !"\"'<>(){}?#,\\".contains($0) }
            let parts = path.split(separator: "/", maxSplits: 1)
            // In front of another expression, the key is only begun.
            guard parts.count == 2, !rest[path.endIndex...].hasPrefix("{{"), !buckets.contains(String(parts[0])) else { continue }
            let (bucket, key) = (String(parts[0]), PercentCoding.decodePath(parts[1].utf8))
            let known = keys(of: bucket)
            guard !known.contains(key) else { continue }
            warnings.append(
                Problem(
                    source: source, position: position, message: "a body links to \"\(bucket)/\(key)\", and the folder has no such object",
                    repair: Spelling.nearest(to: key, among: known.sorted()).map { "Did you mean \"\(bucket)/\($0)\"?" }
                        ?? "Add \(root.display(RelativePath("s3")!))/\(bucket)/\(key), unless a client uploads it."))
        }
        return warnings
    }

    private mutating func keys(of bucket: String) -> Set<String> {
        if let known = keys[bucket] { return known }
        var found: Set<String> = []
        if let path = layer.path(ofBucket: bucket) {
            for file in root.walk(path).files.compactMap({ $0.relative(to: path) }) {
                if let key = KeyEscape.key(of: Array(file.bytes)) { found.insert(String(decoding: key, as: UTF8.self)) }
            }
        }
        keys[bucket] = found
        return found
    }
}
