internal import JSONDocument

extension JSONPathSuffix {
    /// The element at an index, which counts from the end if it is negative.
    static let index = JSONPathSuffix(name: "index") { target, arguments in
        guard let values = target.array, let index = arguments.first?.int else { return nil }
        let place = index < 0 ? index &+ values.count : index
        if values.indices.contains(place) { return values[place] }
        return nil
    }
}
