internal import S3Dialect

extension UploadedBody {
    /// The body of a call, as content that a session holds.
    /// - Throws: what is wrong with the body; QuotaExceeded.
    static func received(with call: S3Call, _ ledger: StorageLedger) throws(S3Error) -> UploadedBody {
        try received(call.received(), ledger)
    }

    /// A body, as content that a session holds.
    /// - Throws: QuotaExceeded.
    static func received(_ body: ReceivedBody, _ ledger: StorageLedger) throws(S3Error) -> UploadedBody {
        var room = body.room
        if room == nil { room = try ledger.charge(body.size) }
        return UploadedBody(
            content: .held(HeldContent(body.bytes, room)), form: body.form, md5: body.md5, checksum: body.checksum,
            isClientsChecksum: body.isClientsChecksum)
    }
}
