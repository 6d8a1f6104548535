internal import HTTPMessage
internal import JSONDocument

/// `{{randomDecimal [lower=] [upper=]}}`, the upper bound excluded. Without bounds any positive double.
struct RandomDecimalHelper: TemplateHelper {
    let names = ["randomDecimal"]
    let arguments = 0...0
    let options: [String]? = ["lower", "upper"]
    let pace = 2

    func usualArguments(body: String) -> String? { "lower=0 upper=1" }

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let lower = try call.decimal("lower", default: .leastNonzeroMagnitude)
        let upper = try call.decimal("upper", default: .greatestFiniteMagnitude)
        guard lower < upper, (upper - lower).isFinite else {
            throw .failure("java.lang.IllegalArgumentException: bound must be greater than origin")
        }
        let value = call.context.draw("randomDecimal", show: { JSONValue($0) }) { random in
            min(lower + random.fraction() * (upper - lower), upper.nextDown)
        }
        return .double(value)
    }
}
