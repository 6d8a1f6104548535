internal import HTTPMessage
internal import S3Dialect
internal import XMLDocument

/// Some of an object's parts, for GetObjectAttributes.
struct PartPage {
    private let all: [ObjectPart]
    private let page: [ObjectPart]
    private let marker: Int
    /// The most parts, as the client wishes; a page has 1,000 at most.
    private let limit: Int

    init(_ all: [ObjectPart], _ call: S3Call) throws(S3Error) {
        self.all = all
        marker = try Self.number(call, "x-amz-part-number-marker") ?? 0
        // S3 ignores what is no number here.
        limit = (try? Self.number(call, "x-amz-max-parts")) ?? Self.mostParts
        let marker = marker
        page = Array(all.filter { $0.number > marker }.prefix(min(limit, Self.mostParts)))
    }

    private static let mostParts = 1_000

    /// The value of a field; nil without it.
    private static func number(_ call: S3Call, _ name: String) throws(S3Error) -> Int? {
        guard let text = call.request.firstHeader(name) else { return nil }
        guard let number = Int(text), number >= 0 else { throw .invalidArgument("Argument must be an integer", name, text) }
        return number
    }

    func write(to xml: inout XMLText) {
        xml.element("ObjectParts") { xml in
            xml.element("PartsCount", all.count)
            guard !all.isEmpty else { return }
            xml.element("PartNumberMarker", marker)
            xml.element("NextPartNumberMarker", page.last?.number ?? 0)
            xml.element("MaxParts", limit)
            xml.element("IsTruncated", page.last.map { $0.number != all.last?.number } ?? false)
            for part in page {
                xml.element("Part") { xml in
                    xml.element("PartNumber", part.number)
                    xml.element("Size", part.size)
                    if let checksum = part.checksum { xml.element(checksum.algorithm.element, checksum.text) }
                }
            }
        }
    }
}
