internal import Testing
internal import UnderstudyClient

extension Problem {
    /// An issue that somebody recorded.
    init(_ issue: Issue) {
        if let failure = issue.error as? UnderstudyFailure {
            self.init(failure)
            return
        }
        let comments = issue.comments.map(\.rawValue)
        if case .unconditional = issue.kind, !comments.isEmpty {
            self.init(comments.joined(separator: "\n"), at: nil)
        } else {
            self.init((["\(issue.kind)"] + comments).joined(separator: "\n"), at: nil)
        }
        callSite = issue.sourceLocation.map { CallSite($0) }
    }

    /// Records it as an issue of the running test.
    func recordIssue() {
        if let failure {
            Issue.record(failure, sourceLocation: failure.callSite.sourceLocation)
        } else if let callSite {
            Issue.record("\(text)", sourceLocation: callSite.sourceLocation)
        } else {
            Issue.record("\(text)")
        }
    }
}
