package import JSONDocument
package import LinkModel

/// The settings of a new session: the body of `POST /__admin/sessions`. Every field is optional.
package struct SessionDefinition: Sendable {
    /// How long a session may be idle if it does not say otherwise.
    package static let defaultTimeToLive = Duration.seconds(600)

    /// A label for people; need not be unique.
    package var name: String?
    /// Whether a request without a matching stub makes the session's report fail.
    package var isStrict = false
    /// The session ends after being idle for this long, in real time.
    package var timeToLive = defaultTimeToLive
    /// How its clock starts.
    package var clock = ClockMode.real
    /// The link that it starts with; nil for the server's.
    package var network: LinkProfile?
    /// Seed of its random draws; nil for a random one.
    package var seed: UInt64?
    /// Scenarios that start in another state than `Started`.
    package var scenarioStates: [(scenario: String, state: String)] = []
    /// Its first stubs, each as in a mapping file. The last one is the newest.
    package var mappings: [JSONNode] = []
    /// Whether it gets its own listeners.
    package var wantsPorts = false
    /// W3C trace ids whose requests belong to it, in lower case.
    package var traceIDs: [String] = []
    /// Names of stubs in the order in which they are expected to respond.
    package var expectedOrder: [String] = []
    /// The places of these names in the definition.
    package var expectedOrderPlaces: [JSONNode] = []
    /// The order in which it releases responses; nil to respond at once.
    package var order: JSONNode?

    package init() {}

    /// Reads a definition and reports everything that is wrong.
    /// - Returns: nil when the node is not an object; otherwise what could be read, usable only if nothing was reported.
    package static func decode(_ node: JSONNode, _ report: ProblemReport) -> SessionDefinition? {
        guard var fields = FieldReader(node, report) else { return nil }
        var result = SessionDefinition()
        result.name = fields.text("name")
        result.isStrict = fields.flag("strict") ?? false
        result.timeToLive = fields.exactNumber("ttlMilliseconds", in: 1...Int.max).map { .milliseconds($0) } ?? defaultTimeToLive
        result.clock = fields.take("clock").flatMap { ClockMode.decode($0, report) } ?? .real
        result.network = fields.take("network").flatMap { LinkProfile.decode($0, report) }
        result.seed = fields.exactNumber("seed", in: 0...Int.max).map { UInt64($0) }
        for member in fields.members("scenarioStates") ?? [] {
            if case .string(let state) = member.value.content {
                result.scenarioStates.append((member.name, state))
            } else {
                report.add("expected a scenario's state, found \(member.value.found)", at: member.value, repair: "Write it as a text.")
            }
        }
        result.mappings = fields.array("mappings") ?? []
        result.wantsPorts = fields.flag("ports") ?? false
        for place in fields.array("traceIds") ?? [] {
            if let id = Self.traceID(place, report) { result.traceIDs.append(id) }
        }
        for place in fields.array("expectInOrder") ?? [] {
            guard let name = place.text(report) else {
                report.add("each of \"expectInOrder\" must be a string, found \(place.kind)", at: place)
                continue
            }
            result.expectedOrder.append(name)
            result.expectedOrderPlaces.append(place)
        }
        result.order = fields.take("order")
        fields.finish()
        return result
    }

    /// A W3C trace id in lower case; nil, and a problem reported, for what is none.
    private static func traceID(_ node: JSONNode, _ report: ProblemReport) -> String? {
        guard case .string(let text) = node.content else {
            report.add("each of \"traceIds\" must be a string, found \(node.found)", at: node)
            return nil
        }
        let id = text.lowercased()
        guard id.utf8.count == 32, id.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            report.add("\"\(text)\" is not a trace id", at: node, repair: "Write 32 hexadecimal digits, as they stand in `traceparent`.")
            return nil
        }
        guard id.utf8.contains(where: { $0 != UInt8(ascii: "0") }) else {
            report.add("a trace id of all zeros is one that W3C Trace Context forbids", at: node, repair: "Write the id of a real trace.")
            return nil
        }
        return id
    }
}
