internal import FileStore
internal import S3Dialect

extension BucketView {
    /// Part of an object as a content that no later change of the folder's files reaches, and that counts in the session. A file that is
    /// not in memory is copied, which takes time.
    /// - Parameter folder: of the file without a name that has the copy.
    /// - Returns: nil when the file has changed meanwhile: find the object again.
    /// - Throws: QuotaExceeded, InternalError.
    func owned(_ object: StoredObject, _ range: Range<Int>, in folder: SpoolFolder) throws(S3Error) -> ObjectContent? {
        if let kept = try object.content.kept(range, in: session.layer.ledger) { return kept }
        let part = try object.content.slice(range, in: session.layer.versionLedger)
        guard case .fixture(let file) = object.content else { return part }
        let charge = try session.layer.ledger.charge(range.count)
        var store = UploadStore(folder)
        var failure: S3Error?
        do throws(S3Error) {
            try part.forEachPiece { piece in
                guard failure == nil else { return }
                do throws(S3Error) { try store.append(piece) } catch { failure = error }
            }
        } catch {
            // It has become shorter.
            if !file.isUnchanged { return nil }
            throw error
        }
        if let failure { throw failure }
        return file.isUnchanged ? .held(HeldContent(store.body, charge)) : nil
    }
}

extension CopySource {
    /// How often a copy is tried while its file keeps changing.
    private static let tries = 3

    /// The object, if it is as the request wants it, with the content of a copy of it.
    /// - Parameter range: what is copied of it; all if missing.
    /// - Throws: as `find`; InvalidRequest for more than 5 GiB; OperationAborted for a file that changes again and again.
    func copy(
        _ call: S3Call, _ view: BucketView, range: (StoredObject) throws(S3Error) -> Range<Int> = { 0..<$0.size }
    ) throws(S3Error) -> (object: StoredObject, content: ObjectContent) {
        for _ in 0..<Self.tries {
            let object = try find(call, view)
            let range = try range(object)
            try Self.check(length: range.count)
            if let content = try view.owned(object, range, in: .temporary(call.settings)) { return (object, content) }
        }
        throw S3Error(.operationAborted)
    }
}
