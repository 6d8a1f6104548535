internal import AdminAPI
internal import FixtureStore
internal import HTTPMessage
internal import MockEngine
internal import S3Service

/// Which room answers a request, by listener and path: the admin API, a stub, a file, an S3 object, or the page that says why nothing
/// did. The wire calls it on its worker threads.
final class FrontDoor: HTTPResponder {
    private let engine: MockEngine
    private let admin: AdminAPI
    private let files: StaticFiles
    private let s3: S3Service
    private let treatment: Treatment
    private let observer: any ExchangeObserver

    init(
        engine: MockEngine, admin: AdminAPI, files: StaticFiles, s3: S3Service, treatment: Treatment, observer: any ExchangeObserver
    ) {
        self.engine = engine
        self.admin = admin
        self.files = files
        self.s3 = s3
        self.treatment = treatment
        self.observer = observer
    }

    func admit(_ head: Request) -> Admission {
        isForAdmin(head) ? .receive(maximumBytes: nil) : engine.admit(head)
    }

    func respond(to request: Request, admitted: (any AdmittedRequest)?) -> Reply {
        if isForAdmin(request) { return .plan(WirePlan(admin.respond(to: request))) }
        if let preflight = treatment.preflight(request) { return .plan(WirePlan(preflight)) }
        switch engine.respond(to: request) {
        case .plan(var plan):
            finish(&plan, for: request)
            return .plan(plan)
        case .later(let deferred):
            let finished = deferred.map { [self] plan in
                var plan = plan
                finish(&plan, for: request)
                return plan
            }
            return .later(finished)
        case .unmatched(let miss): return request.arrival.listener == .s3 ? askS3(miss) : .plan(askFiles(miss))
        }
    }

    func finished(_ ticket: ExchangeTicket, _ outcome: ExchangeOutcome) { engine.finished(ticket, outcome) }

    /// What is done to every answer of a stub.
    private func finish(_ plan: inout WirePlan, for request: Request) {
        treatment.apply(to: &plan, for: request)
        observer.answered(request, plan)
    }

    private func askFiles(_ miss: Miss) -> WirePlan {
        guard let response = files.response(to: miss.request) else {
            let report = miss.report
            observer.missed(report)
            var plan = WirePlan(report.response())
            treatment.open(&plan, to: miss.request)
            return engine.note(miss, answered: plan, subEvents: [report.subEvent])
        }
        return noted(miss, WirePlan(response))
    }

    private func askS3(_ miss: Miss) -> Reply {
        switch s3.respond(to: miss.request) {
        case .plan(let plan): return .plan(noted(miss, plan))
        case .later(let deferred): return .later(deferred.map { [self] in noted(miss, $0) })
        }
    }

    /// The plan, in the journal as a file's; what is not there is a miss.
    private func noted(_ miss: Miss, _ plan: WirePlan) -> WirePlan {
        var plan = plan
        treatment.open(&plan, to: miss.request)
        observer.answered(miss.request, plan)
        return engine.note(miss, answered: plan, byFile: plan.response.status != 404)
    }

    /// The admin API is on the HTTP listener only: on the other one its path could be a bucket's.
    private func isForAdmin(_ request: Request) -> Bool { request.arrival.listener != .s3 && AdminAPI.owns(request) }
}

/// Who wants to know of each answer: the access log.
protocol ExchangeObserver: Sendable {
    func answered(_ request: Request, _ plan: WirePlan)
    func missed(_ report: MissReport)
}
