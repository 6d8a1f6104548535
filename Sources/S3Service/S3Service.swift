public import FileStore
public import HTTPMessage

/// Stands in for S3: reads the objects of a fixture folder over S3's own protocol.
///
/// A bucket is a folder in `s3/`, an object a file in it, its key the path. `<file>.meta.json` beside a file describes it (see
/// `FileMetadata`) and is no object itself; nor are `.DS_Store`, `.gitkeep` and `.gitignore`. Nothing is written. Any thread.
public final class S3Service: Sendable {
    private let objects: ObjectStore
    private let settings: S3Settings

    /// - Parameters:
    ///   - store: of the fixture folder.
    ///   - folder: where the buckets are in it.
    public init(_ store: FileStore, folder: RelativePath = RelativePath("s3")!, settings: S3Settings = S3Settings()) {
        objects = ObjectStore(store, folder: folder)
        self.settings = settings
    }

    /// Answers any request: what is not S3's gets S3's error.
    public func respond(to request: Request) -> Reply {
        let identity = RequestIdentity.next()
        var call = S3Call(request, S3Address(request, settings), settings, identity)
        do throws(S3Error) {
            return .plan(WirePlan(try S3Router.operation(for: call).perform(call, objects)))
        } catch where !error.isNeedOfTime {
            return .plan(WirePlan(error.response(to: call)))
        } catch {
            call.mayTakeTime = true
            let plan = DeferredPlan()
            Task.detached { [call, objects] in
                do throws(S3Error) {
                    plan.fulfil(WirePlan(try S3Router.operation(for: call).perform(call, objects)))
                } catch {
                    plan.fulfil(WirePlan(error.response(to: call)))
                }
            }
            return .later(plan)
        }
    }
}
