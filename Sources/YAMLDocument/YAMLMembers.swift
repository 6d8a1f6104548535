internal import JSONDocument

/// The members of an object while it is composed: each name once; merged members (`<<`) are replaced by written ones.
struct YAMLMembers {
    /// Nil where a merged member was replaced.
    private var slots: [JSONMember?] = []
    /// The slot of each name.
    private var places: [ExactText: Int] = [:]
    /// The names that were merged.
    private var merged: Set<ExactText> = []

    /// In the order of their places.
    var list: [JSONMember] { slots.compactMap(\.self) }

    /// - Throws: when the name is written twice.
    mutating func add(_ member: JSONMember) throws(YAMLSyntaxError) {
        let name = ExactText(member.name)
        if let place = places[name] {
            guard merged.remove(name) != nil else {
                throw YAMLSyntaxError(
                    offset: member.nameOffset, message: "the key \"\(member.name)\" is here twice", repair: "Take one of them away.")
            }
            slots[place] = nil
        }
        places[name] = slots.count
        slots.append(member)
    }

    /// Adds the members of an object, or of a list of objects, that do not exist yet.
    mutating func merge(_ node: JSONNode) throws(YAMLSyntaxError) {
        switch node.content {
        case .object(let members):
            for member in members where places[ExactText(member.name)] == nil {
                places[ExactText(member.name)] = slots.count
                merged.insert(ExactText(member.name))
                slots.append(member)
            }
        case .array(let nodes) where nodes.allSatisfy({ if case .object = $0.content { true } else { false } }):
            for node in nodes { try merge(node) }
        default:
            throw YAMLSyntaxError(
                offset: node.offset, message: "\"<<\" takes an object or a list of objects, found \(node.kind)",
                repair: "Put quotes around \"<<\" if it is meant as a name.")
        }
    }
}
