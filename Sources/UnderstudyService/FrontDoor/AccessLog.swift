internal import HTTPMessage
internal import Logging
internal import MockEngine

/// Log lines for requests: all of them if wanted, and always those that nothing answered, with what would have.
struct AccessLog: ExchangeObserver {
    private static let longestSentence = 500

    let log: Logger
    let isOn: Bool

    func answered(_ request: Request, _ plan: WirePlan) {
        guard isOn else { return }
        log.info("\(request.method) \(request.target) \(plan.response.status)")
    }

    /// An exchange is over.
    func ended(_ line: @autoclosure () -> AccessLogLine) {
        guard isOn else { return }
        log.info("\(line())")
    }

    func missed(_ report: MissReport) {
        let method = LogText.shortened(report.request.method, to: 20)
        let target = LogText.shortened(report.request.target, to: AccessLogLine.longestTarget)
        guard !target.hasSuffix("…") else {
            log.warning("nothing answered \(method) \(target)")
            return
        }
        let files = report.suggestion.files.isEmpty ? "" : " \(LogText.escaped(report.suggestion.files[0])) would have answered."
        let slips = report.hints.isEmpty ? report.closest.map { [$0] } ?? [] : report.hints
        let sentences = slips.map { slip in
            " " + LogText.shortened(slip.prefix(1).uppercased() + slip.dropFirst(), to: Self.longestSentence)
        }.joined()
        log.warning("nothing answered \(method) \(target).\(files)\(sentences)")
    }
}
