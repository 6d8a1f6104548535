internal import JSONDocument

/// Helpers by name. A new helper is one file, and an entry in the list of its group here.
package struct TemplateHelperRegistry: Sendable {
    private let helpers: [String: any TemplateHelper]

    package init(_ helpers: [any TemplateHelper]) {
        self.helpers = Dictionary(helpers.flatMap { helper in helper.names.map { ($0, helper) } }) { $1 }
    }

    /// The helper with this name; nil if there is none.
    package subscript(name: String) -> (any TemplateHelper)? { helpers[name] }

    /// All names, sorted.
    package var names: [String] { helpers.keys.sorted() }

    /// What an unknown name probably means, as a whole sentence; nil if nothing is similar.
    func suggestion(for name: String) -> String? {
        if ["elseif", "elsif", "elif"].contains(name.lowercased()) { return "Write {{else if …}}." }
        let names = names
        // Other dialects' names: `uppercase` for `upper`, `lowerCase` for `lower`.
        let shorter = names.filter { $0.count > 3 && name.lowercased().hasPrefix($0.lowercased()) }.max { $0.count < $1.count }
        return shorter.map { "Did you mean \"\($0)\"?" } ?? Spelling.suggestion(for: name, among: names)
    }

    /// The same with further helpers.
    package func adding(_ more: [any TemplateHelper]) -> TemplateHelperRegistry {
        TemplateHelperRegistry(Array(helpers.values) + more)
    }

    /// Handlebars' own helpers.
    package static let core = TemplateHelperRegistry(coreHelpers)

    /// All helpers, without access to the machine.
    package static let closed = builtIn(TemplateSystem())

    /// All helpers.
    /// - Parameter system: what they may see of the machine.
    package static func builtIn(_ system: TemplateSystem) -> TemplateHelperRegistry {
        TemplateHelperRegistry(
            coreHelpers + layoutHelpers + variableHelpers + conditionalHelpers + stringHelpers(system) + numberHelpers + dataHelpers
                + randomHelpers
                + dateHelpers(system) + textHelpers + listHelpers + fileHelpers + systemHelpers(system))
    }

    private static var coreHelpers: [any TemplateHelper] {
        [IfHelper(), UnlessHelper(), EachHelper(), WithHelper(), LookupHelper(), LogHelper()]
    }

    private static var layoutHelpers: [any TemplateHelper] { [PartialHelper(), BlockHelper()] }

    private static var variableHelpers: [any TemplateHelper] { [AssignHelper(), ValHelper()] }

    private static var conditionalHelpers: [any TemplateHelper] {
        [
            EqHelper(), NeqHelper(), GtHelper(), GteHelper(), LtHelper(), LteHelper(), AndHelper(), OrHelper(), NotHelper(),
        ]
    }

    private static func stringHelpers(_ system: TemplateSystem) -> [any TemplateHelper] {
        [
            CapitalizeFirstHelper(), CenterHelper(), CutHelper(), DefaultIfEmptyHelper(), JoinHelper(), LjustHelper(), RjustHelper(),
            SubstringHelper(), LowerHelper(), UpperHelper(), SlugifyHelper(), StringFormatHelper(), StripTagsHelper(), CapitalizeHelper(),
            AbbreviateHelper(), WordWrapHelper(), ReplaceHelper(), YesnoHelper(), DateFormatHelper(zones: system.timeZones),
            NumberFormatHelper(),
        ]
    }

    private static var numberHelpers: [any TemplateHelper] {
        [IsEvenHelper(), IsOddHelper(), StripesHelper(), MathHelper()]
    }

    private static var dataHelpers: [any TemplateHelper] {
        [
            JSONPathHelper(), ParseJSONHelper(), ToJSONHelper(), FormatJSONHelper(), JSONMergeHelper(), JSONRemoveHelper(),
            JSONArrayAddHelper(), JSONSortHelper(), XPathHelper.plain, XPathHelper.soap, FormatXMLHelper(),
        ]
    }

    private static var randomHelpers: [any TemplateHelper] {
        [RandomValueHelper(), RandomIntHelper(), RandomDecimalHelper(), PickRandomHelper()]
    }

    private static func dateHelpers(_ system: TemplateSystem) -> [any TemplateHelper] {
        [
            DateHelper(startsFromArgument: false, zones: system.timeZones), DateHelper(startsFromArgument: true, zones: system.timeZones),
            ParseDateHelper(zones: system.timeZones), TruncateDateHelper(),
        ]
    }

    private static var textHelpers: [any TemplateHelper] {
        [
            TrimHelper(), Base64Helper(), URLEncodeHelper(), FormDataHelper(), RegexExtractHelper(), MatchesHelper(), ContainsHelper(),
            SizeHelper(),
        ]
    }

    private static var listHelpers: [any TemplateHelper] {
        [RangeHelper(), ArrayHelper(), ArrayAddHelper(), ArrayRemoveHelper(), ArrayJoinHelper()]
    }

    private static var fileHelpers: [any TemplateHelper] { [FileHelper(), PageHelper()] }

    private static func systemHelpers(_ system: TemplateSystem) -> [any TemplateHelper] {
        [HostnameHelper(system: system), SystemValueHelper(system: system)]
    }
}
