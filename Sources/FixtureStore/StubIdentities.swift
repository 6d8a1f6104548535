internal import JSONDocument
internal import StubModel

/// The ids of the mappings of one file that name none themselves: the same each time the file is read, wherever in it a mapping stands.
///
/// A mapping that is alone in its file is known by the path. One of several is known by its name, or else by its request and its place
/// in a scenario; of equal ones by their order among each other.
struct StubIdentities {
    private let path: String
    private var counts: [String: Int] = [:]

    /// - Parameter path: of the file, in the mocks folder: it does not matter where that is.
    init(path: String) { self.path = path }

    /// The id of the next mapping of the file.
    /// - Parameter isAlone: the file holds one mapping, and not in a list.
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
