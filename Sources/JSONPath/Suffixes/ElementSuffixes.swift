internal import JSONDocument

extension JSONPathSuffix {
    static let first = JSONPathSuffix(name: "first") { target, _ in target.array?.first }

    /// The element at an index; a negative one counts from the end.
    static let index = JSONPathSuffix(name: "index") { target, arguments in
        guard let values = target.array, let index = arguments.first?.int else { return nil }
        let place = index < 0 ? index &+ values.count : index
        if values.indices.contains(place) { return values[place] }
        return nil
    }

    static let last = JSONPathSuffix(name: "last") { target, _ in target.array?.last }
}
