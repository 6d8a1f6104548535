/// Collects what is wrong in one document, so that a reader of it is told everything at once. Used by one thread.
public final class ProblemReport {
    public let document: JSONDocument
    public private(set) var problems: [Problem] = []

    public init(_ document: JSONDocument) { self.document = document }

    /// - Parameters:
    ///   - message: one sentence without a full stop.
    ///   - repair: a whole sentence, if there is something to do.
    public func add(_ message: String, at node: JSONNode, repair: String? = nil) {
        add(message, atOffset: node.offset, repair: repair)
    }

    public func add(_ message: String, atOffset offset: Int, repair: String? = nil) {
        problems.append(
            Problem(
                source: document.source.name, position: document.source.position(of: offset),
                pointer: document.root.pointer(toOffset: offset) ?? "", message: message, repair: repair))
    }

    public func add(_ problem: Problem) { problems.append(problem) }
}

extension JSONNode {
    /// The JSON pointer (RFC 6901) of the innermost value, or of the member whose name, that begins at the offset.
    public func pointer(toOffset target: Int) -> String? {
        if target == offset { return "" }
        switch content {
        case .array(let nodes):
            for (index, node) in nodes.enumerated() where node.offset <= target && target < node.endOffset {
                return node.pointer(toOffset: target).map { "/\(index)" + $0 }
            }
        case .object(let members):
            for member in members where member.nameOffset <= target && target < member.value.endOffset {
                let name = member.name.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
                    .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
                if target < member.value.offset { return "/\(name)" }
                return member.value.pointer(toOffset: target).map { "/\(name)" + $0 }
            }
        default: break
        }
        return target > offset && target < endOffset ? "" : nil
    }
}
