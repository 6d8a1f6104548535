public import FileStore
public import HTTPMessage

/// Stands in for S3: reads the objects of a fixture folder over S3's own protocol.
///
/// A bucket is a folder in `s3/`, an object a file in it, its key the path. `<file>.meta.json` beside a file describes it (see
/// `FileMetadata`) and is no object itself; nor are `.DS_Store`, `.gitkeep` and `.gitignore`. Nothing is written. Any thread.
public final class S3Service: Sendable {
    private let objects: ObjectStore
    private let settings: S3Settings
    private let work: any WorkQueue

    /// - Parameters:
    ///   - store: of the fixture folder.
    ///   - folder: where the buckets are in it.
    ///   - work: does what takes time: listings, and the digests of large objects. A request for which it has no room gets S3's 503.
    public init(
        _ store: FileStore, folder: RelativePath = RelativePath("s3")!, settings: S3Settings = S3Settings(),
        work: any WorkQueue
    ) {
        self.work = work
        objects = ObjectStore(store, folder: folder)
        self.settings = settings
    }

    /// Answers any request: what is not S3's gets S3's error.
    public func respond(to request: Request) -> Reply {
        let identity = RequestIdentity.next()
        // The common case: a picture, as a whole. Only its identity is made anew.
        let isPlain = isPlainRead(request)
        if isPlain, let response = objects.response(to: request.targetBytes) { return .plan(plan(response, identity)) }
        var call = S3Call(request, S3Address(request, settings), settings, identity, isPlainRead: isPlain)
        do throws(S3Error) {
            return .plan(plan(try S3Router.operation(for: call).perform(call, objects), identity))
        } catch  where !error.isNeedOfTime {
            return .plan(plan(error.response(to: call), identity))
        } catch {
            call.mayTakeTime = true
            let busy = plan(S3Error.slowDown.response(to: call), identity)
            return work.reply(orWhenBusy: busy) { [self, call] in
                do throws(S3Error) {
                    return plan(try S3Router.operation(for: call).perform(call, objects), identity)
                } catch {
                    return plan(error.response(to: call), identity)
                }
            }
        }
    }

    private func plan(_ response: Response, _ identity: RequestIdentity) -> WirePlan {
        var plan = WirePlan(response)
        plan.ownFields = identity.fields
        return plan
    }

    /// A path-style GET or HEAD without a query and without conditions.
    private func isPlainRead(_ request: Request) -> Bool {
        guard request.queryBytes == nil, request.methodBytes.elementsEqual("GET".utf8) || request.methodBytes.elementsEqual("HEAD".utf8),
            !Conditions.arePresent(in: request)
        else { return false }
        guard let host = request.firstHeaderIndex("Host") else { return true }
        return S3Address.isSurelyPathStyle(request.headerValue(host))
    }
}
