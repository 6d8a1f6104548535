/// Helpers by the names that templates call them by. A new helper is one file and one line here.
public struct TemplateHelperRegistry: Sendable {
    private let helpers: [String: any TemplateHelper]

    public init(_ helpers: [any TemplateHelper]) {
        self.helpers = Dictionary(helpers.flatMap { helper in helper.names.map { ($0, helper) } }) { $1 }
    }

    subscript(name: String) -> (any TemplateHelper)? { helpers[name] }

    public var names: [String] { helpers.keys.sorted() }

    /// Handlebars' own.
    public static let core = TemplateHelperRegistry(coreHelpers)

    /// Everything.
    public static let builtIn = TemplateHelperRegistry(coreHelpers)

    private static let coreHelpers: [any TemplateHelper] = [
        IfHelper(), UnlessHelper(), EachHelper(), WithHelper(), LookupHelper(),
    ]
}
