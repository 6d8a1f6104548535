extension JSONNode {
    /// The JSON pointer (RFC 6901) of the innermost value at the offset, or of the member whose name is there. Nil outside of the value.
    package func pointer(toOffset target: Int) -> String? { pointer(toOffset: target) { _ in false } }

    /// The JSON pointer to a value in this one; nil outside of it. An object of YAML begins where the name of its first member does.
    package func pointer(to value: JSONNode) -> String? {
        pointer(toOffset: value.offset) { $0.offset == value.offset && $0.endOffset == value.endOffset }
    }

    /// - Parameter isTarget: whether the value is the one to point to, whatever in it is at the offset, too.
    private func pointer(toOffset target: Int, _ isTarget: (JSONNode) -> Bool) -> String? {
        guard offset <= target, target < endOffset || target == offset else { return nil }
        var pointer = ""
        var node = self
        while !isTarget(node), let (token, child) = node.child(around: target) {
            pointer += "/" + token
            guard let child else { break }
            node = child
        }
        return pointer
    }

    /// The child at the offset, with its reference token. The node is nil when the offset is in the member's name.
    private func child(around target: Int) -> (token: String, node: JSONNode?)? {
        switch content {
        case .array(let nodes):
            let index = nodes.partitioningIndex { $0.endOffset > target }
            guard index < nodes.count, nodes[index].offset <= target else { return nil }
            return (String(index), nodes[index])
        case .object(let members):
            let index = members.partitioningIndex { $0.value.endOffset > target }
            guard index < members.count, members[index].nameOffset <= target else { return nil }
            let member = members[index]
            return (JSONPointer.escape(member.name), target < member.value.offset ? nil : member.value)
        default: return nil
        }
    }
}

extension Array {
    /// The first index from which on all elements fulfil the condition. Expects that they are sorted that way.
    fileprivate func partitioningIndex(_ isInSecondPart: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
