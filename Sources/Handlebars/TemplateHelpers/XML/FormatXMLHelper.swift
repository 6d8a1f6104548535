internal import XMLDocument

/// `{{#formatXml [format='pretty' | 'compact']}}…{{/formatXml}}` or `{{formatXml text}}`. White space between elements is removed first.
struct FormatXMLHelper: TemplateHelper {
    let names = ["formatXml"]
    let options: [String]? = []
    let pace = 20

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let (text, isPretty) = try call.textAndFormat("XML")
        do {
            let root = try XMLDocument(Array(text.utf8), limits: call.limits.xml, within: call.budget).root.withoutBlankText
            if isPretty { try call.checkLength(root.indentation) }
            return .text(isPretty ? root.prettyMarkup : root.markup)
        } catch let error as TemplateError {
            throw error
        } catch let error as XMLError {
            throw error.code == .malformed ? .helper("Input is not valid XML") : .failure("formatXml: \(error)", exceeding: error.setting)
        } catch {
            throw .failure("formatXml: \(error)")
        }
    }
}

extension XMLElement {
    fileprivate var withoutBlankText: XMLElement {
        var copy = self
        copy.children = children.compactMap { child in
            switch child {
            case .text(let text) where text.allSatisfy(\.isWhitespace): nil
            case .element(let element): .element(element.withoutBlankText)
            default: child
            }
        }
        return copy
    }
}
