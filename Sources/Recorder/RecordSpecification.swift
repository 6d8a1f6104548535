internal import HTTPMessage
internal import JSONDocument
internal import MockEngine
internal import StubModel

/// What to record and how: WireMock's record spec.
struct RecordSpecification: Sendable {
    enum BodyMatching: String, Sendable, CaseIterable {
        /// By the content type: `equalToJson` for JSON, `equalToXml` for XML, `anything` for a multipart form, `binaryEqualTo` for bodies
        /// that are not text, and `equalTo` for the rest.
        case automatic = "auto"
        case equalTo
        case equalToJSON = "equalToJson"
        case equalToXML = "equalToXml"
    }

    /// The content of the response to the end of a recording.
    private enum OutputFormat: String, CaseIterable {
        case full = "FULL"
        case ids = "IDS"
    }

    /// Longer bodies become files; nil never makes a file.
    struct Extraction: Sendable, Equatable {
        var textBytes: Int?
        var binaryBytes: Int?
    }

    /// The target for requests that no stub matches; nil records only what stubs proxy.
    var targetBaseURL: String?
    /// Selects requests; nil selects all.
    var filter: RequestMatcher?
    /// Selects journal entries by id; nil selects all.
    var ids: Set<UniqueID>?
    /// Requests that a stub responded to by itself are recorded as well.
    var allowsNonProxied = false
    /// The header fields to match by, with the stub's `caseInsensitive`; nil leaves that out.
    var capturedHeaders: [(name: String, ignoresCase: Bool?)] = []
    var bodyMatching = BodyMatching.automatic
    /// The stub's `caseInsensitive` for bodies; nil, which requires that the matcher was named, leaves that out.
    var ignoresArrayOrder: Bool? = true
    var ignoresExtraElements: Bool? = true
    var ignoresCase: Bool? = false
    var extraction: Extraction?
    var givesIDs = false
    var persists = true
    /// Repeated requests become a scenario; otherwise the last response counts.
    var makesScenarios = true
    /// The hosts whose URLs are objects of S3, beside those that a flag names.
    var objectHosts: [ObjectHost] = []
    /// Gzipped bodies are decoded up to this length; longer ones are recorded as they came.
    let maximumDecodedBytes: Int
    private let matchers: MatcherRegistry

    /// Reads a specification, and reports the mistakes in it.
    init(_ node: JSONNode, _ report: ProblemReport, _ engine: MockEngine) {
        matchers = engine.environment.matchers
        maximumDecodedBytes = matchers.limits.decodedBodyBytes
        guard var fields = FieldReader(node, report) else { return }
        targetBaseURL = fields.string("targetBaseUrl")
        if let filters = fields.take("filters") { readFilters(filters, report, engine) }
        for member in fields.members("captureHeaders") ?? [] {
            guard var header = FieldReader(member.value, report) else { continue }
            capturedHeaders.append((member.name, header.flag("caseInsensitive")))
            header.finish()
        }
        // The second name is the one that WireMock's Java client sends.
        let pattern = fields.take("requestBodyPattern")
        if let pattern = fields.take("requestBodyPatternFactory") ?? pattern, var body = FieldReader(pattern, report) {
            readBodyPattern(&body)
        }
        if let criteria = fields.take("extractBodyCriteria"), var sizes = FieldReader(criteria, report) {
            extraction = Extraction(
                textBytes: Self.size(&sizes, "textSizeThreshold"), binaryBytes: Self.size(&sizes, "binarySizeThreshold"))
            sizes.finish()
        }
        givesIDs = fields.word("outputFormat") { OutputFormat(rawValue: $0.uppercased()) } == .ids
        persists = fields.flag("persist") ?? true
        makesScenarios = fields.flag("repeatsAsScenarios") ?? true
        for member in fields.members("s3Hosts", repair: "Write {\"images.example.com\": \"pose-images\"}.") ?? [] {
            readHost(member, report, engine)
        }
        // Transformers are Java classes, which do not exist here. WireMock also ignores unknown ones.
        _ = fields.take("transformers")
        _ = fields.take("transformerParameters")
        fields.finish()
    }

    /// Whether an exchange's request is to be recorded.
    func selects(_ exchange: ProxiedExchange) -> Bool { filter?.matches(exchange.request, at: exchange.arrivedAt) ?? true }

    /// The names of `capturedHeaders`, in lower case.
    var capturedNames: Set<String> { Set(capturedHeaders.map { $0.name.lowercased() }) }

    /// Whether a stub can have that pattern.
    func accepts(_ pattern: JSONValue) -> Bool {
        guard let document = try? JSONDocument.parse(pattern.bytes(), name: "pattern", mode: .strict) else { return false }
        let report = ProblemReport(document)
        return matchers.compile(ValuePattern(document.root), report) != nil && report.problems.isEmpty
    }

    /// A host that came by the API needs a rule that allows it.
    private mutating func readHost(_ member: JSONMember, _ report: ProblemReport, _ engine: MockEngine) {
        let bucket = member.value.value.string ?? ""
        guard let host = ObjectHost(host: member.name, bucket: bucket) else {
            let flaw = bucket.isEmpty ? nil : ObjectHost.flaw(host: member.name, bucket: bucket)
            report.add(
                "\"s3Hosts\" needs hosts with the names of buckets" + (flaw.map { ": \($0)" } ?? ""), at: member.value,
                repair: flaw == nil ? "Write {\"images.example.com\": \"pose-images\"}." : nil)
            return
        }
        let refusals = host.targets.compactMap { engine.environment.upstream?.refusal(of: $0, isOperators: false) }
        if refusals.count == host.targets.count, let refusal = refusals.first {
            report.add("\(refusal)", at: member.value)
        }
        objectHosts.append(host)
    }

    private mutating func readFilters(_ node: JSONNode, _ report: ProblemReport, _ engine: MockEngine) {
        guard var fields = FieldReader(node, report) else { return }
        allowsNonProxied = fields.flag("allowNonProxied") ?? false
        if let list = fields.array("ids") {
            ids = []
            for item in list {
                guard case .string(let text) = item.content, let id = UniqueID(text) else {
                    report.add("\"ids\" has an element that is not the id of a request", at: item)
                    continue
                }
                ids?.insert(id)
            }
        }
        let pattern = RequestPattern(&fields)
        fields.finishPattern(ignoresUnknown: true)
        let selectsAll = pattern.isPlain && pattern.url == nil && pattern.method == nil && pattern.listener == nil
        if !selectsAll { filter = engine.compile(pattern, report) }
    }

    private mutating func readBodyPattern(_ fields: inout FieldReader) {
        bodyMatching = fields.word("matcher") ?? .automatic
        let isAutomatic = bodyMatching == .automatic
        (ignoresArrayOrder, ignoresExtraElements, ignoresCase) = isAutomatic ? (true, true, false) : (nil, nil, nil)
        // The options of other matchers are unknown fields.
        if isAutomatic || bodyMatching == .equalToJSON {
            ignoresArrayOrder = fields.flag("ignoreArrayOrder") ?? ignoresArrayOrder
            ignoresExtraElements = fields.flag("ignoreExtraElements") ?? ignoresExtraElements
        }
        if isAutomatic || bodyMatching == .equalTo { ignoresCase = fields.flag("caseInsensitive") ?? ignoresCase }
        fields.finish()
    }

    /// A number of bytes: a number, or a text such as `2048`, `10 kb` or `1.5 MB`.
    private static func size(_ fields: inout FieldReader, _ name: String) -> Int? {
        guard let node = fields.take(name) else { return nil }
        let text = node.scalarText?.replacing(",", with: ".").filter { $0 != " " }.lowercased() ?? ""
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let factors = ["": 1, "b": 1, "k": 1 << 10, "kb": 1 << 10, "m": 1 << 20, "mb": 1 << 20, "g": 1 << 30, "gb": 1 << 30]
        if let number = Double(digits), number < 4e9, let factor = factors[String(text.dropFirst(digits.count))] {
            return Int((number * Double(factor)).rounded())
        }
        fields.report.add("\"\(name)\" must be a size in bytes", at: node, repair: "Write 2048, \"10 kb\" or \"5 MB\".")
        return nil
    }
}
