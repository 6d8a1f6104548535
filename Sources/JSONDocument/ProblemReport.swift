/// Collects all mistakes of one document, so that its author sees them at once. For one thread.
package final class ProblemReport {
    /// The document that is checked.
    package let document: JSONDocument
    /// Mistakes that make the document, or the stub they are in, unusable. In the order of their discovery.
    package private(set) var problems: [Problem] = []
    /// What is valid but probably not meant. Nothing is refused because of it.
    package private(set) var warnings: [Problem] = []
    /// What breaks single responses but not the whole: `check` counts it as a problem, serving shows it as a warning.
    package private(set) var lateProblems: [Problem] = []
    /// Scalars that were read as another value (`"200"` as 200), by their offsets.
    package private(set) var readings: [Int: JSONNode.Content] = [:]
    private var owner: String?

    /// - Parameter document: warns about text in it that is not read as written.
    package init(_ document: JSONDocument) {
        self.document = document
        guard let place = document.loneSurrogate else { return }
        warn(
            "half of a surrogate pair without its other half, which is read as U+FFFD", atOffset: place,
            repair: "Write both, as in \"\\ud83d\\ude00\", or the character itself.")
    }

    /// Adds a problem.
    /// - Parameters:
    ///   - message: one sentence without a full stop.
    ///   - repair: what to do, as a whole sentence; nil when there is nothing to say.
    package func add(_ message: String, at node: JSONNode, repair: String? = nil) {
        problems.append(problem(message, DocumentPlace(document, of: node), repair))
    }

    /// Adds a problem at a byte of the document.
    package func add(_ message: String, atOffset offset: Int, repair: String? = nil) {
        problems.append(problem(message, DocumentPlace(document, atOffset: offset), repair))
    }

    /// Adds a warning.
    /// - Parameters:
    ///   - message: as for `add`.
    ///   - repair: as for `add`.
    ///   - kind: what it has in common with others whose words differ.
    package func warn(_ message: String, at node: JSONNode, repair: String? = nil, kind: String? = nil) {
        warnings.append(problem(message, DocumentPlace(document, of: node), repair, kind))
    }

    /// Adds a warning at a byte of the document.
    package func warn(_ message: String, atOffset offset: Int, repair: String? = nil) {
        warnings.append(problem(message, DocumentPlace(document, atOffset: offset), repair))
    }

    /// Adds a late problem (`lateProblems`). The parameters are those of `add`.
    package func addLate(_ message: String, at node: JSONNode, repair: String? = nil) {
        lateProblems.append(problem(message, DocumentPlace(document, of: node), repair))
    }

    /// Adds a late problem at a byte of the document.
    package func addLate(_ message: String, atOffset offset: Int, repair: String? = nil) {
        lateProblems.append(problem(message, DocumentPlace(document, atOffset: offset), repair))
    }

    private func problem(_ message: String, _ place: DocumentPlace, _ repair: String?, _ kind: String? = nil) -> Problem {
        var problem = place.problem(message, repair: repair, kind: kind)
        problem.owner = owner
        return problem
    }

    /// Notes that a scalar was read as another value.
    package func take(_ node: JSONNode, for content: JSONNode.Content) { readings[node.offset] = content }

    /// Adds a problem that was found elsewhere; its owner stays as it is.
    package func add(_ problem: Problem) { problems.append(problem) }

    /// Adds a late problem in another text that the document names.
    package func addLate(_ problem: Problem) { lateProblems.append(problem) }

    /// Adds a warning about another text that the document names.
    package func warn(_ problem: Problem) { warnings.append(problem) }

    /// Runs the body. The node becomes the owner of every problem that is reported in it, unless an outer call has set an owner.
    package func owning<Result>(_ node: JSONNode, _ body: () -> Result) -> Result {
        let outer = owner
        owner = outer ?? document.root.pointer(to: node)
        defer { owner = outer }
        return body()
    }
}
