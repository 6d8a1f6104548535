package import HTTPMessage

/// The objects that a DeleteObjects request names: `Delete`.
package struct DeletionList: Sendable, Hashable {
    /// The most objects of one request.
    package static let limit = 1_000

    /// One object.
    package struct Item: Sendable, Hashable {
        /// The key, as written.
        package var key: String
        /// Nil for the current version.
        package var versionID: String?
        /// The condition `ETag`, as written; `*` for any.
        package var entityTag: String?
        /// The condition `LastModifiedTime`.
        package var lastModified: HTTPDate?
        /// The condition `Size`.
        package var size: Int?
    }

    /// Whether the response names errors only.
    package let isQuiet: Bool
    /// 1 to 1,000 objects, in order.
    package let items: [Item]

    /// - Throws: MalformedXML, MaxMessageLengthExceeded.
    package init(_ document: [UInt8]) throws(S3Error) {
        let children = try InputElement(document, root: "Delete").children("Object", "Quiet")
        // Unlike other flags, what is not `true` is no mistake.
        isQuiet = try children.optional("Quiet")?.word().lowercased() == "true"
        var items: [Item] = []
        for object in children where object.name == "Object" {
            guard items.count < Self.limit else { throw S3Error(.malformedXML) }
            let parts = try object.children("Key", "VersionId", "ETag", "LastModifiedTime", "Size")
            let version = try parts.optional("VersionId")?.word()
            items.append(
                Item(
                    key: try parts.required("Key").text(), versionID: version?.isEmpty == true ? nil : version,
                    entityTag: try parts.optional("ETag")?.word(), lastModified: try parts.optional("LastModifiedTime").map(Self.date),
                    size: try parts.optional("Size")?.number()))
        }
        guard !items.isEmpty, items.allSatisfy({ !$0.key.isEmpty }) else { throw S3Error(.malformedXML) }
        self.items = items
    }

    /// HTTP's form, and that of the listings.
    /// - Throws: MalformedXML.
    private static func date(_ element: InputElement) throws(S3Error) -> HTTPDate {
        let text = try element.word()
        if let date = HTTPDate.parse(text) { return date }
        guard let seconds = SignatureTime.parseISO(text) else { throw S3Error(.malformedXML) }
        return HTTPDate(secondsSinceEpoch: seconds)
    }
}
