internal import HTTPMessage
internal import MockEngine
internal import Placeholders

/// Pictures without files: `/__placeholder/640x480.png?label=Yuna&seed=7`. Everything else is for the source below.
final class PlaceholderContents: ContentSource {
    static let path = "/__placeholder/"

    private let maker: PictureMaker
    /// Makes pictures.
    private let work: any WorkQueue
    private let below: (any ContentSource)?

    /// - Parameter below: nil for none.
    init(_ maker: PictureMaker, _ work: any WorkQueue, otherwise below: (any ContentSource)?) {
        self.maker = maker
        self.work = work
        self.below = below
    }

    func knownPlan(for request: Request, in session: Session) -> WirePlan? {
        isForPicture(request) ? nil : below?.knownPlan(for: request, in: session)
    }

    func content(for request: Request, in session: Session) -> Content {
        guard isForPicture(request) else { return below?.content(for: request, in: session) ?? .none }
        let order: PlaceholderOrder
        do throws(PlaceholderError) { order = try Self.order(request) } catch {
            return .refused(WirePlan(.text(400, "There is no such placeholder: \(error).\n")), reason: error.description)
        }
        if let picture = maker.kept(order) { return .found(WirePlan(Self.response(picture, to: request))) }
        return .later { [maker, work] give in
            let make: @Sendable () -> Void = {
                do throws(PlaceholderError) {
                    give(.found(WirePlan(Self.response(try maker.picture(order), to: request))))
                } catch {
                    give(.failed(WirePlan(.text(500, "\(error)\n")), reason: error.description))
                }
            }
            if !maker.queue(for: order.form, over: work).submit(make) { give(.busy("The picture was not made")) }
        }
    }

    func upload(for head: Request, in session: Session) -> (any ContentUpload)? { below?.upload(for: head, in: session) }

    func content(for request: Request, _ upload: any ContentUpload, in session: Session) -> Content {
        below?.content(for: request, upload, in: session) ?? .none
    }

    func filePath(for request: Request) -> String? { isForPicture(request) ? nil : below?.filePath(for: request) }

    func existingPath(for request: Request) -> String? { isForPicture(request) ? nil : below?.existingPath(for: request) }

    func twin(of request: Request) -> ContentTwin? { isForPicture(request) ? nil : below?.twin(of: request) }

    func stubBody(for request: Request) -> StubBody? { isForPicture(request) ? nil : below?.stubBody(for: request) }

    func obstacle(to request: Request) -> String? { isForPicture(request) ? nil : below?.obstacle(to: request) }

    func mayBeMade(_ path: String) -> Bool { below?.mayBeMade(path) ?? true }

    private func isForPicture(_ request: Request) -> Bool {
        request.pathBegins(with: Self.path) && request.isRead
    }

    private static func order(_ request: Request) throws(PlaceholderError) -> PlaceholderOrder {
        let form = try PlaceholderForm(PercentCoding.decodePath(request.pathBytes.dropFirst(path.utf8.count)))
        func parameter(_ name: String) -> String? { request.queryItems.first { $0.name == name }?.value }
        return PlaceholderOrder(form, label: parameter("label"), seed: parameter("seed"))
    }

    private static func response(_ picture: Placeholder, to request: Request) -> Response {
        let tag = EntityTag(picture.digest)
        let whole = Response(
            status: 200,
            headers: [
                ("Content-Type", picture.mediaType), ("ETag", tag.text), ("Last-Modified", Placeholder.lastModified.text),
                ("Accept-Ranges", "bytes"),
            ], body: .bytes(picture.bytes))
        let validators = Conditions.Validators(entityTag: tag, lastModified: Placeholder.lastModified)
        return Conditions.response(to: request, whole, validators, length: picture.bytes.count, of: "picture") { range in
            .bytes(Array(picture.bytes[range]))
        }
    }
}
