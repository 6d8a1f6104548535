internal import JavaText

/// `{{stringFormat '%s has %05.2f' name amount}}`, as Java's `String.format`.
struct StringFormatHelper: StringHelper {
    let names = ["stringFormat"]
    let options: [String]? = []
    let pace = 30

    func text(_ value: TemplateValue, _ call: HelperCall) throws(TemplateError) -> String {
        try call.chargeSteps(300)
        do {
            return try JavaFormatter.format(value.printed, call.parameters.dropFirst().map(\.javaArgument)) { try call.checkLength($0) }
        } catch let error as TemplateError {
            throw error
        } catch let error as JavaFormatter.Failure {
            throw .failure(error.message)
        } catch {
            throw .failure("\(error)")
        }
    }
}

extension TemplateValue {
    fileprivate var javaArgument: JavaFormatter.Argument {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .int(let value): .int(value)
        case .double(let value): .double(value)
        case .decimal: .decimal(printed, double)
        case .date(let date): .date(milliseconds: date.milliseconds, date.zone, date.text)
        default: .text(printed)
        }
    }
}
