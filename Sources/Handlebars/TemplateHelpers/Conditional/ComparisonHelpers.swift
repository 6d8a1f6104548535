/// `{{eq a b}}`: whether both are equal; numbers by value, a list of values never equals a text.
struct EqHelper: TemplateHelper {
    let names = ["eq"]
    let arguments = 2...2
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = ["yes", "no"]
    let pace = 3

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        try call.outcome(TemplateComparison.areEqual(call))
    }
}

/// `{{gt a b}}`: whether a is greater than b; two numbers, or two texts.
struct GtHelper: TemplateHelper {
    let names = ["gt"]
    let arguments = 2...2
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = ["yes", "no"]
    let pace = 3

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue { try call.outcome(TemplateComparison.order(call) > 0) }
}

/// `{{gte a b}}`: whether a is at least b.
struct GteHelper: TemplateHelper {
    let names = ["gte"]
    let arguments = 2...2
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = ["yes", "no"]
    let pace = 3

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue { try call.outcome(TemplateComparison.order(call) >= 0) }
}

/// `{{lt a b}}`: whether a is less than b.
struct LtHelper: TemplateHelper {
    let names = ["lt"]
    let arguments = 2...2
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = ["yes", "no"]
    let pace = 3

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue { try call.outcome(TemplateComparison.order(call) < 0) }
}

/// `{{lte a b}}`: whether a is at most b.
struct LteHelper: TemplateHelper {
    let names = ["lte"]
    let arguments = 2...2
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = ["yes", "no"]
    let pace = 3

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue { try call.outcome(TemplateComparison.order(call) <= 0) }
}

/// `{{neq a b}}`: the opposite of `eq`.
struct NeqHelper: TemplateHelper {
    let names = ["neq"]
    let arguments = 2...2
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = ["yes", "no"]
    let pace = 3

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        try call.outcome(!TemplateComparison.areEqual(call))
    }
}
