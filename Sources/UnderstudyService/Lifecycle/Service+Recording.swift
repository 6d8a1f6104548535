internal import AdminAPI
internal import Logging
internal import Recorder

/// What becomes of a recording when the service stops.
extension Service {
    /// Whether it saves at its end what it records.
    var isRecording: Bool { configuration.recordMappings && recorder.status == .recording }

    /// Saves what was recorded and is not saved; where that fails, to a file elsewhere, so that it is not lost.
    /// - Parameter fetchingObjects: whether the objects of S3 that responses name are fetched, which takes time.
    func finishRecording(fetchingObjects: Bool) {
        do {
            if isRecording { _ = try recorder.stop(fetchingObjects: fetchingObjects) }
            if recorder.hasUnsaved { _ = try recorder.stop(fetchingObjects: fetchingObjects) }
        } catch {
            log.error("\(error)")
            RescuedRecording.keep(recorder.unsaved, log)
        }
    }
}
