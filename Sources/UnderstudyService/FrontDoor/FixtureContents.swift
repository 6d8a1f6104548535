internal import FixtureStore
internal import HTTPMessage
internal import MockEngine
internal import S3Service

/// The dropped files of `__files/`, for requests that no stub matches.
struct FileContents: ContentSource {
    let files: StaticFiles
    /// Reads and digests large files.
    let work: any WorkQueue

    func content(for request: Request) -> Content {
        switch files.quickResponse(to: request) {
        case .response(let response): return .found(WirePlan(response), path: nil)
        case .nothing: return .none
        case .takesTime:
            return .later { [files, work] give in
                let isTaken = work.submit {
                    give(files.response(to: request).map { .found(WirePlan($0), path: nil) } ?? .none)
                }
                if !isTaken { give(.found(WirePlan(.busy), path: nil)) }
            }
        }
    }
}

/// The objects of `s3/`, for requests on the S3 listener that no stub matches.
struct ObjectContents: ContentSource {
    let service: S3Service

    func content(for request: Request) -> Content {
        switch service.respond(to: request) {
        case .plan(let plan): return content(plan)
        case .later(let deferred):
            return .later { give in
                deferred.whenFulfilled { plan in
                    give(content(plan))
                    return true
                }
            }
        }
    }

    /// What S3 does not have is a miss, and the 404 is S3's.
    private func content(_ plan: WirePlan) -> Content { plan.response.status == 404 ? .missing(plan) : .found(plan, path: nil) }
}
