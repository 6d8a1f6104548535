package import JSONDocument
package import LinkModel

/// What a session is to be like: the body of `POST /__admin/sessions`. Every field may be missing.
package struct SessionDefinition: Sendable {
    /// How long a session may be idle before it ends, unless it says so itself.
    package static let defaultTimeToLive = Duration.seconds(600)

    /// For people; need not be unique.
    package var name: String?
    /// Whether a request that nothing answers makes the session's report say that it is not ok.
    package var isStrict = false
    /// The session ends when it was idle that long, by real time.
    package var timeToLive = defaultTimeToLive
    /// What its clock follows at first.
    package var clock = ClockMode.real
    /// The link that its traffic takes at first; nil for the server's.
    package var network: LinkProfile?
    /// Of its random draws; nil for one of its own.
    package var seed: UInt64?
    /// Scenarios that do not begin in their first state.
    package var scenarioStates: [(scenario: String, state: String)] = []
    /// Its first stubs, each as in a mapping file. The last is the newest.
    package var mappings: [JSONNode] = []
    /// Whether it gets listeners of its own.
    package var wantsPorts = false
    /// W3C trace ids whose requests belong to it, in lower case.
    package var traceIDs: [String] = []
    /// Names of stubs in the order in which they are to answer.
    package var expectedOrder: [String] = []
    /// In which order it answers; nil for each request at once.
    package var order: JSONNode?

    package init() {}

    /// Reads a definition, and reports everything that is wrong with it.
    /// - Returns: nil when the node is no object; otherwise as much as could be read, to be used only when nothing was reported.
    package static func decode(_ node: JSONNode, _ report: ProblemReport) -> SessionDefinition? {
        guard var fields = FieldReader(node, report) else { return nil }
        var result = SessionDefinition()
        result.name = fields.text("name")
        result.isStrict = fields.flag("strict") ?? false
        result.timeToLive = fields.wholeNumber("ttlMilliseconds", in: 1...Int.max).map { .milliseconds($0) } ?? defaultTimeToLive
        result.clock = fields.take("clock").flatMap { ClockMode.decode($0, report) } ?? .real
        result.network = fields.take("network").flatMap { LinkProfile.decode($0, report) }
        result.seed = fields.wholeNumber("seed", in: 0...Int.max).map { UInt64($0) }
        for member in fields.members("scenarioStates") ?? [] {
            if case .string(let state) = member.value.content {
                result.scenarioStates.append((member.name, state))
            } else {
                report.add("expected a scenario's state, found \(member.value.found)", at: member.value, repair: "Write it as a text.")
            }
        }
        result.mappings = fields.array("mappings") ?? []
        result.wantsPorts = fields.flag("ports") ?? false
        for (text, place) in zip(fields.texts("traceIds") ?? [], fields.array("traceIds") ?? []) {
            let id = text.lowercased()
            if id.utf8.count == 32, id.allSatisfy({ $0.isASCII && $0.isHexDigit }), id.utf8.contains(where: { $0 != UInt8(ascii: "0") }) {
                result.traceIDs.append(id)
            } else {
                report.add(
                    "\"\(text)\" is not a trace id", at: place, repair: "Write 32 hexadecimal digits, as they stand in `traceparent`.")
            }
        }
        result.expectedOrder = fields.texts("expectInOrder") ?? []
        result.order = fields.take("order")
        fields.finish()
        return result
    }
}
