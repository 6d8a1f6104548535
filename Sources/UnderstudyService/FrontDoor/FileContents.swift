internal import FixtureStore
internal import HTTPMessage
internal import MockEngine

/// The files of `__files/`, for requests that no stub matches.
final class FileContents: ContentSource {
    private let files: StaticFiles
    private let work: any WorkQueue

    /// - Parameter work: reads and digests large files.
    init(files: StaticFiles, work: any WorkQueue) {
        self.files = files
        self.work = work
    }

    func knownPlan(for request: Request, in session: Session) -> WirePlan? {
        files.knownResponse(to: request).map { WirePlan($0) }
    }

    func content(for request: Request, in session: Session) -> Content {
        switch files.quickResponse(to: request) {
        case .response(let response): return Self.content(response)
        case .nothing: return Self.nothing(for: request)
        case .takesTime:
            return .later { [files, work] give in
                let read: @Sendable () -> Void = {
                    give(files.response(to: request).map(Self.content) ?? Self.nothing(for: request))
                }
                if !work.submit(read) { give(.busy("The file was not read")) }
            }
        }
    }

    func filePath(for request: Request) -> String? { files.filePath(for: request) }

    func existingPath(for request: Request) -> String? { files.filePath(for: request) }

    func stubBody(for request: Request) -> StubBody? {
        files.stubBody(for: request).map { StubBody(file: $0.file, place: $0.place, path: $0.path) }
    }

    func obstacle(to request: Request) -> String? { files.obstacle(to: request) }

    func mayBeMade(_ path: String) -> Bool { files.mayBeMade(path) }

    func twin(of request: Request) -> ContentTwin? { files.twin(of: request).map { ContentTwin(file: $0.file, path: $0.path) } }

    private static func content(_ response: Response) -> Content {
        guard response.status == 500 else { return .found(WirePlan(response)) }
        return .failed(WirePlan(response), reason: response.text)
    }

    private static func nothing(for request: Request) -> Content {
        BrowserIcon.isRequested(by: request) ? .found(WirePlan(BrowserIcon.response)) : .none
    }
}
