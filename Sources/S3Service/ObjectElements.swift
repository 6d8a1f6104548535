internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

/// Writes the elements of the objects in one listing.
///
/// What is the same in many is made once: the usual storage class, and the last time, because files that were written together have the same.
struct ObjectElements {
    /// The bytes that most elements do not exceed, so that a long listing is not copied while it is written.
    private static let usualSize = 300
    private static let usualClass = storageClass(ObjectDescription.standardClass)

    private let text: ListingText
    private let hasOwner: Bool
    private var last: (date: HTTPDate, element: XMLText)?

    /// - Parameters:
    ///   - text: how keys are written.
    ///   - hasOwner: whether each element names the owner.
    ///   - count: how many elements follow.
    ///   - xml: gets room for them.
    init(_ text: ListingText, hasOwner: Bool, _ count: Int, _ xml: inout XMLText) {
        self.text = text
        self.hasOwner = hasOwner
        xml.reserve(count * Self.usualSize)
    }

    /// Adds the element of an object, or of a version of it.
    /// - Parameter isLatest: nil where versions are not listed.
    mutating func add(
        _ name: XMLTag, _ key: ObjectKey, _ version: ListedVersion, isLatest: Bool? = nil, to xml: inout XMLText
    ) {
        let lastModified = lastModified(version.lastModified)
        xml.element(name) { xml in
            xml.element(.key) { text.isEncoded ? $0.text(text(key.text)) : $0.text(key.bytes) }
            if let isLatest {
                xml.element("VersionId", version.id.text)
                xml.element("IsLatest", isLatest)
            }
            xml.append(lastModified)
            if let tag = version.entityTag {
                Self.write(tag, &xml)
                if let checksum = version.checksum {
                    xml.element("ChecksumAlgorithm", checksum.algorithm.rawValue)
                    xml.element("ChecksumType", checksum.type.rawValue)
                }
                xml.element(.size, version.size)
            }
            if hasOwner { xml.owner() }
            if version.entityTag != nil {
                let isUsual = version.storageClass == ObjectDescription.standardClass
                xml.append(isUsual ? Self.usualClass : Self.storageClass(version.storageClass))
            }
        }
    }

    private static func write(_ tag: ListedTag, _ xml: inout XMLText) {
        switch tag {
        // Only a description can say so.
        case .tag(let tag) where tag.isWeak: xml.element("ETag", tag.text)
        case .tag(let tag): xml.element(.entityTag) { $0.text(tag.opaque) }
        case .digest(let digest):
            xml.element(.entityTag) { xml in
                xml.plainText(digest.digits.span)
                if digest.parts > 0 { xml.text("-\(digest.parts)") }
            }
        }
    }

    private mutating func lastModified(_ date: HTTPDate) -> XMLText {
        if let last, last.date == date { return last.element }
        var element = XMLText.fragment()
        element.element(.lastModified) { xml in
            let time = CivilTime(secondsSinceEpoch: date.secondsSinceEpoch)
            if let digits = time.iso8601Digits { xml.plainText(digits.span) } else { xml.text(time.iso8601Milliseconds) }
        }
        last = (date, element)
        return element
    }

    private static func storageClass(_ name: String) -> XMLText {
        var element = XMLText.fragment()
        element.element(.storageClass) { $0.text(name) }
        return element
    }
}
