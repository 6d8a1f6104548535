internal import FileStore
internal import HTTPMessage
internal import JSONDocument
internal import StubModel

/// What S3 would refuse of an object, in a description that is valid: it is served as it is written.
extension FixtureFolder {
    private static let mostTags = 10
    private static let longestTagKey = 128
    private static let longestTagValue = 256
    /// Bytes of names and values together.
    private static let mostMetadata = 2_048

    /// - Parameter isObject: whether the file is an object; a body has header fields alone.
    /// - Returns: none for a description with a mistake, and for one that silences warnings.
    func doubts(about description: RelativePath, isObject: Bool) -> [Problem] {
        guard let described = description.described, let metadata = try? store.metadata(of: described), !metadata.isDeliberate else {
            return []
        }
        let document = try? JSONDocument.parse(root.read(description), name: root.display(description))
        let others = isObject ? Self.doubts(about: metadata) : Self.doubts(aboutBodyWith: document?.root)
        return (Self.doubts(about: metadata.headers) + others).map { doubt in
            if let document, let node = document.root.member(doubt.field) {
                let place = doubt.name.flatMap { node.member($0) } ?? node
                return DocumentPlace(document, of: place).problem(doubt.message, repair: doubt.repair)
            }
            return Problem(source: root.display(description), message: doubt.message, repair: doubt.repair)
        }
    }

    /// What is probably not meant, and where: a field of the description, and a name in it.
    private struct Doubt {
        var field = "headers"
        var name: String?
        let message: String
        let repair: String
    }

    private static func doubts(about headers: HeaderFields) -> [Doubt] {
        let doubts = headers.flatMap { header in
            [HeaderDoubts.about(name: header.name), HeaderDoubts.about(value: header.value, of: header.name)].compactMap { found in
                found.map { Doubt(name: header.name, message: $0.message, repair: $0.repair) }
            }
        }
        return doubts + validatorDoubts(about: headers)
    }

    /// Fields that objects of S3 have alone.
    private static func doubts(aboutBodyWith description: JSONNode?) -> [Doubt] {
        ["metadata", "tags", "acl"].filter { description?.member($0) != nil }.map {
            Doubt(field: $0, message: "only objects of S3 have \"\($0)\", and this is a body", repair: "Leave it out.")
        }
    }

    private static func doubts(about metadata: FileMetadata) -> [Doubt] {
        var doubts: [Doubt] = []
        if metadata.tags.count > mostTags {
            let message = "an object of S3 has at most \(mostTags) tags, and this one \(metadata.tags.count)"
            doubts.append(Doubt(field: "tags", message: message, repair: "Leave some out."))
        }
        for tag in metadata.tags
        where tag.name.unicodeScalars.count > longestTagKey || tag.value.unicodeScalars.count > longestTagValue {
            let name = tag.name.prefix(20)
            let limits = "\(longestTagKey) characters of a key and \(longestTagValue) of a value"
            doubts.append(
                Doubt(
                    field: "tags", name: tag.name, message: "the tag \"\(name)\" is too long: S3 allows \(limits)", repair: "Shorten it."))
        }
        let size = metadata.metadata.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        if size > mostMetadata {
            let message = "the metadata have \(size) bytes; S3 allows \(mostMetadata), names and values together"
            doubts.append(Doubt(field: "metadata", message: message, repair: "Shorten them, or leave some out."))
        }
        for name in metadata.metadata.map(\.name) where name.lowercased().hasPrefix("x-amz-meta-") {
            let message = "the metadata \"\(name)\" is sent as \"x-amz-meta-\(name.lowercased())\""
            doubts.append(Doubt(field: "metadata", name: name, message: message, repair: "Write \"\(name.dropFirst(11))\"."))
        }
        if metadata.headers.contains("Content-Length") {
            let message = "\"Content-Length\" in \"headers\" does not change the file's length"
            doubts.append(Doubt(name: "Content-Length", message: message, repair: "Leave it out."))
        }
        for (name, items) in Dictionary(grouping: metadata.metadata, by: { $0.name.lowercased() }).sorted(by: { $0.key < $1.key })
        where items.count > 1 {
            let names = items.map { "\"\($0.name)\"" }.joined(separator: " and ")
            let message = "the metadata \(names) differ only in case, and S3 has one \"\(name)\""
            doubts.append(Doubt(field: "metadata", name: items.last?.name, message: message, repair: "Keep one of them."))
        }
        return doubts
    }

    /// An entity tag and a date of a form that HTTP does not have: clients may ignore them.
    private static func validatorDoubts(about headers: HeaderFields) -> [Doubt] {
        var doubts: [Doubt] = []
        if let tag = headers.first("ETag"), !isEntityTag(tag) {
            let message = "the ETag \(tag) is no entity tag of HTTP, so clients may ignore it"
            let example = tag.contains("\"") ? "v1" : tag
            doubts.append(Doubt(name: "ETag", message: message, repair: #"Write it in quotes: "ETag": "\"\#(example)\""."#))
        }
        if let date = headers.first("Last-Modified"), HTTPDate.parse(date) == nil {
            let message = "the Last-Modified \(date) is no date of HTTP, so clients ignore it"
            doubts.append(Doubt(name: "Last-Modified", message: message, repair: #"It is like "Wed, 01 Jan 2025 00:00:00 GMT"."#))
        }
        return doubts
    }

    private static func isEntityTag(_ text: String) -> Bool {
        guard case .tags(let tags) = EntityTagList.parse(text) else { return false }
        return tags.map(\.text) == [text]
    }

    /// A bucket that is described by the file beside its folder and by the one in it.
    func secondDescription(of bucket: RelativePath, beside within: RelativePath) -> [Problem] {
        let beside = bucket.withSuffix(FileMetadata.suffix)
        guard bucket.parent == Self.objects, root.spelling(of: beside) != nil else { return [] }
        let message = "this file and \(root.display(beside)) describe the same bucket, and what either says counts"
        return [Problem(source: root.display(within), message: message, repair: "Keep one of them.")]
    }
}
