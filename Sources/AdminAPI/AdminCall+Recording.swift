internal import HTTPMessage
internal import JSONDocument
internal import StubModel

/// What the recorder's endpoints share.
extension AdminCall {
    func recorder() throws -> any RecordingService {
        if let recorder = services.recorder { return recorder }
        throw AdminError(status: 500, title: "This server has no recorder")
    }

    /// The reply with what was recorded, and in the extended form with the files of the mappings, by their ids.
    func recorded(_ result: RecordingResult) -> AdminReply {
        let json = result.json(form)
        guard form == .extended, var object = json.object, let folder = services.mappings else { return .json(json) }
        let ids = (object["ids"]?.array ?? object["mappings"]?.array?.compactMap { $0["id"] } ?? []).compactMap(\.string)
        var files = JSONObject()
        for id in ids { files[id] = UniqueID(id).flatMap { folder.file(of: $0) }.map { .string($0) } }
        if !files.isEmpty { object["files"] = .object(files) }
        return .json(.object(object))
    }
}
