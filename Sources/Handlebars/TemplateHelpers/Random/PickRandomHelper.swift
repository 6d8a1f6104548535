internal import JSONDocument

/// `{{pickRandom list}}` or `{{pickRandom a b c}}`: one of them; with `count=` a list of that many different ones.
struct PickRandomHelper: TemplateHelper {
    let names = ["pickRandom"]
    let arguments = 1...Int.max
    let options: [String]? = ["count"]
    let pace = 2

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard !call.parameters.isEmpty, !call.subject.isNull else {
            throw .helper("Must specify either a single list argument or a set of single value arguments.")
        }
        let values = call.subject.elements ?? call.parameters
        guard !values.isEmpty else { throw .failure("pickRandom: the list is empty") }
        guard call.has("count") else {
            let index = call.context.draw("pickRandom", show: { JSONValue($0) }) { Int.random(in: values.indices, using: &$0) }
            return values[index]
        }
        let count = min(max(0, try call.integer("count", default: 1)), values.count)
        let places = call.context.draw("pickRandom", show: { .array($0.map { JSONValue($0) }) }) { random in
            Array(values.indices.shuffled(using: &random).prefix(count))
        }
        return .list(places.map { values[$0] })
    }
}
