package import FileStore
internal import HTTPMessage
package import JSONDocument
internal import S3Dialect

/// Finds objects that texts link to by `{{s3.baseUrl}}/bucket/key` and that the folder does not have, or AWS would not find. Links to
/// computed keys are left out.
package struct MissingObjects {
    /// What a link begins with.
    private static let beginning = "{{s3.baseUrl}}/"

    private let layer: FolderLayer
    private let root: FileRoot
    /// The keys of one bucket.
    private struct Keys {
        let all: Set<String>
        let sorted: [String]
    }

    /// Those of the buckets that were asked for.
    private var known: [String: Keys] = [:]

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
            if parts.count == 1, let warning = warning(ofBucket: String(path), before: rest[path.endIndex...]) {
                warnings.append(Problem(source: source, position: position, message: warning.message, repair: warning.repair))
            }
            // In front of another expression, the key is only begun.
            guard parts.count == 2, !rest[path.endIndex...].hasPrefix("{{"), !buckets.contains(String(parts[0])) else { continue }
            let (bucket, key) = (String(parts[0]), PercentCoding.decodePath(parts[1].utf8))
            let missing = warning(ofKey: key, in: bucket)
            let found =
                missing == nil
                ? Self.warning(ofPlusIn: parts[1], of: bucket)
                : warning(ofSpaceBehind: parts[1], in: bucket, before: rest[path.endIndex...]) ?? missing
            guard let warning = found else { continue }
            warnings.append(Problem(source: source, position: position, message: warning.message, repair: warning.repair))
        }
        for (bucket, key) in Self.signedLinks(in: text) where !buckets.contains(bucket) {
            // The template's own check reports a missing bucket.
            guard !keys(of: bucket).all.isEmpty, let warning = warning(ofKey: key, in: bucket) else { continue }
            warnings.append(Problem(source: source, position: position, message: warning.message, repair: warning.repair))
        }
        return warnings
    }

    /// What is wrong with a link to an object; nil when the folder has it.
    private mutating func warning(ofKey key: String, in bucket: String) -> (message: String, repair: String)? {
        let keys = keys(of: bucket)
        guard !keys.all.contains(key) else { return nil }
        let nearest = Spelling.nearest(to: key, among: keys.sorted).map { "Did you mean \"\(bucket)/\($0)\"?" }
        let path = String(decoding: KeyEscape.path(of: Array(key.utf8)), as: UTF8.self)
        return (
            "a body links to \"\(bucket)/\(key)\", and the folder has no such object",
            nearest ?? "Add \(root.display(RelativePath("s3")!))/\(bucket)/\(path), unless a client uploads it."
        )
    }

    /// What is wrong with a link to an object whose key has a space in it; nil when the text behind the link makes no such key.
    private mutating func warning(
        ofSpaceBehind key: Substring, in bucket: String, before rest: Substring
    ) -> (message: String, repair: String)? {
        let keys = keys(of: bucket)
        var whole = String(key)
        for word in rest.prefix(while: { !"\"'<>(){}?#,\\\n".contains($0) }).split(separator: " ", maxSplits: 8) where rest.hasPrefix(" ") {
            whole += " \(word)"
            guard keys.all.contains(PercentCoding.decodePath(whole.utf8)) else { continue }
            return (
                "a body links to \"\(bucket)/\(whole)\", and a link ends at a space",
                "Write \"\(whole.split(separator: " ").joined(separator: "%20"))\"."
            )
        }
        return nil
    }

    /// What is wrong with a link to an object by a plus that is not encoded; nil without one.
    private static func warning(ofPlusIn key: Substring, of bucket: String) -> (message: String, repair: String)? {
        guard key.contains("+") else { return nil }
        return (
            "a body links to \"\(bucket)/\(key)\", and on AWS a + in a URL is a space",
            "Write \"\(key.replacing("+", with: "%2B"))\"."
        )
    }

    /// What is wrong with a link to a bucket that has the name of a file; nil for other names, and for a bucket that there is.
    private mutating func warning(ofBucket name: String, before rest: Substring) -> (message: String, repair: String)? {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex, !rest.hasPrefix("{{"), keys(of: name).all.isEmpty else {
            return nil
        }
        return ("a body links to \"/\(name)\", which is a bucket without an object", "Write {{s3.baseUrl}}/BUCKET/\(name).")
    }

    /// The literal buckets and keys of `{{s3.presigned 'bucket' 'key'}}`, without links for uploads.
    private static func signedLinks(in text: String) -> [(bucket: String, key: String)] {
        var links: [(bucket: String, key: String)] = []
        var rest = text[...]
        while let found = rest.firstRange(of: "s3.presigned ") {
            rest = rest[found.upperBound...]
            let call = rest[..<(rest.firstRange(of: "}}")?.lowerBound ?? rest.endIndex)]
            if call.contains("method=") || call.contains("form=") { continue }
            let pieces = call.drop { $0 == " " }.replacing("\\\"", with: "'").replacing("\"", with: "'")
                .split(separator: "'", omittingEmptySubsequences: false)
            guard pieces.count > 4, pieces[0].isEmpty, pieces[2].allSatisfy({ $0 == " " }) else { continue }
            links.append((String(pieces[1]), String(pieces[3])))
        }
        return links
    }

    private mutating func keys(of bucket: String) -> Keys {
        if let known = known[bucket] { return known }
        var found: Set<String> = []
        if let path = layer.path(ofBucket: bucket) {
            let files = root.walk(path).files.compactMap { $0.relative(to: path) }
            for file in files where FolderIndex.isObject(file) {
                if let key = FolderIndex.key(of: file) { found.insert(key.text) }
            }
        }
        let keys = Keys(all: found, sorted: found.sorted())
        known[bucket] = keys
        return keys
    }
}
