internal import JSONDocument
internal import StubModel

/// The ids of the mappings in one file that have no id: the same each time the file is read, wherever in it a mapping is.
///
/// A mapping that is alone in its file is identified by the path. One of several is identified by its name, or else by its request and its
/// place in a scenario; equal ones by their order.
struct StubIdentities {
    private let path: [UInt8]
    /// How many mappings had the same key so far. By a digest of it, because keys are long and there may be thousands.
    private var counts: [UniqueID: Int] = [:]

    /// - Parameter path: of the file, within the mocks folder, whose own place does not matter.
    init(path: String) { self.path = Array(path.utf8) }

    /// The id of the next mapping in the file.
    /// - Parameter isAlone: whether it is the only mapping of the file, not in a list.
    mutating func id(of node: JSONNode, isAlone: Bool) -> UniqueID {
        if isAlone { return .derived(from: path) }
        let separator = UInt8(ascii: "#")
        var text = path + [separator]
        Self.writeKey(of: node, to: &text)
        let key = UniqueID.derived(from: text)
        let ordinal = counts[key, default: 0]
        counts[key] = ordinal + 1
        return .derived(from: text + [separator] + "\(ordinal)".utf8)
    }

    private static func writeKey(of node: JSONNode, to text: inout [UInt8]) {
        if case .string(let name)? = node.member("name")?.content {
            text += "name \(name)".utf8
            return
        }
        for (index, part) in ["request", "scenarioName", "requiredScenarioState", "newScenarioState"].enumerated() {
            if index > 0 { text.append(UInt8(ascii: "\n")) }
            node.member(part)?.value.write(to: &text)
        }
    }
}
