internal import MockEngine
internal import S3Service

/// The S3 layer of a session, kept with the session.
final class SessionObjects: SessionContents {
    let layer: SessionLayer

    private init(_ layer: SessionLayer) { self.layer = layer }

    func reset() { layer.reset() }

    /// The session's layer; an empty one at the first call.
    static func layer(of session: Session, _ service: S3Service) -> SessionLayer {
        let contents = session.contents.current { SessionObjects(service.newLayer()) }
        return (contents as? SessionObjects)?.layer ?? service.newLayer()
    }
}
