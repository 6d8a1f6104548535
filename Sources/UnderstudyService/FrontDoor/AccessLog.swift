internal import HTTPMessage
internal import Logging
internal import MockEngine

/// Log lines for requests: all of them if wanted, and always those that nothing answered, with what would have.
struct AccessLog: ExchangeObserver {
    /// Longer ones are cut in the log.
    private static let longestTarget = 300

    let log: Logger
    let isOn: Bool

    func answered(_ request: Request, _ plan: WirePlan) {
        guard isOn else { return }
        log.info("\(request.method) \(request.target) \(plan.response.status)")
    }

    func missed(_ report: MissReport) {
        let target = report.request.target
        guard target.utf8.count <= Self.longestTarget else {
            log.warning("nothing answered \(report.request.method) \(target.prefix(Self.longestTarget))…")
            return
        }
        let files = report.suggestion.files.isEmpty ? "" : " \(report.suggestion.files[0]) would have answered."
        let slips = report.hints.isEmpty ? report.closest.map { [$0] } ?? [] : report.hints
        let sentences = slips.map { " \($0.prefix(1).uppercased())\($0.dropFirst())" }.joined()
        log.warning("nothing answered \(report.request.method) \(target).\(files)\(sentences)")
    }
}
