package import FileStore
package import HTTPMessage
internal import JSONDocument
internal import Placeholders
internal import S3Dialect
internal import Synchronization

/// An S3 server: the objects of a fixture folder, and in every session what its clients have written over them.
///
/// A bucket is a folder in `s3/`, an object a file in it, and its key the path. `<file>.meta.json` beside a file describes it (see
/// `FileMetadata`) and is not an object; nor are `.DS_Store`, `.gitkeep` and `.gitignore`. The folder is only read, unless
/// `s3.persist` lets the server's own session write into it. Any thread.
package final class S3Service: Sendable {
    let objects: FolderLayer
    private let folder: RelativePath
    let settings: S3Settings
    let access: AccessControl
    let work: any WorkQueue
    /// Writes the changes of the server's own session into the folder; nil without `s3.persist`.
    private let writer: FolderWriter?
    /// Held while somebody else writes into it.
    private let saves = Mutex(())
    /// Why the cache is not used; nil when it is, and without one.
    private let cacheProblem: String?

    /// - Parameters:
    ///   - store: the store of the fixture folder.
    ///   - folder: the folder of the buckets in it.
    ///   - work: runs what takes time: listings, and digests of large objects. Requests get S3's 503 when it has no room.
    package init(
        _ store: FileStore, folder: RelativePath = RelativePath("s3")!, settings: S3Settings = S3Settings(),
        work: any WorkQueue
    ) {
        self.work = work
        var cache: FileRoot?
        var problem: String?
        if let path = settings.cacheDirectory {
            do throws(FileError) { cache = try FileRoot(path) } catch {
                problem = "entity tags of objects are not kept over a restart: \(error)"
            }
        }
        cacheProblem = problem
        objects = FolderLayer(
            store, folder: folder, cache: cache,
            pictures: settings.placeholders.isEmpty ? nil : BucketPictures(settings.placeholders, settings.pictures))
        self.folder = folder
        self.settings = settings
        access = AccessControl(settings)
        writer = settings.persists ? FolderWriter(objects, folder: folder, keepsACLs: settings.auth == .strict) : nil
    }

    /// Call it once before the first request. Completes in the folder what an earlier process has begun.
    /// - Returns: sentences for the log: what does not work and keeps nobody from using the rest.
    /// - Throws: `S3SaveError` with `s3.persist` when the folder cannot be written, or another process writes into it.
    @discardableResult
    package func start() throws(S3SaveError) -> [String] {
        let problems = cacheProblem.map { [$0] } ?? []
        guard let writer else { return problems + (completeSave().map { [$0] } ?? []) }
        do throws(S3SaveError) { try writer.start() } catch { throw S3SaveError("s3.persist: \(error.sentence)") }
        return problems
    }

    /// Keeps the entity tags of files for the next start, and lets other servers write into the folder. Call it once, after the last request
    /// has ended. Takes time.
    package func stop() {
        objects.saveDigests()
        writer?.end()
    }

    /// Completes in the folder what a killed process has begun to save.
    /// - Returns: why half of it is served; nil when it is complete, and when this process must not write into the folder.
    private func completeSave() -> String? {
        let root = objects.store.root
        guard root.kind(of: FolderWriter.pending(beside: folder)) == .folder else { return nil }
        let writer = FolderWriter(objects, folder: folder, keepsACLs: false)
        do throws(FileError) {
            try writer.open()
            writer.end()
            return nil
        } catch {
            // Another server may write into it; a folder that is only read stays as it is.
            if error.code == .notPermitted { return nil }
            return "completing in \"\(root.display(folder))\" what an earlier server has begun to save, of which half is served now: "
                + "\(error)"
        }
    }

    /// Writes into the folder, one after the other. Takes time.
    /// - Throws: `S3SaveError` when the folder cannot be written, or another process writes into it.
    func writing<Result: Sendable>(_ body: (FolderWriter) throws(S3SaveError) -> Result) throws(S3SaveError) -> Result {
        if let writer { return try writer.exclusively { () throws(S3SaveError) in try body(writer) } }
        let keepsACLs = settings.auth == .strict
        let result = saves.withLock { _ -> Swift.Result<Result, S3SaveError> in
            let writer = FolderWriter(objects, folder: folder, keepsACLs: keepsACLs)
            do throws(S3SaveError) {
                try writer.start()
                defer { writer.end() }
                return .success(try writer.exclusively { () throws(S3SaveError) in try body(writer) })
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    /// An empty layer for a session.
    /// - Parameter isOwn: whether it is the server's own session, which writes into the folder with `s3.persist`.
    package func newLayer(isOwn: Bool = false) -> SessionLayer {
        SessionLayer(maximumBytes: settings.maximumBytes, writer: isOwn ? writer : nil)
    }

    /// Whether the folder has a bucket of that name. Accesses the disk.
    package func hasFolder(ofBucket name: String) -> Bool { objects.hasBucket(name) }

    /// The common case, a whole picture that was requested before: its plan, if nothing that it was made from has changed since. Only its
    /// request id is new. Waits for nothing but the disk, where it looks at the file's status.
    /// - Parameter now: the session's time.
    /// - Returns: nil also for requests with another query than a link's or with conditions, from pages, and for objects that the session
    ///   has changed.
    package func knownPlan(for request: Request, in layer: SessionLayer, now: @autoclosure () -> HTTPDate) -> WirePlan? {
        guard isPlainRead(request), !isFromPage(request), layer.isUntouched || layer.leavesToFolder(request.pathBytes),
            access.surelyAllowsRead(request, now: now()), let response = objects.response(to: request.pathBytes)
        else { return nil }
        return plan(response, .next())
    }

    /// Responds to any request. Requests that S3 does not know get S3's error.
    /// - Parameter session: a request sees what its session has written.
    package func respond(to request: Request, in session: S3Session) -> Reply {
        objects.store.followName()
        let identity = RequestIdentity.next()
        do throws(S3Error) {
            try checkTarget(of: request)
            let signer = try access.identify(request, now: session.now)
            // A signature covers the fields that are left out.
            let asked = session.readsWhole && request.isRead ? request.withoutConditions : request
            let (call, operation) = try call(of: asked, identity, signer, isPlainRead: isPlainRead(asked))
            let view = BucketView(objects, session)
            let waitsForDisk = view.isPersistent && !Self.reads.contains(request.method)
            // A long body is digested, whether or not the operation looks at it.
            if !waitsForDisk, case (.quick, .quick) = (OperationCost.body(of: call), operation.cost(of: call, view)) {
                return .plan(perform(operation, call, view))
            }
            return queue(for: call).reply(orWhenBusy: plan(S3Error(.slowDown).response(to: request, identity), identity)) { [self] in
                perform(operation, call, BucketView(objects, session))
            }
        } catch {
            return .plan(refusal(error, of: request, identity, in: session))
        }
    }

    /// The response to a request that is refused before its operation begins.
    func refusal(_ error: S3Error, of request: Request, _ identity: RequestIdentity, in session: S3Session) -> WirePlan {
        var error = error
        if let (call, operation) = try? call(of: request, identity, nil) {
            error.headers.append(contentsOf: operation.refusalFields(call, BucketView(objects, session)))
        }
        var plan = plan(error.response(to: request, identity), identity)
        plan.furtherFields.append(contentsOf: CrossOrigin.fields(for: request, plan, settings))
        return plan
    }

    /// The fields that let a page of another origin read a response that this service has not made: by the rules of the request's bucket,
    /// or by the setting for all buckets. Accesses the disk.
    package func originFields(for request: Request, beside plan: WirePlan, in session: S3Session) -> HeaderFields {
        guard let (call, _) = try? call(of: request, .next(), nil) else { return CrossOrigin.fields(for: request, plan, settings) }
        return CrossOrigin.fields(for: call, BucketView(objects, session), plan)
    }

    /// Where an operation runs that takes time: reads of a bucket with placeholders may make a picture.
    private func queue(for call: S3Call) -> any WorkQueue {
        guard Self.reads.contains(call.request.method), call.address.key != nil, let form = settings.placeholders[call.bucket] else {
            return work
        }
        return settings.pictures.queue(for: form, over: work)
    }

    /// The methods that change nothing.
    private static let reads: Set<String> = ["GET", "HEAD", "OPTIONS"]

    /// Whether a page asks that needs fields for it by the setting for all buckets.
    private func isFromPage(_ request: Request) -> Bool {
        !settings.corsOrigins.isEmpty && request.firstHeaderIndex("Origin") != nil
    }

    /// The call that a request is, and its operation.
    /// - Parameter signer: who signed it; nil for nobody.
    /// - Throws: MethodNotAllowed, NotImplemented.
    func call(
        of request: Request, _ identity: RequestIdentity, _ signer: SignedRequest?, isPlainRead: Bool = false
    ) throws(S3Error) -> (call: S3Call, operation: any S3Operation.Type) {
        let address = address(of: request)
        let name = try S3Router.name(of: request, address)
        let operation = try S3Router.operation(name)
        return (S3Call(request, address, name, identity, access, signer, isPlainRead: isPlainRead), operation)
    }

    /// - Parameter refusal: what the head has decided; nil to perform the operation.
    func perform(
        _ operation: any S3Operation.Type, _ call: S3Call, _ view: BucketView, unless refusal: S3Error? = nil
    ) -> WirePlan {
        var call = call
        let response: Response
        do throws(S3Error) {
            if let refusal { throw refusal }
            try operation.checkQuery(call)
            try call.checkExpectedOwner()
            // A form is signed by its fields.
            if call.operation != .postObject { try access.check(call, view) }
            if !operation.storesBody {
                // In the order of an upload, whose head was admitted.
                if call.upload == nil, !call.isPlainRead { try operation.admit(&call, view) }
                try call.checkBody()
            }
            response = try operation.perform(call, view)
        } catch {
            var error = error
            error.headers.append(contentsOf: operation.refusalFields(call, view))
            response = error.response(to: call.request, call.identity)
        }
        var plan = plan(response, call.identity)
        plan.furtherFields.append(contentsOf: CrossOrigin.fields(for: call, view, plan))
        return plan
    }

    /// The path of the requested file, existing or not, relative to the mocks folder: `s3/poses/1.jpg`, for a bucket `s3/poses/`. Nil for
    /// the service itself. Does not access the disk.
    package func path(for request: Request) -> String? {
        let address = address(of: request)
        guard let bucket = address.bucket else { return nil }
        return "\(folder.text)/\(bucket)/\(address.keyText)"
    }

    /// The path of the object that a GET of the request would return from the folder, relative to the mocks folder. Reads the status of
    /// files, not their content.
    /// - Returns: nil when there is none, and for buckets.
    package func objectPath(for request: Request) -> String? {
        let address = address(of: request)
        guard let bucket = address.bucket, let key = address.key else { return nil }
        return objects.existingPath(of: ObjectKey(key), in: bucket)?.text
    }

    /// The bucket that was probably meant by a request for a missing one: the one with the nearest name, or the only one. Lists the
    /// buckets.
    /// - Returns: nil when the request's bucket exists, or no name is near.
    package func nearestBucket(for request: Request, in session: S3Session) -> String? {
        let view = BucketView(objects, session)
        guard let bucket = address(of: request).bucket, view.existingBucket(bucket) == nil else { return nil }
        let names = view.buckets().map(\.name)
        return Spelling.nearest(to: bucket, among: names) ?? (names.count == 1 ? names[0] : nil)
    }

    /// Why the signature or the link of a request is refused, as a sentence; nil when it holds, and when the target was refused before it.
    package func diagnosis(of request: Request, in session: S3Session) -> String? {
        do throws(S3Error) { try checkTarget(of: request) } catch { return nil }
        return access.diagnosis(of: request, now: session.now)
    }

    /// Refuses a request in S3's form, without access to any bucket.
    package static func refusal(status: Int, code: String, message: String, of request: Request) -> WirePlan {
        let identity = RequestIdentity.next()
        return Self.plan(S3Error(status: status, code: code, message: message).response(to: request, identity), identity)
    }

    /// Checks what is refused whoever asks.
    /// - Throws: InvalidURI; InvalidArgument for parameters that exclude each other.
    func checkTarget(of request: Request) throws(S3Error) {
        try S3Address.check(request.pathBytes)
        if request.queryBytes != nil { try S3OperationName.checkParameters(of: request, address(of: request)) }
    }

    func address(of request: Request) -> S3Address { S3Address(request, baseDomains: settings.baseDomains) }

    func plan(_ response: Response, _ identity: RequestIdentity) -> WirePlan { Self.plan(response, identity) }

    private static func plan(_ response: Response, _ identity: RequestIdentity) -> WirePlan {
        var plan = WirePlan(response)
        plan.idField = identity.idField
        return plan
    }

    /// Whether it is a path-style GET or HEAD without conditions and without a body, and without a query or with that of a link.
    private func isPlainRead(_ request: Request) -> Bool {
        guard request.hasPlainQuery, request.isRead,
            !Conditions.arePresent(in: request), request.firstHeaderIndex(S3Call.expectedOwner) == nil,
            request.firstHeaderIndex(CopySource.field) == nil, !EncryptionFields.arePresent(in: request),
            S3Call.hasKnownChecksumMode(request), UploadHead.surelyFitsNoBody(request), request.body.count == 0
        else { return false }
        if request.targetAuthority != nil { return false }
        guard let host = request.firstHeaderIndex("Host") else { return true }
        return S3Address.isSurelyPathStyle(request.headerValue(host))
    }
}
