internal import XMLDocument

/// `{{#formatXml [format='pretty' | 'compact']}}…{{/formatXml}}` or `{{formatXml text}}`. White space between elements is removed first.
struct FormatXMLHelper: TemplateHelper {
    let names = ["formatXml"]
    let arguments = 0...1
    let blockContext: TemplateBlockContext? = .kept
    let options: [String]? = ["format"]
    let pace = 20

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let (text, isPretty) = try call.textAndFormat("XML")
        do {
            let content = try XMLDocument(Array(text.utf8), limits: call.limits.xml, within: call.budget).content.withoutBlankText
            if isPretty { try call.checkLength(content.indentation) }
            return .text(isPretty ? content.prettyMarkup : content.markup)
        } catch let error as TemplateError {
            throw error
        } catch let error as XMLError {
            throw error.code == .malformed ? .helper("Input is not valid XML") : .failure("formatXml: \(error)", exceeding: error.setting)
        } catch {
            throw .failure("formatXml: \(error)")
        }
    }

    /// As Java's `isBlank` has it: no-break spaces and U+0085 are no blanks.
    fileprivate static func isBlank(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.properties.isWhitespace && !notBlankInJava.contains($0) }
    }

    /// White space of Unicode that Java does not count.
    private static let notBlankInJava: Set<Unicode.Scalar> = ["\u{85}", "\u{A0}", "\u{2007}", "\u{202F}"]
}

extension [XMLContent] {
    fileprivate var withoutBlankText: [XMLContent] {
        compactMap { child in
            switch child {
            case .text(let text) where FormatXMLHelper.isBlank(text): return nil
            case .element(var element):
                element.children = element.children.withoutBlankText
                return .element(element)
            default: return child
            }
        }
    }
}
