internal import HTTPMessage
internal import S3Dialect

extension UploadedBody {
    /// The body that the wire has received for a call.
    /// - Throws: InvalidDigest, BadDigest, InvalidRequest, IncompleteBody, XAmzContentSHA256Mismatch, QuotaExceeded.
    static func received(with call: S3Call, _ ledger: StorageLedger) throws(S3Error) -> UploadedBody {
        let head = try UploadHead(call.request)
        var digests = UploadDigests(head)
        var content = ObjectContent.held(HeldContent(call.request.body, try ledger.charge(call.request.body.count)))
        var trailer: Checksum?
        if head.form.isChunked {
            var decoded: [UInt8] = []
            trailer = try decode(content, head, call.signer?.chunks, into: &decoded)
            content = .held(HeldContent(decoded.isEmpty ? .empty : .bytes(decoded), try ledger.charge(decoded.count)))
        }
        try content.forEachPiece { digests.update($0.span) }
        let found = try digests.finish(trailer: trailer)
        return UploadedBody(
            content: content, md5: found.md5, checksum: found.checksum, isClientsChecksum: head.algorithm != nil)
    }

    /// - Returns: the checksum in the trailer; nil without one.
    private static func decode(
        _ content: ObjectContent, _ head: UploadHead, _ signatures: ChunkSignatures?, into decoded: inout [UInt8]
    ) throws(S3Error) -> Checksum? {
        var decoder = AWSChunkedDecoder(head, signatures: signatures)
        var failure: S3Error?
        try content.forEachPiece { piece in
            guard failure == nil else { return }
            do throws(S3Error) {
                try decoder.take(piece.span) { data in for index in data.indices { decoded.append(data[index]) } }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return try decoder.finish()
    }
}
