internal import Foundation
internal import UnderstudyClient

/// Something that fails a test, and where to show it.
struct Problem: Sendable {
    /// For people; several lines where it is a diff.
    var text: String
    /// The line that it is about.
    var callSite: CallSite?
    /// The error that it was, if it was one.
    var failure: UnderstudyFailure?

    init(_ text: String, at callSite: CallSite?) {
        self.text = text
        self.callSite = callSite
    }

    /// What the client threw.
    init(_ failure: UnderstudyFailure) {
        text = failure.message
        callSite = failure.callSite
        self.failure = failure
    }

    /// With its file and line before it, the further lines indented: for a list.
    var listed: String {
        let place = callSite.map { "\($0.filePath.split(separator: "/").last ?? ""):\($0.line): " } ?? ""
        return "  \(place)\(text)".replacingOccurrences(of: "\n", with: "\n    ")
    }
}
