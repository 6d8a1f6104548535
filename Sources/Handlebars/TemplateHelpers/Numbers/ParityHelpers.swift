/// `{{isEven number [text='even']}}`: the text if the number is even, else nothing.
struct IsEvenHelper: TemplateHelper {
    let names = ["isEven"]
    let arguments = 0...2
    let options: [String]? = []
    let pace = 2

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard call.subject.isNumber, let value = call.subject.integer, value % 2 == 0 else { return .null }
        return call.parameter(1).isNull ? .text("even") : call.parameter(1)
    }
}

/// `{{isOdd number [text='odd']}}`: the text if the number is odd, else nothing.
struct IsOddHelper: TemplateHelper {
    let names = ["isOdd"]
    let arguments = 0...2
    let options: [String]? = []
    let pace = 2

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard call.subject.isNumber, let value = call.subject.integer, value % 2 != 0 else { return .null }
        return call.parameter(1).isNull ? .text("odd") : call.parameter(1)
    }
}

/// `{{stripes number [even='even'] [odd='odd']}}`: one text for even numbers and one for odd ones.
struct StripesHelper: TemplateHelper {
    let names = ["stripes"]
    let arguments = 0...3
    let options: [String]? = []
    let pace = 2

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        guard call.subject.isNumber, let value = call.subject.integer else { return .null }
        let isEven = value % 2 == 0
        let text = call.parameter(isEven ? 1 : 2)
        return text.isNull ? .text(isEven ? "even" : "odd") : text
    }
}
