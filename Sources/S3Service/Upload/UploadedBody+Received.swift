internal import S3Dialect

extension UploadedBody {
    /// The body of a call, as content that a session holds.
    /// - Throws: what is wrong with the body; QuotaExceeded.
    static func received(with call: S3Call, _ ledger: StorageLedger) throws(S3Error) -> UploadedBody {
        let body = try call.received()
        return UploadedBody(
            content: .held(HeldContent(body.bytes, try ledger.charge(body.size))), md5: body.md5, checksum: body.checksum,
            isClientsChecksum: body.isClientsChecksum)
    }
}
