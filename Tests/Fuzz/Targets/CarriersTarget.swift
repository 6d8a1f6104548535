internal import HTTPMessage
internal import MockEngine

/// What names a request's session: `baggage`, `tracestate`, `traceparent`, the header field and the prefix. Each line is the value of a
/// field. A session that is named in a well-formed member is found beside anything, and a list without a key does not name it.
enum CarriersTarget: FuzzTarget {
    private static let names = ["baggage", "tracestate", "traceparent", "X-Understudy-Session"]
    private static let key = "understudy-session"

    package static func run(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).prefix(50)
            .map { FieldText.decode($0.filter { $0 >= 0x20 || $0 == 9 }[...]) }
        let fields = HeaderFields(lines.enumerated().map { HeaderFields.Field(names[$0.offset % names.count], $0.element) })
        let mentions = Request(target: "/", headers: fields).mentionedSessions(traces: true)
        precondition(mentions.map(\.carrier) == mentions.map(\.carrier).sorted(), "a weaker carrier comes first")
        for line in lines {
            checkList(line)
            checkPrefix(line)
        }
    }

    private static func checkList(_ list: String) {
        let without = Baggage.removing(key, from: list)
        precondition(Baggage.values(of: key, in: without).isEmpty, "a removed member is found")
        precondition(Baggage.removing(key, from: without) == without, "what was written reads differently")
        let id = PercentCoding.encode(list.utf8)
        for named in ["\(list),\(key)=\(id)", "\(key) = \(id) ;\(list.filter { $0 != "," }),\(list)"] {
            let found = Request(target: "/", headers: [("baggage", named)]).mentionedSessions(traces: false)
            precondition(found.contains { $0.id == PercentCoding.decodePath(id.utf8) }, "a session that is named is not found")
        }
    }

    private static func checkPrefix(_ line: String) {
        let target = SessionCarrier.pathPrefix + line
        guard let prefix = Request(target: target).sessionPrefix() else { return }
        precondition(prefix.count <= target.utf8.count && !prefix.id.contains("/"), "an id that is not a part of the path")
    }
}
