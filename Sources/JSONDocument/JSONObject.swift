/// The members of an object in the order in which they were written. A repeated name keeps its first place and its last value
/// (as Jackson does, and with it WireMock).
///
/// Names are compared scalar by scalar: the composed and the decomposed spelling of "é" are two names. Look-up is linear up to a
/// dozen members, by hash beyond.
package struct JSONObject: Sendable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
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

    package var startIndex: Int { 0 }
    package var endIndex: Int { members.count }
    package subscript(position: Int) -> (name: String, value: JSONValue) { members[position] }

    /// Reading: nil when there is no such member. Writing: replaces in place, or appends; nil takes the member away.
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
    /// Order does not count.
    package static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.members.allSatisfy { right[$0.name] == $0.value }
    }

    package func hash(into hasher: inout Hasher) {
        // Order does not count, so neither may it here.
        var sum = 0
        for (name, value) in members {
            var one = Hasher()
            one.combine(name)
            one.combine(value)
            sum &+= one.finalize()
        }
        hasher.combine(sum)
    }
}
