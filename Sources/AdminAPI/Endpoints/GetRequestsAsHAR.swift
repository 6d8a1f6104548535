internal import HTTPMessage
internal import JSONDocument
internal import MockEngine

/// The journal as an HTTP Archive (HAR 1.2), oldest first: for a browser's network view. `after` reads on.
enum GetRequestsAsHAR: AdminEndpoint {
    static let method = "GET"
    static let path = "/requests/har"
    static let isOurs = true

    static func respond(_ call: AdminCall) throws -> AdminReply {
        var query = JournalQuery()
        query.after = try call.number("after").map { UInt64($0) } ?? 0
        query.limit = try call.number("limit")
        let entries = query.run(on: call.session.journal).entries
        let creator: JSONValue = ["name": "Understudy", "version": .string(call.services.version)]
        guard let work = call.services.work else {
            return .json(
                ["log": ["version": "1.2", "creator": creator, "pages": [], "entries": .array(entries.map { HAREntry($0).json })]])
        }
        var reply = AdminReply(status: 200)
        reply.headers.append(name: "Content-Type", value: "application/json")
        let opening = "{ \"log\" : { \"version\" : \"1.2\", \"creator\" : \(creator.text()), \"pages\" : [ ], \"entries\" : ["
        reply.stream = JSONListStream(opening: opening, closing: Array(" } }\n".utf8), count: entries.count, work: work) {
            HAREntry(entries[$0]).json
        }
        return reply
    }
}
