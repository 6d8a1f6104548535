/// Renders a block's body once for each element of a list, or each entry of a map.
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
        for (index, element) in elements.enumerated() {
            try once(element, TemplateLoopPosition(key: .int(index), index: index, count: elements.count, isList: true))
        }
    }

    func over(_ entries: [(name: String, value: TemplateValue)]) throws(TemplateError) {
        for (index, entry) in entries.enumerated() {
            try once(entry.value, TemplateLoopPosition(key: .text(entry.name), index: index, count: entries.count, isList: false))
        }
    }

    private func once(_ value: TemplateValue, _ position: TemplateLoopPosition) throws(TemplateError) {
        // Even an empty body takes its time.
        try renderer.countSteps(1)
        let inner = TemplateFrame(value, parent: frame, position: position)
        if let name = body.parameters.first { inner.parameters.append((name, value)) }
        if body.parameters.count > 1 { inner.parameters.append((body.parameters[1], position.key)) }
        try renderer.render(body.main, inner)
    }
}

/// The position in a loop, and the data variables that Handlebars.java derives from it.
struct TemplateLoopPosition {
    /// The map's key, or the index.
    var key: TemplateValue
    var index: Int
    var count: Int
    var isList: Bool

    /// The names of the data variables.
    static let names = ["index", "key", "first", "last", "index_1", "odd", "even"]

    /// `@key`, `@index`, `@first` (`first` or an empty text), `@last`, and in lists `@index_1` (from 1), `@odd`, `@even`.
    func data(_ name: String) -> TemplateValue? {
        switch name {
        case "key": key
        case "index": .int(index)
        case "first": .text(index == 0 ? "first" : "")
        case "last": .text(index == count - 1 ? "last" : "")
        case "index_1" where isList: .int(index + 1)
        case "odd" where isList: .text(index % 2 == 0 ? "" : "odd")
        case "even" where isList: .text(index % 2 == 0 ? "even" : "")
        default: nil
        }
    }
}
