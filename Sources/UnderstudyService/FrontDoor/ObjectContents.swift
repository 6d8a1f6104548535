internal import HTTPMessage
internal import MockEngine
internal import S3Service

/// The objects of `s3/`, for requests on the S3 listener that no stub matches.
final class ObjectContents: ContentSource {
    private let service: S3Service

    init(service: S3Service) { self.service = service }

    func knownPlan(for request: Request, in session: Session) -> WirePlan? {
        service.knownPlan(for: request, in: SessionObjects.layer(of: session, service), now: Self.time(of: session))
    }

    private static func time(of session: Session) -> HTTPDate {
        HTTPDate(secondsSinceEpoch: Int(session.clock.now.milliseconds) / 1_000)
    }

    func upload(for head: Request, in session: Session) -> (any ContentUpload)? {
        service.upload(for: head, in: visit(to: session, for: head))
    }

    func content(for request: Request, _ upload: any ContentUpload, in session: Session) -> Content {
        guard let upload = upload as? S3Upload else { return content(for: request, in: session) }
        let visit = visit(to: session, for: request)
        return content(service.respond(to: request, with: upload, in: visit), request, visit)
    }

    private func visit(to session: Session, for request: Request, readsWhole: Bool = false) -> S3Session {
        // GET and HEAD change nothing; no other method of S3's begins like them.
        let isRead = request.methodInitial == UInt8(ascii: "G") || request.methodInitial == UInt8(ascii: "H")
        return S3Session(
            layer: SessionObjects.layer(of: session, service), now: Self.time(of: session), changes: isRead ? nil : S3ChangeList(),
            readsWhole: readsWhole)
    }

    func content(for request: Request, in session: Session) -> Content { content(for: request, visit(to: session, for: request)) }

    func wholeContent(for request: Request, in session: Session) -> Content {
        content(for: request, visit(to: session, for: request, readsWhole: true))
    }

    private func content(for request: Request, _ visit: S3Session) -> Content {
        switch service.respond(to: request, in: visit) {
        case .plan(let plan): return content(plan, request, visit)
        case .later(let deferred):
            return .later { [self] give in
                deferred.whenFulfilled { [self] plan in
                    give(content(plan, request, visit))
                    return true
                }
            }
        }
    }

    func originFields(for request: Request, beside plan: WirePlan, in session: Session) -> HeaderFields {
        service.originFields(for: request, beside: plan, in: visit(to: session, for: request))
    }

    func filePath(for request: Request) -> String? { service.path(for: request) }

    func existingPath(for request: Request) -> String? { service.objectPath(for: request) }

    func bucketName(for request: Request) -> String? { service.bucketName(for: request) }

    /// A missing object is a miss, with the 404 of S3, unless the session has removed it.
    private func content(_ plan: WirePlan, _ request: Request, _ visit: S3Session) -> Content {
        if let advice = service.adviceAboutDoubledSlash(request) {
            let isList = plan.response.status == 200
            return isList
                ? .refused(plan, reason: "It is the list of buckets. \(advice)")
                : .missing(plan, ContentAbsence(hint: advice, isProbe: request.method == "HEAD"))
        }
        switch plan.response.status {
        case 404:
            guard let missing = service.absence(for: request, in: visit) else { return .found(plan) }
            guard !request.path.hasPrefix("/__admin/") else {
                return .missing(plan, ContentAbsence(hint: "The admin API is on the HTTP listener: ask that port."))
            }
            return .missing(plan, absence(missing, visit))
        case 400, 403:
            if let reason = service.diagnosis(of: request, in: visit) { return .refused(plan, reason: reason) }
            if plan.response.status == 403,
                let reason = service.adviceAboutPreflight(request, in: visit) ?? service.adviceAboutKey(request)
            {
                return .refused(plan, reason: reason)
            }
            guard plan.response.status == 400, let missing = service.absenceOfImpossibleBucket(for: request) else { return .found(plan) }
            return .missing(plan, ContentAbsence(hint: missing.advice, isProbe: missing.isProbe))
        case 500:
            let reason = Self.message(in: plan.response.text) ?? service.failure(of: request, in: visit)
            return .failed(plan, reason: reason ?? "the object, or the file that describes it, could not be read")
        default:
            guard visit.changes != nil, let event = service.event(of: request, plan, in: visit) else { return .found(plan) }
            return .changed(plan) { event.json }
        }
    }

    private func absence(_ missing: S3Absence, _ visit: S3Session) -> ContentAbsence {
        let request = missing.request
        let obstacle = service.obstacle(to: request)
        let file = obstacle == nil && missing.isMendedByFile ? service.pathToMake(for: request) : nil
        let twin = service.twin(of: request, in: visit).map { ContentTwin(file: $0.file, path: $0.path) }
        let nearest = service.nearestBucket(for: request, in: visit).map { "There is a bucket \"\($0)\"." }
        let hints = [obstacle, missing.advice, nearest].compactMap { $0 }
        guard missing.isSource else {
            let hint = hints.isEmpty ? nil : hints.joined(separator: " ")
            return ContentAbsence(file: file, hint: hint, sentence: missing.sentence, isProbe: missing.isProbe, twin: twin)
        }
        let place = file.map { ": \($0) would be its file." } ?? "."
        let meant = twin.map { "Did you mean \"\($0.path)\"? It is \($0.file)." }
        let all = ["The source of the copy, \"\(request.path)\", does not exist\(place)"] + hints + [meant].compactMap { $0 }
        return ContentAbsence(hint: all.joined(separator: " "), sentence: missing.sentence)
    }

    /// The message of an S3 error document; nil for HEAD, which gets none.
    private static func message(in document: String) -> String? {
        guard let start = document.firstRange(of: "<Message>"), let end = document.firstRange(of: "</Message>") else { return nil }
        let entities = [("&quot;", "\""), ("&apos;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
        return entities.reduce(String(document[start.upperBound..<end.lowerBound])) { $0.replacing($1.0, with: $1.1) }
    }
}

extension S3Upload: ContentUpload {}

extension Content {
    /// A 503, because the work pool has no room.
    /// - Parameter what: begins the sentence for the journal and the log: "The file was not read".
    static func busy(_ what: String) -> Content { .failed(WirePlan(.busy), reason: "\(what): the queue of the work pool is full.") }
}
