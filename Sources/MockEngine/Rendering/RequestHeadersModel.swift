internal import Budget
internal import HTTPMessage
internal import Handlebars

/// A request's header fields in templates: of few fields, only the one that a template uses is decoded.
final class RequestHeadersModel: TemplateObject {
    /// Up to so many fields are searched one by one. Hardly a request has more.
    private static let few = 64

    private let request: Request
    private let knownAll = Once<NamedValues>()

    init(_ request: Request) { self.request = request }

    func member(_ name: String, charging budget: WorkBudget?) -> TemplateValue {
        if request.headerCount > Self.few { return all(budget).member(name, charging: budget) }
        if request.firstHeaderIndex(name) != nil {
            let values = request.headers(name)
            // They are made anew each time.
            for value in values { budget?.chargeBytes(16 + value.utf8.count) }
            return .multiple(values)
        }
        return name == "size" || name == "empty" ? all(budget).member(name, charging: budget) : .null
    }

    func prepare(charging budget: WorkBudget?) { all(budget).prepare(charging: budget) }

    var entries: [(name: String, value: TemplateValue)]? { all(nil).entries }

    private func all(_ budget: WorkBudget?) -> NamedValues {
        knownAll.value {
            budget?.chargeSteps(20 * request.headerCount)
            return NamedValues(request.headers.map { ($0.name, $0.value) }, .headers)
        }
    }
}
