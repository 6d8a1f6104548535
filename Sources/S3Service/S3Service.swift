package import FileStore
package import HTTPMessage
internal import JSONDocument
internal import S3Dialect

/// A read-only S3 server for the objects of a fixture folder.
///
/// A bucket is a folder in `s3/`, an object a file in it, and its key the path. `<file>.meta.json` beside a file describes it (see
/// `FileMetadata`) and is not an object; nor are `.DS_Store`, `.gitkeep` and `.gitignore`. Any thread.
package final class S3Service: Sendable {
    private let objects: ObjectStore
    private let folder: RelativePath
    private let settings: S3Settings
    private let work: any WorkQueue

    /// - Parameters:
    ///   - store: the store of the fixture folder.
    ///   - folder: the folder of the buckets in it.
    ///   - work: runs what takes time: listings, and digests of large objects. Requests get S3's 503 when it has no room.
    package init(
        _ store: FileStore, folder: RelativePath = RelativePath("s3")!, settings: S3Settings = S3Settings(),
        work: any WorkQueue
    ) {
        self.work = work
        objects = ObjectStore(store, folder: folder)
        self.folder = folder
        self.settings = settings
    }

    /// Responds to any request. Requests that S3 does not know get S3's error.
    package func respond(to request: Request) -> Reply {
        let identity = RequestIdentity.next()
        // The common case: a whole picture. Only its request id is new.
        let isPlain = isPlainRead(request)
        if isPlain, let response = objects.response(to: request.targetBytes) { return .plan(plan(response, identity)) }
        var call = S3Call(request, S3Address(request, baseDomains: settings.baseDomains), settings, identity, isPlainRead: isPlain)
        do throws(S3Error) {
            return .plan(plan(try S3Router.operation(for: call).perform(call, objects), identity))
        } catch  where !error.isNeedOfTime {
            return .plan(plan(error.response(to: request, identity), identity))
        } catch {
            call.mayTakeTime = true
            let busy = plan(S3Error(.slowDown).response(to: request, identity), identity)
            return work.reply(orWhenBusy: busy) { [self, call] in
                do throws(S3Error) {
                    return plan(try S3Router.operation(for: call).perform(call, objects), identity)
                } catch {
                    return plan(error.response(to: request, identity), identity)
                }
            }
        }
    }

    /// The path of the requested file, existing or not, relative to the mocks folder: `s3/poses/1.jpg`, for a bucket `s3/poses/`. Nil for
    /// the service itself. Does not access the disk.
    package func path(for request: Request) -> String? {
        let address = S3Address(request, baseDomains: settings.baseDomains)
        guard let bucket = address.bucket else { return nil }
        return "\(folder.text)/\(bucket)/" + (address.key.map { String(decoding: $0, as: UTF8.self) } ?? "")
    }

    /// The path of the object that a GET of the request would return, relative to the mocks folder. Reads the status of files, not their
    /// content.
    /// - Returns: nil when there is none, and for buckets.
    package func objectPath(for request: Request) -> String? {
        let address = S3Address(request, baseDomains: settings.baseDomains)
        guard let bucket = address.bucket, let key = address.key else { return nil }
        return objects.path(ofObject: key, in: bucket)?.text
    }

    /// The bucket that was probably meant by a request for a missing one: the one with the nearest name, or the only one. Lists the
    /// buckets.
    /// - Returns: nil when the request's bucket exists, or no name is near.
    package func nearestBucket(for request: Request) -> String? {
        guard let bucket = S3Address(request, baseDomains: settings.baseDomains).bucket, (try? objects.requireBucket(bucket)) == nil else {
            return nil
        }
        let names = objects.buckets().map(\.name)
        return Spelling.nearest(to: bucket, among: names) ?? (names.count == 1 ? names[0] : nil)
    }

    /// Which bucket or object does not exist, as a sentence; nil for a request that names neither. Reads the status of the bucket's folder.
    package func absence(for request: Request) -> String? {
        let address = S3Address(request, baseDomains: settings.baseDomains)
        guard let bucket = address.bucket else { return nil }
        if (try? objects.requireBucket(bucket)) == nil { return "S3 has no bucket \"\(bucket)\"." }
        return address.key.map { "The bucket \"\(bucket)\" has no object \"\(String(decoding: $0, as: UTF8.self))\"." }
    }

    /// Refuses a request in S3's form, without access to any bucket.
    package static func refusal(status: Int, code: String, message: String, of request: Request) -> WirePlan {
        let identity = RequestIdentity.next()
        var plan = WirePlan(S3Error(status: status, code: code, message: message).response(to: request, identity))
        plan.ownFields = identity.fields
        return plan
    }

    private func plan(_ response: Response, _ identity: RequestIdentity) -> WirePlan {
        var plan = WirePlan(response)
        plan.ownFields = identity.fields
        return plan
    }

    /// Whether it is a path-style GET or HEAD without a query and without conditions.
    private func isPlainRead(_ request: Request) -> Bool {
        guard request.queryBytes == nil, request.methodBytes.elementsEqual("GET".utf8) || request.methodBytes.elementsEqual("HEAD".utf8),
            !Conditions.arePresent(in: request)
        else { return false }
        guard let host = request.firstHeaderIndex("Host") else { return true }
        return S3Address.isSurelyPathStyle(request.headerValue(host))
    }
}
