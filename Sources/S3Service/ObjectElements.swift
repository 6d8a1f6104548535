internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

/// Writes the elements of the objects in one listing.
///
/// What is the same in many is made once: most of the element of a file whose description, if it has one, names no entity tag, and the last
/// time, because files that were written together have the same.
struct ObjectElements {
    /// The bytes that most elements do not exceed, so that a long listing is not copied while it is written.
    private static let usualSize = 300
    private static let usualClass = storageClass(ObjectDescription.standardClass)

    private let text: ListingText
    private let hasOwner: Bool
    private var last: (date: HTTPDate, element: XMLText)?
    /// The same for `addPlain`.
    private var lastPlain: (date: HTTPDate, middle: XMLText)?

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
        if case .digest(let digest) = version.entityTag, digest.parts == 0, !hasOwner, isLatest == nil {
            return addPlain(key, version, digest, to: &xml)
        }
        let lastModified = lastModified(version.lastModified)
        xml.element(name) { xml in
            xml.element(.key) { write(key, &$0) }
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

    /// Adds the element of a file without a description. It is what `add` writes, from fewer and longer pieces: the usual page has a
    /// thousand.
    private mutating func addPlain(_ key: ObjectKey, _ version: ListedVersion, _ digest: DigestTable.Digest, to xml: inout XMLText) {
        xml.append(Self.plainBeginning)
        write(key, &xml)
        xml.append(plainMiddle(version.lastModified))
        xml.plainText(digest.digits.span)
        xml.append(Self.plainBeforeSize)
        xml.plainText(version.size)
        xml.append(Self.plainEnd)
    }

    private static let plainBeginning = XMLText.fragment(opening: .contents, .key)
    private static let plainBeforeSize = XMLText.fragment(closing: .entityTag, opening: .size)
    private static let plainEnd: XMLText = {
        var end = XMLText.fragment(closing: .size)
        end.append(usualClass)
        end.append(.fragment(closing: .contents))
        return end
    }()

    private mutating func plainMiddle(_ date: HTTPDate) -> XMLText {
        if let lastPlain, lastPlain.date == date { return lastPlain.middle }
        var middle = XMLText.fragment(closing: .key)
        middle.append(lastModified(date))
        middle.append(.fragment(opening: .entityTag))
        lastPlain = (date, middle)
        return middle
    }

    private func write(_ key: ObjectKey, _ xml: inout XMLText) { text.isEncoded ? xml.text(text(key.text)) : xml.text(key.bytes) }

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
