/// `{{file 'poses.json'}}`: the text of a body file. If it is a template, it is rendered in the root context. The name may be a value of
/// the request: of several the first counts, as where they are printed.
struct FileHelper: TemplateHelper {
    let names = ["file"]
    let arguments = 1...1
    let options: [String]? = []
    let pace = 0

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        try call.readsAll(of: call.parameter(0))
        let name = call.parameter(0).printed
        guard !name.isEmpty else { throw .helper("file: the name of a body file is missing") }
        let file = try call.context.bodyFile(name) { (bytes: Int) throws(TemplateError) in
            try call.checkLength(bytes, pace: 0)
            try call.chargeSteps(bytes / 2)
        }
        switch file {
        case .text(let text): return .text(text)
        case .template(let template): return .text(try call.render(template))
        }
    }
}
