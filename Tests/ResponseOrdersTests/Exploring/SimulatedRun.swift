import ResponseOrders
import HTTPMessage

/// Runs a simulated client under a plan. Nothing takes time: when nothing else can happen, the timer fires.
struct SimulatedRun {
    let passed: Bool
    let record: RunRecord

    /// - Parameter shuffling: mixes requests that are sent at once, as threads of a client do; nil for the order in which they are written.
    init(of type: any SimulatedClient.Type, _ plan: ReleasePlan, shuffling: UInt64? = nil) {
        self.init(type.init(), plan, shuffling.map { SplitMix64(seed: $0) })
    }

    private init(_ client: some SimulatedClient, _ plan: ReleasePlan, _ random: SplitMix64?) {
        var client = client
        var random = random
        var labeller = RequestLabeller()
        var scheduler = ReleaseScheduler(plan)
        var requests: [(request: String, body: String)] = []
        var timer: Int?
        var events: [ReleaseScheduler.Event] = []

        func send(_ sent: [String]) {
            let mixed = random != nil ? sent.shuffled(using: &random!) : sent
            for request in mixed {
                let parts = request.split(separator: " ", maxSplits: 1)
                let target = parts[1].split(separator: "?", maxSplits: 1)
                let label = labeller.label(
                    method: String(parts[0]), path: String(target[0]), query: target.count > 1 ? Array(target[1].utf8)[...] : nil)
                requests.append((request, client.serve(request)))
                events.append(.arrived(UInt64(requests.count - 1), label))
            }
        }

        send(client.first)
        while true {
            if events.isEmpty, let due = timer {
                timer = nil
                events.append(.timer(due))
            }
            guard !events.isEmpty else { break }
            for action in scheduler.handle(events.removeFirst()) {
                switch action {
                case .release(let id):
                    let (request, body) = requests[Int(id)]
                    events.append(.delivered(id))
                    send(client.receive(body, to: request))
                case .diverge: break
                case .setTimer(let number, _): timer = number
                case .stopTimer: timer = nil
                }
            }
        }
        passed = client.isRight
        record = scheduler.record
    }
}
