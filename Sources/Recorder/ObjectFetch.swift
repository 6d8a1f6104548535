internal import AdminAPI
internal import HTTPMessage
internal import JSONDocument
internal import MockEngine

/// Fetches the objects that recorded responses name, and writes their files. One failure does not hinder the others.
final class ObjectFetch: Sendable {
    private struct Fetched: Sendable {
        var object: FetchableObject
        var result: Result<Response, UpstreamError>
        /// The limit of the request's time.
        var limit: TimeLimit
    }

    private let client: any UpstreamClient
    private let folder: any ObjectFolder
    private let recording: ObjectRecording
    private let stop: FetchEnd
    private let results = Mailbox<Fetched>()

    /// - Parameter stop: ends the fetch before its time.
    init(_ client: any UpstreamClient, _ folder: any ObjectFolder, _ recording: ObjectRecording, until stop: FetchEnd = FetchEnd()) {
        self.client = client
        self.folder = folder
        self.recording = recording
        self.stop = stop
    }

    /// Fetches each object once, by the first of its URLs that brings it. Blocks until all have come, have failed or are late, or the fetch
    /// is ended.
    /// - Returns: what was saved, and what was not.
    func run(_ found: [HostedObject]) -> ObjectFetchReport {
        var report = ObjectFetchReport()
        var waiting = FetchableObject.all(of: found)
        for object in waiting.dropFirst(recording.maximumObjects) {
            report.add(object.shown, "A recording takes \(recording.maximumObjects) objects at most.")
        }
        waiting = waiting.prefix(recording.maximumObjects).reversed()
        var underway = 0
        let limit = TimeLimit()
        limit.begin(recording.overallTimeLimit, on: recording.timer) {}
        defer { limit.end() }
        while underway > 0 || !waiting.isEmpty {
            while mayBegin(besides: underway, report), let object = waiting.popLast() {
                if let refusal = object.shown.refusal ?? refusal(report, limit) {
                    report.add(object.shown, refusal)
                } else if begin(object) {
                    underway += 1
                } else {
                    Self.giveUp(object, "This is no URL that can be fetched.", &waiting, &report)
                }
            }
            guard underway > 0 else { continue }
            let fetched = results.take()
            underway -= 1
            stop.remove(fetched.limit)
            switch fetched.result {
            case .failure where fetched.limit.isOver:
                Self.giveUp(fetched.object, "It took longer than \(recording.timeLimit).", &waiting, &report)
            case .failure where stop.isOver: report.add(fetched.object.shown, Self.stopped)
            case .failure(let error): Self.giveUp(fetched.object, "\(error)", &waiting, &report)
            case .success(let response) where response.status != 200:
                Self.giveUp(fetched.object, "The response has the status \(response.status).", &waiting, &report)
            case .success(let response):
                if let reason = save(response, of: fetched.object, &report) { report.add(fetched.object.shown, reason) }
            }
        }
        for failure in report.failures {
            recording.warn("\(failure.object.shown) was not recorded as s3/\(failure.path): \(failure.reason)")
        }
        return report
    }

    /// The current URL of an object does not bring it: its next one waits, or the object is not saved.
    private static func giveUp(
        _ object: FetchableObject, _ reason: String, _ waiting: inout [FetchableObject], _ report: inout ObjectFetchReport
    ) {
        if let next = object.next(because: reason) { waiting.append(next) } else { report.add(object.shown, object.reason ?? reason) }
    }

    /// Whether a further request may begin: those under way may bring objects of any length.
    private func mayBegin(besides underway: Int, _ report: ObjectFetchReport) -> Bool {
        let most = report.bytes + (underway + 1) * recording.maximumObjectBytes
        return underway == 0 || underway < recording.maximumRequests && most <= recording.maximumBytes
    }

    /// Why no further object is fetched; nil when one may be.
    private func refusal(_ report: ObjectFetchReport, _ limit: TimeLimit) -> String? {
        if report.bytes >= recording.maximumBytes { return "The objects of a recording have \(recording.maximumBytes) bytes at most." }
        if stop.isOver { return Self.stopped }
        return limit.isOver ? "The objects of a recording are fetched for \(recording.overallTimeLimit) at most." : nil
    }

    /// - Returns: false for a text that is not a URL.
    private func begin(_ object: FetchableObject) -> Bool {
        guard var request = UpstreamRequest(method: "GET", url: object.current.url, headers: [("Accept", "*/*")]) else { return false }
        request.maximumWholeBodyBytes = recording.maximumObjectBytes
        let limit = TimeLimit()
        let call = client.send(request) { [results] result in
            limit.end()
            results.put(Fetched(object: object, result: result, limit: limit))
        }
        stop.add(call, limit)
        limit.begin(recording.timeLimit, on: recording.timer) { call.cancel() }
        return true
    }

    /// - Parameters:
    ///   - response: with the status 200.
    ///   - object: with the URL that has brought it.
    /// - Returns: why the object could not be saved; nil when it was.
    private func save(_ response: Response, of object: FetchableObject, _ report: inout ObjectFetchReport) -> String? {
        let bytes: [UInt8]
        switch response.body {
        case .empty: bytes = []
        case .bytes(let body): bytes = body
        default: return "The response is not whole."
        }
        let source = object.current
        var fields = response.headers
        for name in source.fieldsOfURL { fields.remove(name) }
        let recorded = RecordedObject(bucket: source.bucket, key: source.key, bytes: bytes, responseFields: fields)
        do { try folder.write(recorded) } catch { return "\(error)" }
        report.saved += 1
        report.bytes += bytes.count
        return nil
    }

    private static let stopped = "The server stopped before it was fetched."
}
