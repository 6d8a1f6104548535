package import ResponseOrders
package import JSONDocument
internal import StubModel

/// The order of a session's responses, as `"order"` of a session or an exploration defines it.
package struct OrderDefinition: Sendable {
    /// The longest window, in milliseconds.
    private static let longestWindow = 60_000

    /// Which order: by arrival, a schedule, or an exploration's run.
    package var plan: ReleasePlan
    /// The window, the limit, and the rest of the scheduler's settings.
    package var settings: ReleaseSettings
    /// What earlier runs of an exploration say about the requests.
    package var expected = ExpectedRequests()
    /// Which requests take part; nil for all.
    let matcher: RequestMatcher?
    let ignoredQuery: Set<String>

    /// All requests, in order of arrival.
    package init(_ plan: ReleasePlan = .arrival, settings: ReleaseSettings = ReleaseSettings(), ignoringQuery names: Set<String> = []) {
        self.plan = plan
        self.settings = settings
        matcher = nil
        ignoredQuery = names
    }

    /// Reads a definition, and reports everything that is wrong with it.
    /// - Parameter hasSchedule: false for an exploration, which gives each run its own schedule.
    /// - Returns: nil if the node is not an object; otherwise what could be read, to be used only if nothing was reported.
    package init?(_ node: JSONNode, _ engine: MockEngine, _ report: ProblemReport, hasSchedule: Bool = true) {
        if case .string(let text) = node.content {
            let repair =
                hasSchedule ? "Write {\"schedule\": \"\(text)\"}." : "An exploration gives each run a schedule of its own: leave it out."
            report.add("\"order\" must be an object, found a string", at: node, repair: repair)
            return nil
        }
        guard var fields = FieldReader(node, report) else { return nil }
        var plan = ReleasePlan.arrival
        if hasSchedule, let place = fields.take("schedule") {
            do throws(ScheduleError) {
                if case .string(let text) = place.content {
                    plan = ReleasePlan(try Schedule(text))
                } else {
                    report.add("\"schedule\" must be a string, found \(place.kind)", at: place)
                }
            } catch {
                report.add("\(error.message) (character \(error.offset + 1) of the schedule)", at: place, repair: error.repair)
            }
        }
        var settings = ReleaseSettings()
        if let window = fields.exactNumber("settleMilliseconds", in: 0...Self.longestWindow) { settings.settle = .milliseconds(window) }
        if let arrivals = fields.exactNumber("arrivals", in: 1...FullOrder.maximumCount) { settings.arrivals = arrivals }
        if let limit = fields.exactNumber("limit", in: 1...FullOrder.maximumCount) { settings.limit = limit }
        var ignored: Set<String> = []
        if let place = fields.take("label"), var label = FieldReader(place, report) {
            ignored = Set(label.texts("ignoreQuery") ?? [])
            label.finish()
        }
        matcher = fields.take("requests").flatMap { node in
            RequestPattern.decode(node, report).flatMap { pattern in
                var pattern = pattern
                pattern.listener = pattern.listener ?? .any
                return engine.compile(pattern, report)
            }
        }
        fields.finish { $0 == "schedule" ? "An exploration gives each run a schedule of its own." : nil }
        self.plan = plan
        self.settings = settings
        ignoredQuery = ignored
    }
}
