internal import JSONDocument

extension ProblemReport {
    /// Warns about a template in a text that is never rendered.
    /// - Parameters:
    ///   - effect: what becomes of the text, as the end of a sentence.
    ///   - repair: what to do, as a whole sentence.
    func warnOfTemplate(in text: String?, _ effect: String, at node: JSONNode, repair: String) {
        guard let text, text.holdsTemplate else { return }
        warn("no template is rendered here: \(effect)", at: node, repair: repair)
    }
}

extension JSONNode {
    /// What to do about a template in the place of a number, as a whole sentence; nil if there is none.
    var templateRepair: String? {
        guard let text = scalarText, text.holdsTemplate else { return nil }
        return "Templates are rendered in bodies, header fields and names of body files only: write several stubs."
    }
}

extension String {
    fileprivate var holdsTemplate: Bool {
        firstRange(of: "{{").map { self[$0.upperBound...].firstRange(of: "}}") != nil } ?? false
    }
}
