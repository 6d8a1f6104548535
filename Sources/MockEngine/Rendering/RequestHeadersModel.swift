internal import HTTPMessage
internal import Handlebars

/// A request's header fields in templates: only the one that a template uses is decoded.
final class RequestHeadersModel: TemplateObject {
    private let request: Request

    init(_ request: Request) { self.request = request }

    func member(_ name: String) -> TemplateValue {
        if request.firstHeaderIndex(name) != nil { return .multiple(request.headers(name)) }
        return name == "size" || name == "empty" ? all.member(name) : .null
    }

    var entries: [(name: String, value: TemplateValue)]? { all.entries }

    private var all: NamedValues { NamedValues(request.headers.map { ($0.name, $0.value) }, .headers) }
}
