/// Collects what is wrong in one document, so that a reader of it is told everything at once. Used by one thread.
public final class ProblemReport {
    public let document: JSONDocument
    public private(set) var problems: [Problem] = []
    /// What is right by the rules and yet hardly meant: nothing is refused for it.
    public private(set) var warnings: [Problem] = []
    /// What spoils single answers, not the whole: a problem for who checks, a warning for who serves.
    public private(set) var lateProblems: [Problem] = []
    /// What scalars were taken for where that is not what is written (`"200"` for 200), by their places.
    public private(set) var readings: [Int: JSONNode.Content] = [:]
    private var owner: String?

    public init(_ document: JSONDocument) { self.document = document }

    /// - Parameters:
    ///   - message: one sentence without a full stop.
    ///   - repair: a whole sentence, if there is something to do.
    public func add(_ message: String, at node: JSONNode, repair: String? = nil) {
        add(message, atOffset: node.offset, repair: repair)
    }

    public func add(_ message: String, atOffset offset: Int, repair: String? = nil) {
        problems.append(problem(message, offset, repair))
    }

    /// - Parameters: as of `add`.
    public func warn(_ message: String, at node: JSONNode, repair: String? = nil) {
        warn(message, atOffset: node.offset, repair: repair)
    }

    public func warn(_ message: String, atOffset offset: Int, repair: String? = nil) {
        warnings.append(problem(message, offset, repair))
    }

    /// - Parameters: as of `add`.
    public func addLate(_ message: String, at node: JSONNode, repair: String? = nil) {
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
    public func take(_ node: JSONNode, for content: JSONNode.Content) { readings[node.offset] = content }

    public func add(_ problem: Problem) { problems.append(problem) }

    /// Runs the body; for every problem that it reports, the node is the owner, unless one around it is already.
    public func owning<Result>(_ node: JSONNode, _ body: () -> Result) -> Result {
        let outer = owner
        owner = outer ?? document.root.pointer(toOffset: node.offset)
        defer { owner = outer }
        return body()
    }
}
