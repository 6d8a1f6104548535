/// Collects what is wrong in one document, so that a reader of it is told everything at once. Used by one thread.
package final class ProblemReport {
    package let document: JSONDocument
    package private(set) var problems: [Problem] = []
    /// What is right by the rules and yet hardly meant: nothing is refused for it.
    package private(set) var warnings: [Problem] = []
    /// What spoils single answers, not the whole: a problem for who checks, a warning for who serves.
    package private(set) var lateProblems: [Problem] = []
    /// What scalars were taken for where that is not what is written (`"200"` for 200), by their places.
    package private(set) var readings: [Int: JSONNode.Content] = [:]
    private var owner: String?

    package init(_ document: JSONDocument) { self.document = document }

    /// - Parameters:
    ///   - message: one sentence without a full stop.
    ///   - repair: a whole sentence, if there is something to do.
    package func add(_ message: String, at node: JSONNode, repair: String? = nil) {
        add(message, atOffset: node.offset, repair: repair)
    }

    package func add(_ message: String, atOffset offset: Int, repair: String? = nil) {
        problems.append(problem(message, offset, repair))
    }

    /// - Parameters: as of `add`.
    package func warn(_ message: String, at node: JSONNode, repair: String? = nil) {
        warn(message, atOffset: node.offset, repair: repair)
    }

    package func warn(_ message: String, atOffset offset: Int, repair: String? = nil) {
        warnings.append(problem(message, offset, repair))
    }

    /// - Parameters: as of `add`.
    package func addLate(_ message: String, at node: JSONNode, repair: String? = nil) {
        lateProblems.append(problem(message, node.offset, repair))
    }

    private func problem(_ message: String, _ offset: Int, _ repair: String?) -> Problem {
        var problem = Problem(
            source: document.source.name, position: document.source.position(of: offset),
            pointer: document.root.pointer(toOffset: offset) ?? "", message: message, repair: repair)
        problem.owner = owner
        return problem
    }

    /// Notes that a scalar was taken for another one.
    package func take(_ node: JSONNode, for content: JSONNode.Content) { readings[node.offset] = content }

    package func add(_ problem: Problem) { problems.append(problem) }

    /// Runs the body; for every problem that it reports, the node is the owner, unless one around it is already.
    package func owning<Result>(_ node: JSONNode, _ body: () -> Result) -> Result {
        let outer = owner
        owner = outer ?? document.root.pointer(toOffset: node.offset)
        defer { owner = outer }
        return body()
    }
}
