internal import JSONDocument
internal import MockEngine
internal import S3Service

/// The S3 layer of a session, kept with the session.
final class SessionObjects: SessionContents {
    let layer: SessionLayer
    private let service: S3Service

    private init(_ service: S3Service, isOwn: Bool) {
        self.service = service
        layer = service.newLayer(isOwn: isOwn)
    }

    func reset() { layer.reset() }

    func describe() -> JSONValue { service.difference(of: layer) }

    func save() throws(SessionContentsError) -> JSONValue {
        do throws(S3SaveError) { return try service.save(layer) } catch { throw SessionContentsError(error.sentence) }
    }

    /// The session's layer; an empty one at the first call.
    static func layer(of session: Session, _ service: S3Service) -> SessionLayer {
        let contents = session.contents.current { SessionObjects(service, isOwn: session.number == 0) }
        return (contents as? SessionObjects)?.layer ?? service.newLayer()
    }
}
