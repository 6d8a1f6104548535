internal import JSONDocument
internal import StubModel

/// The ids of the mappings in one file that have no id: the same each time the file is read, wherever in it a mapping is.
///
/// A mapping that is alone in its file is identified by the path. One of several is identified by its name, or else by its request and its
/// place in a scenario; equal ones by their order.
struct StubIdentities {
    private let path: String
    private var counts: [String: Int] = [:]

    /// - Parameter path: of the file, within the mocks folder, whose own place does not matter.
    init(path: String) { self.path = path }

    /// The id of the next mapping in the file.
    /// - Parameter isAlone: whether it is the only mapping of the file, not in a list.
    mutating func id(of node: JSONNode, isAlone: Bool) -> UniqueID {
        if isAlone { return .derived(from: path) }
        let key = Self.key(of: node)
        let ordinal = counts[key, default: 0]
        counts[key] = ordinal + 1
        return .derived(from: "\(path)#\(key)#\(ordinal)")
    }

    private static func key(of node: JSONNode) -> String {
        if case .string(let name)? = node.member("name")?.content { return "name \(name)" }
        let parts = ["request", "scenarioName", "requiredScenarioState", "newScenarioState"]
        return parts.map { node.member($0)?.value.text() ?? "" }.joined(separator: "\n")
    }
}
