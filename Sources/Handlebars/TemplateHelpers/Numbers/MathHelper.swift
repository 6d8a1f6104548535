internal import JavaText

/// `{{math a '+' b}}`; also `-`, `*` or `x`, `/`, `%`. Exact; a quotient has as many decimals as its dividend, rounded half up.
struct MathHelper: TemplateHelper {
    let names = ["math"]
    let arguments = 3...3
    let options: [String]? = []
    let pace = 8

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard call.parameters.count == 3 else {
            throw .helper("All maths functions require two operands and an operator as parameters e.g. 3 '+' 2")
        }
        let left = call.parameter(0).exactDecimal, right = call.parameter(2).exactDecimal
        let sign = call.parameter(1).printed
        guard ["+", "-", "*", "x", "/", "%"].contains(sign) else { throw .helper("\(sign) is not a valid mathematical operator") }
        if sign == "/" || sign == "%", right.isZero { throw .failure("java.lang.ArithmeticException: / by zero") }
        let result =
            switch sign {
            case "+": left.adding(right)
            case "-": left.adding(right.negated)
            case "/": left.divided(by: right)
            case "%": left.remainder(right)
            default: left.multiplied(by: right)
            }
        // Beyond 38 digits a double must do.
        return result.map { $0.whole.map { .int($0) } ?? .double($0.double) } ?? Self.rough(call, sign)
    }

    private static func rough(_ call: HelperCall, _ sign: String) -> TemplateValue {
        guard let left = call.parameter(0).double, let right = call.parameter(2).double else { return .int(0) }
        return switch sign {
        case "+": .double(left + right)
        case "-": .double(left - right)
        case "/": .double(left / right)
        case "%": .double(left.truncatingRemainder(dividingBy: right))
        default: .double(left * right)
        }
    }
}

extension TemplateValue {
    /// As in WireMock, a value that is not a number counts as zero.
    fileprivate var exactDecimal: ExactDecimal {
        switch self {
        case .int(let value): ExactDecimal(value)
        case .double(let value): ExactDecimal(JavaNumber.text(value)) ?? ExactDecimal(0)
        default: ExactDecimal(printed) ?? ExactDecimal(0)
        }
    }
}
