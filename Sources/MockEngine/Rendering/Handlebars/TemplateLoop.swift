/// Renders a block's body once for each element, with the data variables that Handlebars.java gives: `@index`, `@key`, `@first`
/// (`first` or nothing), `@last`, `@odd`, `@even`.
struct TemplateLoop {
    private let body: TemplateBody
    private let frame: TemplateFrame
    private let renderer: TemplateRenderer

    init(_ body: TemplateBody, _ frame: TemplateFrame, _ renderer: TemplateRenderer) {
        self.body = body
        self.frame = frame
        self.renderer = renderer
    }

    func over(_ elements: [TemplateValue]) throws(TemplateError) {
        for (index, element) in elements.enumerated() { try once(element, .int(index), index, elements.count) }
    }

    func over(_ entries: [(name: String, value: TemplateValue)]) throws(TemplateError) {
        for (index, entry) in entries.enumerated() { try once(entry.value, .text(entry.name), index, entries.count) }
    }

    private func once(_ value: TemplateValue, _ key: TemplateValue, _ index: Int, _ count: Int) throws(TemplateError) {
        let isEven = index % 2 == 0
        let inner = TemplateFrame(
            value, parent: frame,
            locals: [
                ("key", key), ("index", .int(index)), ("first", .text(index == 0 ? "first" : "")),
                ("last", .text(index == count - 1 ? "last" : "")), ("odd", .text(isEven ? "" : "odd")),
                ("even", .text(isEven ? "even" : "")),
            ])
        if let name = body.parameters.first { inner.parameters.append((name, value)) }
        if body.parameters.count > 1 { inner.parameters.append((body.parameters[1], key)) }
        try renderer.render(body.main, inner)
    }
}
