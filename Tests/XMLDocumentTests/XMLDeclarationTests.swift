import Budget
import Testing
import XMLDocument

/// What the declarations in a document's own type cost before it is parsed.
@Suite struct XMLDeclarationTests {
    private static func stop(_ text: [UInt8], _ limits: WorkBudget.Limits = WorkBudget.Limits()) -> String? {
        let budget = WorkBudget(limits)
        let clock = ContinuousClock()
        var error: XMLError?
        let time = clock.measure {
            do throws(XMLError) { _ = try XMLDocument(text, within: budget) } catch let found { error = found }
        }
        #expect(time < .seconds(20), "libxml2 must not begin")
        return error.map { "\($0)" }
    }

    private static func attributes(_ declared: Int, elements: Int) -> String {
        let list = (0..<declared).map { "<!ATTLIST a a\($0) CDATA \"x\">" }.joined()
        return "<!DOCTYPE a [\(list)]><a>" + String(repeating: "<a/>", count: elements) + "</a>"
    }

    @Test func defaultAttributesOfManyElementsAreCharged() {
        let text = Array(Self.attributes(2_000, elements: 2_000).utf8)
        #expect(Self.stop(text)?.contains("limits.requestSteps") == true)
        // In UTF-16 they are the same.
        #expect(Self.stop([0xFE, 0xFF] + text.flatMap { [0, $0] })?.contains("limits.requestSteps") == true)
    }

    @Test func manyDeclarationsAreCharged() {
        let list = (0..<30_000).map { "<!ATTLIST b\($0) a CDATA \"x\">" }.joined()
        #expect(Self.stop(Array("<!DOCTYPE a [\(list)]><a/>".utf8))?.contains("limits.requestSteps") == true)
    }

    @Test(arguments: [
        // One entity, many times; entities of entities; declared again after a comment that looks like a declaration.
        ("<!ENTITY e \"\(String(repeating: "<b/>", count: 30_000))\">", String(repeating: "&e;", count: 200)),
        ("<!ENTITY e \"\(String(repeating: "<b/>", count: 3_000))\"><!ENTITY f \"\(String(repeating: "&e;", count: 100))\">", "&f;&f;&f;"),
        ("<!-- <!ENTITY e \"x\"> --><!ENTITY e \"\(String(repeating: "<b/>", count: 30_000))\">", String(repeating: "&e;", count: 200)),
    ])
    func entitiesAreChargedForWhatTheyMake(declarations: String, content: String) {
        let text = Array("<!DOCTYPE a [\(declarations)]><a>\(content)</a>".utf8)
        let limits = WorkBudget.Limits(bytes: 64 << 20)
        #expect(Self.stop(text, limits)?.contains("(limits.request") == true)
    }

    @Test(arguments: [
        "<!DOCTYPE a><a/>", "<!DOCTYPE a SYSTEM \"a.dtd\"><a><b/></a>",
        "<!DOCTYPE a [<!ENTITY e \"text\"><!ATTLIST a x CDATA \"1\" y CDATA \"2\">]><a>&e;&e;<b/></a>",
    ])
    func usualDocumentTypesAreParsed(text: String) { #expect(Self.stop(Array(text.utf8)) == nil) }

    @Test func aReferenceToItselfIsNoLoop() {
        #expect(Self.stop(Array("<!DOCTYPE a [<!ENTITY e \"&f;\"><!ENTITY f \"&e;\">]><a>&e;</a>".utf8)) != nil)
    }
}
