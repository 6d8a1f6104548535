/// The parts that a CompleteMultipartUpload request names, in the order of the request: `CompleteMultipartUpload`.
package struct PartList: Sendable, Hashable {
    /// The highest number of a part.
    package static let limit = 10_000

    /// One part.
    package struct Item: Sendable, Hashable {
        /// 1 to 10,000.
        package var number: Int
        /// As written, with or without quotes.
        package var entityTag: String
        /// The checksums that the client names, as written.
        package var checksums: [ChecksumAlgorithm: String]
    }

    /// 1 to 10,000 parts.
    package let items: [Item]

    /// Whether the numbers ascend. Else the request is refused with InvalidPartOrder, after the parts have been looked for.
    package var isInOrder: Bool { zip(items, items.dropFirst()).allSatisfy { $0.number < $1.number } }

    /// - Throws: MalformedXML; InvalidArgument for too many parts, a number that a part cannot have, several checksums of a part, and what
    ///   is no checksum.
    package init(_ document: [UInt8]) throws(S3Error) {
        let parts = try InputElement(document, root: "CompleteMultipartUpload").children("Part")
        guard !parts.isEmpty else { throw S3Error(.malformedXML) }
        guard parts.count <= Self.limit else {
            throw .invalidArgument("A multipart upload has at most \(Self.limit) parts", "Part", String(parts.count))
        }
        var items: [Item] = []
        for part in parts {
            let children = try part.children(["PartNumber", "ETag"] + ChecksumAlgorithm.allCases.map(\.element))
            let number = try children.required("PartNumber").integer()
            guard (1...Self.limit).contains(number) else {
                throw .invalidArgument("PartNumber must be >= 1", "PartNumber", String(number))
            }
            var checksums: [ChecksumAlgorithm: String] = [:]
            for algorithm in ChecksumAlgorithm.allCases {
                checksums[algorithm] = try children.optional(algorithm.element)?.word()
            }
            guard checksums.count <= 1, checksums.allSatisfy({ Checksum($0, text: $1)?.type == .fullObject }) else {
                throw Self.badChecksums(checksums)
            }
            items.append(Item(number: number, entityTag: try children.required("ETag").word(), checksums: checksums))
        }
        self.items = items
    }

    private static func badChecksums(_ checksums: [ChecksumAlgorithm: String]) -> S3Error {
        let written = checksums.map { "\($0.rawValue):\($1);" }.sorted().joined()
        return .invalidArgument("Invalid Base64 or multiple checksums present in request", "Checksum", written)
    }
}
