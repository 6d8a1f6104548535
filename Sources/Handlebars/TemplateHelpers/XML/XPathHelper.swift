internal import Budget
internal import XMLDocument

/// `{{xPath xml expression}}`: the nodes it finds; prints the first, an element as indented XML. Numbers, texts and booleans print as
/// themselves. Names are compared without their prefixes; `name()` has them.
struct XPathHelper: TemplateHelper {
    let names: [String]
    let arguments = 2...2
    let options: [String]? = []
    let pace = 0
    private let prefix: String

    static let plain = XPathHelper(names: ["xPath"], prefix: "")
    /// `{{soapXPath xml expression}}`: the same within the SOAP body.
    static let soap = XPathHelper(names: ["soapXPath"], prefix: "/Envelope/Body/")

    func apply(_ call: HelperCall) throws(TemplateError) -> TemplateValue {
        let xml = call.subject.isNull ? "null" : call.subject.printed
        guard call.parameters.count > 1, !call.parameter(1).isNull else { throw .helper("The XPath expression cannot be empty") }
        let expression = call.parameter(1).printed
        try call.countSteps(xml.utf8.count / 1_000)
        try call.reads(expression, pace: 20)
        let document: XMLDocument
        do { document = try XMLDocument(Array(xml.utf8), namespaces: .ignored, limits: call.limits.xml, within: call.budget) } catch {
            if error.code == .malformed { throw .helper("\(xml) is not valid XML") }
            throw .failure("xPath: \(error)", exceeding: error.setting)
        }
        let found: [XPathNode]
        do throws(XMLError) {
            let result = try document.evaluate(prefix + expression, namespaces: Self.prefixes(in: expression))
            guard case .nodes(let nodes) = result else { return .text(result.printed) }
            found = nodes
        } catch {
            if error.code == .expression { throw .helper("\(expression) is not a valid XPath expression") }
            throw .failure("xPath: \(error)", exceeding: error.setting)
        }
        if found.isEmpty { return .text("") }
        // Each of them is printed to be weighed.
        try call.chargeBytes(found.reduce(0) { $0 + $1.indentation })
        return .object(XMLNodesModel(found))
    }

    /// The prefixes of names in the expression, for a namespace that no document has: such names find nothing (as in WireMock).
    private static func prefixes(in expression: String) -> [String: String] {
        var found: [String: String] = [:]
        var quote: Character?
        var name = ""
        var rest = expression[...]
        while let character = rest.popFirst() {
            if let open = quote {
                if character == open { quote = nil }
            } else if character.isLetter || character.isNumber || "_-.".contains(character) {
                name.append(character)
                continue
            } else if character == "\"" || character == "'" {
                quote = character
            } else if character == ":", rest.first == ":" {
                rest.removeFirst()
            } else if character == ":", !name.isEmpty {
                found[name] = "urn:x-unbound-prefix"
            }
            name = ""
        }
        return found
    }
}
