internal import HTTPMessage
internal import LinkModel

/// A response that is sent over a link, or at a rate of its own.
final class ResponseLink: ResponseFlow {
    let flow: LinkFlow
    private let headBytes: Int
    private let bodyBytes: Int?

    /// - Parameter bodyBytes: nil if unknown.
    init(_ flow: LinkFlow, headBytes: Int, bodyBytes: Int?) {
        self.flow = flow
        self.headBytes = headBytes
        self.bodyBytes = bodyBytes
    }

    func allowance(at place: SendingPlace, most: Int, now: Int64, changed: @escaping @Sendable () -> Void) -> SendingAllowance {
        let allowance =
            switch place {
            case .head: flow.allowance(headBytes: headBytes, now: now, changed: changed)
            case .body(let position):
                flow.allowance(
                    at: position, remaining: bodyBytes.map { min(most, max(0, $0 - position)) }, now: now, changed: changed)
            }
        return switch allowance {
        case .bytes(let count): .bytes(min(count, most))
        case .waitUntil(let moment): .waitUntil(moment)
        case .wait: .wait
        case .dead: .breakOff(.stall)
        }
    }

    func ended() { flow.ended() }
}
