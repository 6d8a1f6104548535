package import Budget
internal import HTTPMessage
internal import JSONDocument

/// Names with their values: of a query, cookies, a form, or headers.
package final class NamedValues: TemplateObject {
    /// How names are compared and listed.
    package enum Names: Sendable {
        case exact
        /// Names match in any case, and are listed sorted.
        case headers
    }

    /// Up to so many pairs are searched one by one. An index of more is made when it is first needed.
    private static let few = 16

    private let pairs: [(name: String, value: String)]
    private let names: Names
    private let knownGroups = Once<ValuesByName>()
    private let knownList = Once<[(name: String, values: [String])]>()

    /// - Parameter pairs: in their order; a name may be repeated.
    package init(_ pairs: [(name: String, value: String)], _ names: Names) {
        self.pairs = pairs
        self.names = names
    }

    /// All values of a name; if there are none, `size` and `empty` describe the whole. Null for any other name.
    package func member(_ name: String, charging budget: WorkBudget?) -> TemplateValue {
        var values: [String] = []
        if pairs.count > Self.few {
            values = groups(budget).values(name)
        } else {
            for pair in pairs where matches(pair.name, name) { values.append(pair.value) }
        }
        if !values.isEmpty { return .multiple(values) }
        switch name {
        case "size": return .int(groups(budget).entries.count)
        case "empty": return .bool(pairs.isEmpty)
        default: return .null
        }
    }

    /// Makes the list of the names.
    package func prepare(charging budget: WorkBudget?) { _ = list(budget) }

    /// The names in order, each with all its values.
    package var entries: [(name: String, value: TemplateValue)]? { list(nil).map { ($0.name, .multiple($0.values)) } }

    private func matches(_ left: String, _ right: String) -> Bool {
        names == .headers ? ASCII.equalsIgnoringCase(left, right) : left.isSame(as: right)
    }

    /// The values by name; nothing if the budget does not allow it.
    private func groups(_ budget: WorkBudget?) -> ValuesByName {
        knownGroups.value {
            let bytes = pairs.reduce(0) { $0 + $1.name.utf8.count }
            let isAffordable = budget?.chargeIndex(of: pairs.count, bytes: bytes) ?? true
            return ValuesByName(isAffordable ? pairs : [], ignoringCase: names == .headers)
        }
    }

    /// In order of appearance; headers sorted by name.
    private func list(_ budget: WorkBudget?) -> [(name: String, values: [String])] {
        knownList.value {
            let groups = groups(budget).entries
            guard names == .headers, budget?.chargeSteps(100 * groups.count) ?? true else { return groups }
            return groups.map { (key: $0.name.lowercased(), entry: $0) }.sorted { $0.key < $1.key }.map(\.entry)
        }
    }
}

extension WorkBudget {
    /// Charges an index of names.
    /// - Parameter bytes: the names' in all.
    /// - Returns: whether it may be made.
    package func chargeIndex(of names: Int, bytes: Int) -> Bool { chargeBytes(48 * names + bytes) && chargeSteps(40 * names + bytes) }
}
