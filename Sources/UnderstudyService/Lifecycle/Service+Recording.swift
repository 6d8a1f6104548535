internal import AdminAPI
internal import Logging
internal import MicroHTTPD
internal import Recorder

/// What becomes of a recording when the service stops.
extension Service {
    /// Whether it saves at its end what it records, whoever has begun the recording.
    var isRecording: Bool { folder != nil && recorder.recordsFiles }

    /// Whether stubs of a recording are in no file of the folder.
    package var hasUnsavedRecording: Bool { recorder.hasUnsaved }

    /// Saves what was recorded and is not saved, when all workers are free, and fetches its objects.
    /// - Parameters:
    ///   - time: the longest time for the objects without `whenFetching`.
    ///   - whenFetching: called before the fetch, with the longest time for that: the caller lets it take minutes.
    func finishRecording(within time: Duration, _ reactor: Reactor, _ whenFetching: ((Duration) -> Void)?) {
        if isRecording, let time = recorder.longestFetch { whenFetching?(time) }
        let end = FetchEnd()
        let timer = whenFetching == nil ? reactor.schedule(after: time) { end.end() } : nil
        finishRecording(fetchingUntil: end)
        timer?.cancel()
    }

    /// Saves what was recorded and is not saved; where that fails, to a file elsewhere, so that it is not lost.
    /// - Parameter end: ends the fetch of the objects of S3 that responses name, which takes time; nil when none is fetched.
    func finishRecording(fetchingUntil end: FetchEnd?) {
        do {
            if isRecording { tell(of: try recorder.stopAtEnd(fetchingUntil: end)) }
            if recorder.hasUnsaved { tell(of: try recorder.stopAtEnd(fetchingUntil: end)) }
        } catch is StubRecorder.NotRecording {
            // Another thread has ended and saved it meanwhile.
        } catch let error as StubRecorder.NotSaved {
            log.error("\(error.sentences)")
            RescuedRecording.keep(recorder.unsaved, log)
        } catch {
            log.error("\(error)")
            RescuedRecording.keep(recorder.unsaved, log)
        }
    }

    private func tell(of saved: RecordingResult) {
        func place(_ folder: String) -> String { configuration.mocks.map { " in \($0)/\(folder)" } ?? "" }
        let (stubs, objects) = (saved.count, saved.objectCount)
        if stubs == 0 {
            let reason =
                saved.warnings.isEmpty
                ? "no request that it records was passed on to another server" : "all was left out, for the reasons above"
            return log.notice("recorded nothing: \(reason)")
        }
        var text = "saved \(stubs == 1 ? "a recorded stub" : "\(stubs) recorded stubs")\(place("mappings"))"
        if objects > 0 { text += ", and \(objects == 1 ? "an object" : "\(objects) objects")\(place("s3"))" }
        log.notice("\(text)")
    }
}
