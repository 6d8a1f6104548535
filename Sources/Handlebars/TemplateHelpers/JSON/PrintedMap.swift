internal import Budget

/// A map that prints as JSON. What is in it is as it was: a field's name counts in any case, and the first of several values prints.
final class PrintedMap: TemplateObject {
    private let map: any TemplateObject
    let text: String?

    init(_ map: any TemplateObject, text: String) {
        self.map = map
        self.text = text
    }

    var entries: [(name: String, value: TemplateValue)]? { map.entries }

    func prepare(charging budget: WorkBudget?) { map.prepare(charging: budget) }
    func member(_ name: String, charging budget: WorkBudget?) -> TemplateValue { map.member(name, charging: budget) }
    func member(_ name: String, _ part: String) -> TemplateValue? { map.member(name, part) }
}
