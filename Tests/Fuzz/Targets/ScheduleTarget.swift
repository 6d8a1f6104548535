internal import ResponseOrders

/// A schedule in the first line, names of requests in the others. A refusal has a place in the text; what is read is written, and reads as
/// the same; whatever arrives, a replay holds nothing for ever.
enum ScheduleTarget: FuzzTarget {
    package static func run(_ bytes: [UInt8]) {
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let text = String(decoding: line, as: UTF8.self)
        let schedule: Schedule
        do {
            schedule = try Schedule(text)
        } catch {
            precondition((0...text.utf8.count).contains(error.offset), "a place that is not in the text")
            return
        }
        precondition((try? Schedule(schedule.description)) == schedule, "what was written reads differently")
        if case .order(let order) = schedule {
            precondition(order.steps.map(\.number).sorted() == Array(1...order.count), "a response is missing")
            precondition(order.steps.allSatisfy { $0.arrivals <= order.count }, "a step waits for requests that there are not")
        }
        replay(schedule, bytes[line.endIndex...].split(separator: UInt8(ascii: "\n")).prefix(100))
    }

    private static func replay(_ schedule: Schedule, _ paths: some Collection<ArraySlice<UInt8>>) {
        var labeller = RequestLabeller(ignoringQuery: ["t"])
        var scheduler = ReleaseScheduler(ReleasePlan(schedule))
        var timer: Int?
        var ended = 0
        func tell(_ event: ReleaseScheduler.Event) {
            for action in scheduler.handle(event) {
                switch action {
                case .release(let id):
                    ended += 1
                    tell(.delivered(id))
                case .diverge: ended += 1
                case .setTimer(let number, _): timer = number
                case .stopTimer: timer = nil
                }
            }
        }
        for (id, path) in paths.enumerated() {
            let label = labeller.label(method: "GET", path: "/", query: path)
            tell(.arrived(UInt64(id), label))
        }
        while let due = timer {
            timer = nil
            tell(.timer(due))
        }
        precondition(ended == paths.count, "a request is held for ever")
    }
}
