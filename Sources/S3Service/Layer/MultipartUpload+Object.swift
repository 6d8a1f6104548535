internal import Digest
internal import HashTreeCollections
internal import S3Dialect

extension MultipartUpload {
    /// All parts but the last have at least this many bytes.
    private static let leastPart = 5 << 20

    /// Compares what a request says about the type of the checksum. It comes before what the request says about the parts.
    /// - Parameter wanted: nil when it says nothing.
    /// - Throws: InvalidRequest for another type than the upload was begun with, and for one that S3 does not have.
    func check(type wanted: String?) throws(S3Error) {
        guard let wanted, try ChecksumType(field: wanted) != type else { return }
        throw S3Error(
            .invalidRequest,
            "The upload was created using the \(type?.rawValue ?? "null") checksum mode. The complete request must use the same checksum mode."
        )
    }

    /// The object that the parts of a list make.
    /// - Parameter layer: the session's, which limits how large it may be.
    /// - Throws: InvalidPartOrder, InvalidPart, EntityTooSmall, InvalidRequest, BadDigest, QuotaExceeded.
    func object(of list: PartList, in layer: SessionLayer) throws(S3Error) -> NewObject {
        let parts = try chosen(list)
        // Parts that are copies of one object share its room, but whoever saves the object writes all its bytes.
        try layer.ledger.check(parts.reduce(0) { $0 + $1.size })
        return joined(parts, try JoinedContent(parts.map(\.content), in: layer.versionLedger))
    }

    /// The parts that the client lists.
    /// - Throws: InvalidPartOrder, InvalidPart, EntityTooSmall, InvalidRequest, BadDigest.
    private func chosen(_ list: PartList) throws(S3Error) -> [UploadedPart] {
        guard list.isInOrder else { throw S3Error(.invalidPartOrder, nil, [("UploadId", id)]) }
        var parts: [UploadedPart] = []
        for item in list.items {
            let tag = item.entityTag.filter { $0 != "\"" }
            guard let part = self.parts[item.number], part.entityTag == tag, hasChecksums(item, part) else {
                throw S3Error(
                    .invalidPart, nil, [("UploadId", id), ("PartNumber", String(item.number)), ("ETag", tag)])
            }
            try checkIsNamed(item)
            parts.append(part)
        }
        // As the API reference of CompletedPart says.
        if algorithm != nil, type == .composite, zip(parts, 1...).contains(where: { $0.number != $1 }) {
            throw S3Error(.invalidPartOrder, nil, [("UploadId", id)])
        }
        for part in parts.dropLast() where part.size < Self.leastPart {
            throw S3Error(
                .entityTooSmall, nil,
                [
                    ("ProposedSize", String(part.size)), ("MinSizeAllowed", String(Self.leastPart)), ("PartNumber", String(part.number)),
                    ("ETag", part.entityTag),
                ])
        }
        return parts
    }

    /// A checksum in the list is the upload's; where the object's is made of those of its parts, the list has them.
    /// - Throws: BadDigest for another one than the upload's; InvalidRequest without one.
    private func checkIsNamed(_ item: PartList.Item) throws(S3Error) {
        guard let algorithm, item.checksums[algorithm] == nil else { return }
        if let other = ChecksumAlgorithm.allCases.first(where: { item.checksums[$0] != nil }) {
            throw S3Error(
                .badDigest, "The \(other.rawValue.lowercased()) you specified for part \(item.number) did not match what we received.")
        }
        guard type == .composite else { return }
        throw S3Error(
            .invalidRequest,
            "The upload was created using a \(algorithm.rawValue.lowercased()) checksum. The complete request must include the "
                + "checksum for each part. It was missing for part \(item.number) in the request.")
    }

    private func hasChecksums(_ item: PartList.Item, _ part: UploadedPart) -> Bool {
        item.checksums.allSatisfy { algorithm, text in
            if algorithm == part.checksum.algorithm { return part.checksum.text == text }
            // S3 keeps no checksum of a part whose upload began without an algorithm, and so finds no part with one.
            return self.algorithm != nil
        }
    }

    private func joined(_ parts: [UploadedPart], _ content: JoinedContent) -> NewObject {
        let digest = MessageDigest.of(parts.flatMap(\.md5), .md5).hex
        let checksums = parts.map { (checksum: $0.checksum, count: $0.size) }
        return NewObject(
            description: description, content: .joined(content),
            entityTag: "\(digest)-\(parts.count)", checksum: Checksum.combined(checksums, type ?? .fullObject),
            parts: parts.map { ObjectPart(number: $0.number, size: $0.size, checksum: algorithm == nil ? nil : $0.checksum) })
    }
}
