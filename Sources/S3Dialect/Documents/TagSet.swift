internal import HTTPMessage
internal import JSONDocument
package import XMLDocument

/// The tags of an object or a bucket: `Tagging`, or the field `x-amz-tagging`.
package struct TagSet: Sendable, Hashable {
    /// What has the tags.
    package enum Owner: Sendable {
        case object
        case bucket
        /// A bucket that is created with them.
        case newBucket

        /// The most tags that it can have.
        var limit: Int { self == .object ? 10 : 50 }
    }

    /// One tag. S3 compares scalar by scalar: the composed and the decomposed spelling of "é" are two keys.
    package struct Tag: Sendable, Hashable {
        /// 1 to 128 characters, unique in its set.
        package var key: String
        /// At most 256 characters.
        package var value: String

        package init(key: String, value: String) {
            self.key = key
            self.value = value
        }

        package static func == (left: Tag, right: Tag) -> Bool { left.key.isSame(as: right.key) && left.value.isSame(as: right.value) }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(ExactText(key))
            hasher.combine(ExactText(value))
        }
    }

    /// In the order of their keys, as S3 returns them.
    package let tags: [Tag]

    /// - Throws: InvalidTag; BadRequest for more than the owner can have.
    package init(_ tags: [Tag], of owner: Owner = .object) throws(S3Error) {
        guard tags.count <= owner.limit else {
            throw S3Error(.badRequest, "\(owner == .object ? "Object" : "Bucket") tags cannot be greater than \(owner.limit)")
        }
        var keys: Set<ExactText> = []
        for tag in tags {
            try Self.check(tag, of: owner)
            guard keys.insert(ExactText(tag.key)).inserted else {
                throw S3Error(.invalidTag, "Cannot provide multiple Tags with the same key", [("TagKey", tag.key)])
            }
        }
        self.tags = tags.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }

    /// - Parameter document: `Tagging`. Without a `TagSet`, it names no tags.
    /// - Throws: MalformedXML, InvalidTag, BadRequest.
    package init(_ document: [UInt8], of owner: Owner = .object) throws(S3Error) {
        try self.init(tagging: InputElement(document, root: Self.root), of: owner)
    }

    /// - Parameter formField: the value of the field `tagging` of an upload form. As in S3, another document than `Tagging` names no tags.
    /// - Throws: MalformedXML, InvalidTag, BadRequest.
    package init(formField: String) throws(S3Error) {
        let element = try InputElement(Array(formField.utf8))
        if element.name == Self.root {
            try self.init(tagging: element, of: .object)
        } else {
            try self.init([Tag]())
        }
    }

    private static let root = "Tagging"

    private init(tagging element: InputElement, of owner: Owner) throws(S3Error) {
        if let set = try element.children("TagSet").optional("TagSet") {
            try self.init(in: set, of: owner)
        } else {
            try self.init([Tag](), of: owner)
        }
    }

    /// - Parameter field: the value of `x-amz-tagging`: `a=1&b=2`, encoded as a query.
    /// - Throws: InvalidArgument, also for a character that no tag can have and that is not encoded; InvalidTag, also for bytes that are no
    ///   text; BadRequest.
    package init(field: String) throws(S3Error) {
        let text = Array(field.utf8)
        let tags = QueryItem.parse(text[...]).map { Tag(key: $0.name, value: $0.value) }
        guard EscapedText.hasWholeEscapes(text[...]), Set(tags.map { ExactText($0.key) }).count == tags.count,
            tags.allSatisfy({ !$0.key.isEmpty }), field.unicodeScalars.allSatisfy({ $0 == "&" || $0 == "%" || Self.isAllowed($0) })
        else {
            throw .invalidArgument(
                "The header 'x-amz-tagging' shall be encoded as UTF-8 then URLEncoded URL query parameters without tag name duplicates.",
                "x-amz-tagging", field)
        }
        try self.init(tags)
    }

    init(in element: InputElement, of owner: Owner) throws(S3Error) {
        var tags: [Tag] = []
        for tag in try element.children("Tag") {
            let parts = try tag.children("Key", "Value")
            tags.append(Tag(key: try parts.required("Key").text(), value: try parts.required("Value").text()))
        }
        try self.init(tags, of: owner)
    }

    /// The set as `Tagging`.
    package var document: XMLText {
        XMLText(Self.root) { xml in
            xml.element("TagSet") { xml in
                for tag in tags {
                    xml.element("Tag") { xml in
                        xml.element("Key", tag.key)
                        xml.element("Value", tag.value)
                    }
                }
            }
        }
    }

    private static func check(_ tag: Tag, of owner: Owner) throws(S3Error) {
        guard isKey(tag.key) else {
            throw S3Error(.invalidTag, "The TagKey you have provided is invalid", [("TagKey", tag.key)])
        }
        guard isValue(tag.value) else {
            throw S3Error(.invalidTag, "The TagValue you have provided is invalid", [("TagKey", tag.key), ("TagValue", tag.value)])
        }
        guard !tag.key.lowercased().hasPrefix("aws:") else { throw systemTag(tag.key, of: owner) }
    }

    private static func systemTag(_ key: String, of owner: Owner) -> S3Error {
        switch owner {
        case .object: S3Error(.invalidTag, "Your TagKey cannot be prefixed with aws:", [("TagKey", key)])
        case .bucket: S3Error(.invalidTag, "System tags cannot be added/updated by requester", [("TagKey", key)])
        case .newBucket:
            S3Error(
                .invalidTag,
                #"User-defined tag keys can't start with "aws:". This prefix is reserved for system tags. "#
                    + #"Remove "aws:" from your tag keys and try again."#)
        }
    }

    private static func isKey(_ text: String) -> Bool {
        (1...128).contains(text.unicodeScalars.count) && text.unicodeScalars.allSatisfy(isAllowed)
    }

    private static func isValue(_ text: String) -> Bool {
        text.unicodeScalars.count <= 256 && text.unicodeScalars.allSatisfy(isAllowed)
    }

    /// Letters, digits, blanks, and `_.:/=+-@`.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber, .letterNumber,
            .otherNumber, .spaceSeparator, .lineSeparator, .paragraphSeparator, .nonspacingMark, .spacingMark:
            true
        default: "_.:/=+-@".unicodeScalars.contains(scalar)
        }
    }
}
