/// `{{arrayRemove list [position=index | 'start' | 'end']}}`: the list with one less; the last, unless told otherwise.
struct ArrayRemoveHelper: TemplateHelper {
    let names = ["arrayRemove"]

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        if call.parameter(0).isNull { return .list([]) }
        var list = try call.list()
        let position = try call.position()
        if let position, !(0...list.count).contains(position) {
            throw .helper("position must be greater than or equal to 0 and less than or equal to the size of the list")
        }
        let place = position ?? list.count - 1
        guard list.indices.contains(place) else { throw .failure("arrayRemove: Index \(place) out of bounds for length \(list.count)") }
        list.remove(at: place)
        return .list(list)
    }
}
