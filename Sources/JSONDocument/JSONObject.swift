/// The members of an object in the order in which they were written. A repeated name keeps its first place and its last value (as in
/// Jackson, and so in WireMock).
///
/// Names are compared scalar by scalar: the composed and the decomposed spelling of "é" are two names. Look-up is linear up to a
/// dozen members, by hash beyond.
package struct JSONObject: Sendable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
    /// The members, in order. Each name is there once.
    package private(set) var members: [(name: String, value: JSONValue)] = []
    /// Places by name; nil while linear search is cheaper.
    private var index: [ExactText: Int]?
    private static let linearLimit = 12

    package init() {}

    package init(_ members: some Sequence<(String, JSONValue)>) {
        self.members.reserveCapacity(members.underestimatedCount)
        for (name, value) in members { self[name] = value }
    }

    package init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(elements) }

    /// 0.
    package var startIndex: Int { 0 }
    /// The number of members.
    package var endIndex: Int { members.count }
    /// The member at that place.
    package subscript(position: Int) -> (name: String, value: JSONValue) { members[position] }

    /// Reading gives nil when there is no such member. Writing replaces in place or appends; writing nil removes the member.
    package subscript(name: String) -> JSONValue? {
        get { place(of: name).map { members[$0].value } }
        set {
            switch (place(of: name), newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil):
                members.remove(at: place)
                index = nil
                reindex()
            case (nil, let value?):
                if members.isEmpty { members.reserveCapacity(4) }
                members.append((name, value))
                if index != nil { index?[ExactText(name)] = members.count - 1 } else { reindex() }
            case (nil, nil): break
            }
        }
    }

    /// The names, in order.
    package var names: [String] { members.map(\.name) }

    private func place(of name: String) -> Int? {
        if let index { return index[ExactText(name)] }
        return members.firstIndex { $0.name.isSame(as: name) }
    }

    private mutating func reindex() {
        guard members.count > Self.linearLimit else { return }
        index = Dictionary(uniqueKeysWithValues: members.enumerated().map { (ExactText($1.name), $0) })
    }
}

extension JSONObject: Hashable {
    /// Equal with the same members in any order.
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.members.allSatisfy { right[$0.name] == $0.value }
    }

    /// Independent of the members' order, as `==` is.
    package func hash(into hasher: inout Hasher) {
        // A sum, so that the order does not matter.
        var sum = 0
        for (name, value) in members {
            var one = Hasher()
            one.combine(ExactText(name))
            one.combine(value)
            sum &+= one.finalize()
        }
        hasher.combine(sum)
    }
}
