import LinkModel
import Synchronization

/// Exchanges on one link over simulated time. Each calls the link as early as allowed, and sends as much as allowed.
struct Simulation {
    struct Exchange {
        let flow: LinkFlow
        var bodyBytes: Int
        var headBytes = 0
        var sent: Int? = nil
        var nextAsk: Int64
        var finishedAt: Int64? = nil
        var isDead = false
        /// When each allowance was used, and up to which byte.
        var progress: [(at: Int64, upTo: Int)] = []
    }

    var exchanges: [Exchange] = []
    var now: Int64 = 0
    /// How much later than allowed each exchange calls.
    var lateness: Int64 = 0

    mutating func add(_ flow: LinkFlow, bodyBytes: Int, headBytes: Int = 0, at start: Int64 = 0) {
        exchanges.append(Exchange(flow: flow, bodyBytes: bodyBytes, headBytes: headBytes, nextAsk: start))
    }

    /// Runs until no exchange has a call left before the end.
    mutating func run(until end: Int64 = .max) {
        while let index = exchanges.indices.filter({ isUnderWay($0) && exchanges[$0].nextAsk <= end })
            .min(by: { (exchanges[$0].nextAsk, $0) < (exchanges[$1].nextAsk, $1) })
        {
            now = max(now, exchanges[index].nextAsk)
            ask(index)
        }
        if end < .max { now = end }
    }

    private func isUnderWay(_ index: Int) -> Bool { exchanges[index].finishedAt == nil && !exchanges[index].isDead }

    private mutating func ask(_ index: Int) {
        let exchange = exchanges[index]
        let allowance =
            if let sent = exchange.sent {
                exchange.flow.allowance(at: sent, remaining: exchange.bodyBytes - sent, now: now)
            } else {
                exchange.flow.allowance(headBytes: exchange.headBytes, now: now)
            }
        switch allowance {
        case .bytes(let count):
            precondition(count > 0)
            let sent = exchange.sent.map { min(exchange.bodyBytes, $0 + min(count, exchange.bodyBytes)) } ?? 0
            exchanges[index].sent = sent
            exchanges[index].progress.append((now, sent))
            if sent == exchange.bodyBytes {
                exchanges[index].finishedAt = now
                exchange.flow.ended()
            }
        case .waitUntil(let due):
            precondition(due > now)
            exchanges[index].nextAsk = due + lateness
        case .wait: exchanges[index].nextAsk = .max
        case .dead: exchanges[index].isDead = true
        }
    }
}

extension LinkFlow {
    /// An exchange on an open connection, with a head of no bytes.
    static func plain(_ link: Link, seed: UInt64 = 1, bitsPerSecond: Int? = nil) -> LinkFlow {
        let flow = LinkFlow(on: link, Traits(seed: seed, opensConnection: false, requestHeadBytes: 0))
        flow.limitResponse(to: bitsPerSecond)
        return flow
    }
}

extension Int64 {
    static func milliseconds(_ count: Int64) -> Int64 { count * 1_000_000 }
    static func seconds(_ count: Int64) -> Int64 { count * 1_000_000_000 }
}

extension Link {
    /// Switches to another profile, and notifies the waiting flows.
    func setProfile(_ profile: LinkProfile, now: Int64) {
        for wake in changeProfile(to: profile, now: now) { wake() }
    }
}
