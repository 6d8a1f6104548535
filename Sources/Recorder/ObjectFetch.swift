internal import AdminAPI
internal import HTTPMessage
internal import JSONDocument
internal import MockEngine

/// Fetches the objects that recorded responses name, and writes their files. One failure does not hinder the others.
final class ObjectFetch: Sendable {
    private struct Fetched: Sendable {
        var object: HostedObject
        var result: Result<Response, UpstreamError>
        var isLate: Bool
    }

    private let client: any UpstreamClient
    private let folder: any ObjectFolder
    private let recording: ObjectRecording
    private let results = Mailbox<Fetched>()

    init(_ client: any UpstreamClient, _ folder: any ObjectFolder, _ recording: ObjectRecording) {
        self.client = client
        self.folder = folder
        self.recording = recording
    }

    /// Fetches each object once, by its latest URL. Blocks until all have come, have failed or are late.
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
            while underway < recording.maximumRequests, let object = waiting.popLast() {
                guard report.bytes < recording.maximumBytes else {
                    report.add(object, "The objects of a recording have \(recording.maximumBytes) bytes at most.")
                    continue
                }
                guard !limit.isOver else {
                    report.add(object, "The objects of a recording are fetched for \(recording.overallTimeLimit) at most.")
                    continue
                }
                if begin(object) { underway += 1 } else { report.add(object, "This is no URL that can be fetched.") }
            }
            guard underway > 0 else { continue }
            let fetched = results.take()
            underway -= 1
            if let reason = save(fetched, &report) { report.add(fetched.object, reason) }
        }
        for failure in report.failures {
            recording.warn("\(failure.object.shown) was not recorded as s3/\(failure.path): \(failure.reason)")
        }
        return report
    }

    /// - Returns: false for a text that is not a URL.
    private func begin(_ object: HostedObject) -> Bool {
        guard var request = UpstreamRequest(method: "GET", url: object.url, headers: [("Accept", "*/*")]) else { return false }
        request.maximumWholeBodyBytes = recording.maximumObjectBytes
        let limit = TimeLimit()
        let call = client.send(request) { [results] result in
            limit.end()
            results.put(Fetched(object: object, result: result, isLate: limit.isOver))
        }
        limit.begin(recording.timeLimit, on: recording.timer) { call.cancel() }
        return true
    }

    /// - Returns: why the object could not be saved; nil when it was.
    private func save(_ fetched: Fetched, _ report: inout ObjectFetchReport) -> String? {
        switch fetched.result {
        case .failure(let error): return fetched.isLate ? "It took longer than \(recording.timeLimit)." : "\(error)"
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
