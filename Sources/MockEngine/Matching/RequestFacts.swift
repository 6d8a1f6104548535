internal import Budget
internal import Compression
internal import HTTPMessage
internal import JSONDocument
internal import S3Dialect

/// Values extracted from the request during matching: each is extracted once, on first use, and shared by all stubs.
///
/// Belongs to one request. Not thread-safe.
final class RequestFacts {
    private enum Place: Equatable { case header, query, cookie, form }

    let request: Request
    let context: MatchContext
    private var values: [(place: Place, name: String, subjects: [MatchSubject])] = []
    private var readBody: MatchSubject?
    private var readParts: [PartFacts]?
    private var readS3: S3Facts?
    private lazy var queryItems = request.queryItems
    private lazy var cookies = request.cookies
    private lazy var formItems: [QueryItem] = {
        let bytes = body.bytes
        return context.budget?.chargeParsing(bytes.count) ?? true ? request.formItems(bytes) : []
    }()
    private lazy var authority = request.receivedAuthority.map { Authority($0) }
    private var ownEvents: [SubEvent] = []
    /// Set while a miss is explained: at most this many bytes of the body are examined.
    private let bodyLimit: Int?
    /// Where to find what an upload form says.
    let formSource: UploadForm
    /// Whether a condition on what an upload form says was taken as met, because nobody knows what it says.
    private(set) var assumesForm = false
    /// Whether the body is longer than what is examined. Valid after `body` was read.
    private(set) var isBodyCut = false
    var work = MissWork()

    init(_ request: Request, _ context: MatchContext, bodyLimit: Int? = nil, form: UploadForm = .inBody) {
        self.request = request
        self.context = context
        self.bodyLimit = bodyLimit
        formSource = form
    }

    /// All values of a header field; the name's case does not matter.
    func header(_ name: String) -> [MatchSubject] { subjects(.header, name) { $0.request.headers(name) } }

    /// The values of Content-Type as Jetty spells them; nil if it leaves all of them as they are.
    private(set) lazy var jettyContentTypes: [MatchSubject]? = {
        let received = request.headers("Content-Type")
        let spellings = received.map { JettySpelling.of(contentType: $0) }
        guard spellings.contains(where: { $0 != nil }) else { return nil }
        return zip(spellings, received).map { MatchSubject(text: $0 ?? $1, context: context) }
    }()

    /// All values of a query parameter, decoded.
    func query(_ name: String) -> [MatchSubject] {
        subjects(.query, name) { facts in facts.searched(facts.queryItems).filter { $0.name.isSame(as: name) }.map(\.value) }
    }

    func cookie(_ name: String) -> [MatchSubject] {
        subjects(.cookie, name) { facts in facts.searched(facts.cookies).filter { $0.name.isSame(as: name) }.map(\.value) }
    }

    /// All values of a form field; empty unless the content type says that the body is a form.
    func form(_ name: String) -> [MatchSubject] {
        subjects(.form, name) { facts in facts.searched(facts.formItems).filter { $0.name.isSame(as: name) }.map(\.value) }
    }

    /// The decoded body with what it was parsed to, if a stub has examined it.
    var knownBody: KnownBody? {
        guard bodyLimit == nil, let readBody, !readBody.isAbsent else { return nil }
        let json = readBody.knownJSON
        // A template that asks for the JSON names the text.
        return KnownBody(bytes: readBody.bytes, text: json == nil ? readBody.knownText : readBody.text, json: json)
    }

    /// Whether a stub has examined the body.
    var hasReadBody: Bool { readBody != nil || readParts != nil }

    /// The body without its coding: a gzipped one is decoded. An empty body counts as absent.
    var body: MatchSubject {
        if let readBody { return readBody }
        if let bodyLimit { return beginningOfBody(bodyLimit) }
        var bytes: [UInt8] = []
        do { bytes = try request.decodedBody(limit: context.limits.decodedBodyBytes, within: context.budget) } catch is WorkBudget.Stop {
            // The owner of the budget looks at it.
        } catch Gzip.Failure.tooLarge(let limit) {
            note(
                .undecided("Reading the request's body: it decompresses to more than \(limit) bytes, which limits.decodedBodyBytes allows.")
            )
        } catch {
            note(.message(.warning, "Reading the request's body: \(error)."))
        }
        return keepBody(bytes)
    }

    private func beginningOfBody(_ limit: Int) -> MatchSubject {
        let (bytes, isWhole) = request.bodyBeginning(limit: limit)
        isBodyCut = !isWhole
        work.readBytes += bytes.count
        return keepBody(bytes)
    }

    private func keepBody(_ bytes: [UInt8]) -> MatchSubject {
        let subject: MatchSubject = bytes.isEmpty ? .absent : MatchSubject(bytes: bytes, charset: charset(of: bytes), context: context)
        readBody = subject
        return subject
    }

    /// The parts of a multipart body that are compared; empty for any other body, and for a malformed one, which is noted.
    var parts: [PartFacts] {
        if let readParts { return readParts }
        var parts: [PartFacts] = []
        if let type = request.firstHeader("Content-Type").map({ MediaType($0) }), type.essence.hasPrefix("multipart/") {
            do {
                context.budget?.chargeBytes(2 * body.bytes.count)
                context.budget?.chargeSteps(body.bytes.count)
                try context.budget?.check()
                let read = try MultipartBody(body.bytes, contentType: type, maximumParts: context.limits.multipartParts)
                parts = read.knownParts.map { PartFacts($0, context) }
                if read.knownParts.count < read.parts.count {
                    note(.message(.warning, "Reading the multipart body: parts without a name of \"form-data\" are not compared."))
                }
            } catch is WorkBudget.Stop {
                return []
            } catch {
                note(.message(.warning, "Reading the multipart body: \(error)."))
            }
        }
        readParts = parts
        return parts
    }

    /// What the request asks of S3. Nothing on another listener than S3's.
    /// - Parameter baseDomains: the same at every call.
    func s3(baseDomains: [String]) -> S3Facts {
        if let readS3 { return readS3 }
        let read = S3Facts(request, baseDomains: baseDomains)
        readS3 = read
        return read
    }

    /// What the fields of an upload form say; nil for another body, and if nobody knows.
    var uploadForm: PostFormSummary? {
        switch formSource {
        case .inBody: parts.isEmpty ? nil : PostFormSummary(PostFields(parts.map(\.part)))
        case .known(let form): form
        case .unknown: nil
        }
    }

    /// Takes a condition on what an upload form says as met, because nobody knows what it says.
    func assumeForm() { assumesForm = true }

    /// The name of a target in absolute form or else of the Host field, without the port; nil if there is none.
    var host: String? { authority?.host }
    /// The port there, or the scheme's default.
    var port: Int { authority?.port ?? (request.receivedScheme == "https" ? 443 : 80) }

    /// Notes made during matching.
    var events: [SubEvent] {
        ownEvents + (readBody?.events ?? []) + values.flatMap { $0.subjects.flatMap(\.events) }
            + (readParts ?? []).flatMap(\.events)
    }

    /// What the warnings among the notes say, but for texts that a matcher could not read.
    var warnings: [String] { events.filter { $0.kind == .warning && !$0.isUnreadable }.compactMap(\.message) }

    /// Why a comparison with the request was not decided; nil if all were.
    var undecided: String? { events.first(where: \.isUndecided)?.message }

    /// Adds a note, once.
    func note(_ event: SubEvent) {
        if !ownEvents.contains(event) { ownEvents.append(event) }
    }

    /// Runs `body` on values that are not cached, and keeps their notes.
    func noting<Result>(_ subjects: [MatchSubject], _ body: ([MatchSubject]) -> Result) -> Result {
        defer { subjects.flatMap(\.events).forEach(note) }
        return body(subjects)
    }

    /// Charges a search among values.
    private func searched<Values: Collection>(_ values: Values) -> Values {
        context.budget?.chargeSteps(3 * values.count)
        return values
    }

    private func subjects(_ place: Place, _ name: String, _ read: (RequestFacts) -> [String]) -> [MatchSubject] {
        if let known = values.first(where: { $0.place == place && $0.name.isSame(as: name) }) { return known.subjects }
        let subjects = read(self).map { MatchSubject(text: $0, context: context) }
        values.append((place, name, subjects))
        return subjects
    }

    /// The content type's charset; UTF-8 if it is unknown, which is noted if it matters.
    private func charset(of body: [UInt8]) -> TextCharset {
        let type = request.firstHeader("Content-Type")
        if let charset = TextCharset(contentType: type) { return charset }
        if body.contains(where: { $0 >= 0x80 }) {
            let name = MediaType(type ?? "").parameter("charset") ?? ""
            note(.message(.warning, "Reading the request's body: the charset \"\(name)\" is not known; the body was read as UTF-8."))
        }
        return .utf8
    }
}

/// A part of a multipart body, examined like a request.
final class PartFacts {
    let part: MultipartBody.Part
    let body: MatchSubject
    private let context: MatchContext
    private var headers: [(name: String, subjects: [MatchSubject])] = []

    init(_ part: MultipartBody.Part, _ context: MatchContext) {
        self.part = part
        self.context = context
        // Unlike a request's body, a part's body exists even if it is empty.
        let charset = TextCharset(contentType: part.headers.first("Content-Type")) ?? .utf8
        body = MatchSubject(bytes: Array(part.body), charset: charset, context: context)
    }

    /// All values of a header field; the name's case does not matter.
    func header(_ name: String) -> [MatchSubject] {
        if let known = headers.first(where: { $0.name.isSame(as: name) }) { return known.subjects }
        let subjects = part.headers.values(name).map { MatchSubject(text: $0, context: context) }
        headers.append((name, subjects))
        return subjects
    }

    /// Notes made while the part was compared.
    var events: [SubEvent] { body.events + headers.flatMap { $0.subjects.flatMap(\.events) } }
}
