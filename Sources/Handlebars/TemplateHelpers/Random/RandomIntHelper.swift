internal import JSONDocument

/// `{{randomInt [lower=] [upper=]}}`, the upper bound excluded.
struct RandomIntHelper: TemplateHelper {
    let names = ["randomInt"]
    let arguments = 0...0
    let options: [String]? = ["lower", "upper"]
    let pace = 2

    func usualArguments(body: String) -> String? { "lower=1 upper=7" }

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let lower = try call.integer("lower", default: Int(Int32.min))
        let upper = try call.integer("upper", default: Int(Int32.max))
        guard lower < upper else { throw .failure("java.lang.IllegalArgumentException: bound must be greater than origin") }
        return .int(call.context.draw("randomInt", show: { JSONValue($0) }) { Int.random(in: lower..<upper, using: &$0) })
    }
}
