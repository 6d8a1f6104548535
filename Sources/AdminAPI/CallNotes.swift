internal import HTTPMessage
internal import JSONDocument
internal import MockEngine
internal import Synchronization

/// What is told about a call beside its reply. WireMock's replies have no place for a warning, so the first one is in a header field. Any
/// thread.
final class CallNotes: Sendable {
    private let first = Mutex<Problem?>(nil)

    func add(_ warning: Problem) { first.withLock { $0 = $0 ?? warning } }

    /// The reply with the first warning, also one that is not known yet.
    func told(in reply: AdminReply) -> AdminReply {
        guard let warning = first.withLock({ $0 }) else { return reply }
        var result = reply
        if let later = reply.later {
            result.later = { [self] give in later { give(self.told(in: $0)) } }
        } else {
            result.headers.append(name: MissReport.hintField, value: MissReport.fieldText(warning.line(labelled: "warning")))
        }
        return result
    }
}
