/// `{{arrayRemove list [position=index | 'start' | 'end']}}`: the list with one less; the last, unless told otherwise.
struct ArrayRemoveHelper: TemplateHelper {
    let names = ["arrayRemove"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        if call.parameter(0).isNull { return .list([]) }
        var list = try call.list()
        let position = try call.position()
        if let position { try HelperCall.check(position, in: list) }
        let place = position ?? list.count - 1
        guard list.indices.contains(place) else { throw .failure("arrayRemove: Index \(place) out of bounds for length \(list.count)") }
        list.remove(at: place)
        return .list(list)
    }
}
