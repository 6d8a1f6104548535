internal import AdminAPI
internal import HTTPMessage
internal import JSONDocument
internal import MockEngine

/// Fetches the objects that recorded responses name, and writes their files. One failure does not hinder the others.
final class ObjectFetch: Sendable {
    private struct Fetched: Sendable {
        var object: HostedObject
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

    /// Fetches each object once, by its latest URL. Blocks until all have come, have failed or are late, or the fetch is ended.
    /// - Returns: what was saved, and what was not.
    func run(_ found: [HostedObject]) -> ObjectFetchReport {
        var report = ObjectFetchReport()
        var waiting = Self.latest(found)
        for object in waiting.dropFirst(recording.maximumObjects) {
            report.add(object, "A recording takes \(recording.maximumObjects) objects at most.")
        }
        waiting = waiting.prefix(recording.maximumObjects).reversed()
        var underway = 0
        let limit = TimeLimit()
        limit.begin(recording.overallTimeLimit, on: recording.timer) {}
        defer { limit.end() }
        while underway > 0 || !waiting.isEmpty {
            while mayBegin(besides: underway, report), let object = waiting.popLast() {
                let refusal = object.refusal ?? refusal(report, limit) ?? (begin(object) ? nil : "This is no URL that can be fetched.")
                if let refusal { report.add(object, refusal) } else { underway += 1 }
            }
            guard underway > 0 else { continue }
            let fetched = results.take()
            underway -= 1
            stop.remove(fetched.limit)
            if let reason = save(fetched, &report) { report.add(fetched.object, reason) }
        }
        for failure in report.failures {
            recording.warn("\(failure.object.shown) was not recorded as s3/\(failure.path): \(failure.reason)")
        }
        return report
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
    private func begin(_ object: HostedObject) -> Bool {
        guard var request = UpstreamRequest(method: "GET", url: object.url, headers: [("Accept", "*/*")]) else { return false }
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

    /// - Returns: why the object could not be saved; nil when it was.
    private func save(_ fetched: Fetched, _ report: inout ObjectFetchReport) -> String? {
        switch fetched.result {
        case .failure where fetched.limit.isOver: return "It took longer than \(recording.timeLimit)."
        case .failure where stop.isOver: return Self.stopped
        case .failure(let error): return "\(error)"
        case .success(let response):
            guard response.status == 200 else { return "The response has the status \(response.status)." }
            let bytes: [UInt8]
            switch response.body {
            case .empty: bytes = []
            case .bytes(let body): bytes = body
            default: return "The response is not whole."
            }
            let object = RecordedObject(
                bucket: fetched.object.bucket, key: fetched.object.key, bytes: bytes, responseFields: response.headers)
            do { try folder.write(object) } catch { return "\(error)" }
            report.saved += 1
            report.bytes += bytes.count
            return nil
        }
    }

    private static let stopped = "The server stopped before it was fetched."

    private static func latest(_ found: [HostedObject]) -> [HostedObject] {
        struct Name: Hashable {
            var bucket: String
            var key: [UInt8]
        }
        var places: [Name: Int] = [:]
        var objects: [HostedObject] = []
        for object in found {
            let name = Name(bucket: object.bucket, key: object.key)
            if let place = places[name] {
                objects[place] = object
            } else {
                places[name] = objects.count
                objects.append(object)
            }
        }
        return objects
    }
}
