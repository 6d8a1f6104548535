internal import FixtureStore
internal import HTTPMessage
internal import MockEngine

/// Which room answers a request, by listener and path: the admin API, a stub, a file, an S3 object, or the page that says why nothing
/// did. The wire calls it on its worker threads.
final class FrontDoor: HTTPResponder {
    private static let adminPrefix = Array("/__admin".utf8)

    private let engine: MockEngine
    private let files: StaticFiles
    private let compresses: Bool
    private let observer: any ExchangeObserver

    init(
        engine: MockEngine, files: StaticFiles, compresses: Bool, observer: any ExchangeObserver
    ) {
        self.engine = engine
        self.files = files
        self.compresses = compresses
        self.observer = observer
    }

    func admit(_ head: Request) -> Admission {
        .receive(maximumBytes: nil)
    }

    func respond(to request: Request) -> Reply {
        switch engine.respond(to: request) {
        case .plan(var plan):
            if compresses { plan.response = ContentCoding.encoded(plan.response, for: request) }
            observer.answered(request, plan)
            return .plan(plan)
        case .later(let deferred): return .later(deferred)
        case .unmatched(let miss):
            let plan = plan(for: miss)
            observer.answered(request, plan)
            return .plan(plan)
        }
    }

    func finished(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome) { engine.finished(ticket, outcome) }

    /// What answers where no stub does.
    private func plan(for miss: Miss) -> WirePlan {
        let response = miss.request.arrival.listener == .s3 ? nil : files.response(to: miss.request)
        if let response { return engine.note(miss, answered: WirePlan(response), byFile: true) }
        let report = miss.report
        observer.missed(report)
        return engine.note(miss, answered: WirePlan(report.response()), subEvents: [report.subEvent])
    }

    /// The admin API is on the HTTP listener only: on the other one the path could be a bucket's.
    private func isForAdmin(_ request: Request) -> Bool {
        guard request.arrival.listener != .s3 else { return false }
        let path = request.pathBytes
        let count = Self.adminPrefix.count
        guard path.count >= count, path.prefix(count).elementsEqual(Self.adminPrefix) else { return false }
        return path.count == count || path[path.startIndex + count] == UInt8(ascii: "/")
    }
}

/// Who wants to know of each answer: the access log.
protocol ExchangeObserver: Sendable {
    func answered(_ request: Request, _ plan: WirePlan)
    func missed(_ report: MissReport)
}
