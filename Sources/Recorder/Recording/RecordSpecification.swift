internal import JSONDocument
internal import MockEngine
internal import StubModel

/// What to record, and how: WireMock's record spec.
struct RecordSpecification: Sendable {
    enum BodyMatching: String, Sendable, CaseIterable {
        /// By the content type: JSON by `equalToJson`, XML by `equalToXml`, a multipart form by `anything`, what is no text by
        /// `binaryEqualTo`, all else by `equalTo`.
        case automatic = "auto"
        case equalTo
        case equalToJSON = "equalToJson"
        case equalToXML = "equalToXml"
    }

    /// What the answer to a recording's end holds.
    private enum OutputFormat: String, CaseIterable {
        case full = "FULL"
        case ids = "IDS"
    }

    /// Longer bodies become files of their own; nil for never.
    struct Extraction: Sendable, Equatable {
        var textBytes: Int?
        var binaryBytes: Int?
    }

    /// Where to pass on what no stub answers; nil records only what stubs proxy.
    var targetBaseURL: String?
    /// Nil for all requests.
    var filter: RequestMatcher?
    /// Ids of journal entries; nil for all.
    var ids: Set<UniqueID>?
    /// Requests that a stub answered by itself are recorded as well.
    var allowsNonProxied = false
    /// Header fields to match by, with what the stub says of case; nil says nothing.
    var capturedHeaders: [(name: String, ignoresCase: Bool?)] = []
    var bodyMatching = BodyMatching.automatic
    /// What the stub says of bodies; nil, which stands only where the matcher was named, says nothing.
    var ignoresArrayOrder: Bool? = true
    var ignoresExtraElements: Bool? = true
    var ignoresCase: Bool? = false
    var extraction: Extraction?
    var givesIDs = false
    var persists = true
    /// The same request again and again becomes a scenario; else its last answer counts.
    var makesScenarios = true
    /// Gzipped bodies are decoded up to so many bytes; longer ones are recorded as they came.
    let maximumDecodedBytes: Int

    /// Reads a specification, and reports what is wrong with it.
    init(_ node: JSONNode, _ report: ProblemReport, _ engine: MockEngine) {
        maximumDecodedBytes = engine.environment.matchers.limits.decodedBodyBytes
        guard var fields = FieldReader(node, report) else { return }
        targetBaseURL = fields.string("targetBaseUrl")
        if let filters = fields.take("filters") { readFilters(filters, report, engine) }
        for member in fields.members("captureHeaders") ?? [] {
            guard var header = FieldReader(member.value, report) else { continue }
            capturedHeaders.append((member.name, header.flag("caseInsensitive")))
            header.finish()
        }
        // The second is how WireMock's Java client spells it.
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
        // Transformers are Java classes; there are none here, and WireMock passes over unknown ones as well.
        _ = fields.take("transformers")
        _ = fields.take("transformerParameters")
        fields.finish()
    }

    private mutating func readFilters(_ node: JSONNode, _ report: ProblemReport, _ engine: MockEngine) {
        guard var fields = FieldReader(node, report), case .object(let members) = node.content else { return }
        allowsNonProxied = fields.flag("allowNonProxied") ?? false
        if let list = fields.array("ids") {
            ids = []
            for item in list {
                guard case .string(let text) = item.content, let id = UniqueID(text) else {
                    report.add("\"ids\" holds something that is no id of a request", at: item)
                    continue
                }
                ids?.insert(id)
            }
        }
        let rest = members.filter { $0.name != "ids" && $0.name != "allowNonProxied" }
        guard !rest.isEmpty else { return }
        let pattern = JSONNode(content: .object(rest), offset: node.offset, endOffset: node.endOffset)
        filter = RequestPattern.decode(pattern, report).flatMap { engine.compile($0, report) }
    }

    private mutating func readBodyPattern(_ fields: inout FieldReader) {
        bodyMatching = fields.word("matcher") ?? .automatic
        let isAutomatic = bodyMatching == .automatic
        ignoresArrayOrder = fields.flag("ignoreArrayOrder") ?? (isAutomatic ? true : nil)
        ignoresExtraElements = fields.flag("ignoreExtraElements") ?? (isAutomatic ? true : nil)
        ignoresCase = fields.flag("caseInsensitive") ?? (isAutomatic ? false : nil)
        fields.finish()
    }

    /// Bytes: a number, or a text such as `2048`, `10 kb`, `1.5 MB`.
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
