/// A context of a template, nested in others.
final class TemplateFrame {
    let value: TemplateValue
    let parent: TemplateFrame?
    /// The position in a loop; nil outside loops.
    let position: TemplateLoopPosition?
    /// The `name=value` arguments of a partial.
    let locals: [(name: String, value: TemplateValue)]
    /// `as |item index|`
    var parameters: [(name: String, value: TemplateValue)]

    init(
        _ value: TemplateValue, parent: TemplateFrame? = nil, position: TemplateLoopPosition? = nil,
        locals: [(name: String, value: TemplateValue)] = [], parameters: [(name: String, value: TemplateValue)] = []
    ) {
        self.value = value
        self.parent = parent
        self.position = position
        self.locals = locals
        self.parameters = parameters
    }

    /// What the frame has besides its value: the position in a loop, and the arguments of a partial.
    func local(_ name: String) -> TemplateValue? { position?.data(name) ?? argument(name) }
    /// A `name=value` argument of a partial; nil if it is null or missing.
    func argument(_ name: String) -> TemplateValue? { locals.first { $0.name == name && !$0.value.isNull }?.value }
    func parameter(_ name: String) -> TemplateValue? { parameters.first { $0.name == name }?.value }
}
