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

    /// The text of a parameter entity is read as declarations, where character references are no longer seen.
    @Test func hiddenDeclarationsAreRefused() {
        let list = (0..<2_000).map { "&#60;!ATTLIST a a\($0) CDATA 'x'>" }.joined()
        let text = "<!DOCTYPE a [<!ENTITY % x \"\(list)\">%x;]><a>\(String(repeating: "<a/>", count: 2_000))</a>"
        #expect(Self.stop(Array(text.utf8))?.contains("limits.requestSteps") == true)
        #expect(Self.stop(Array("<!DOCTYPE a [<!ENTITY % x \"<!ATTLIST a b CDATA 'x'>\">%x;]><a/>".utf8)) == nil)
    }

    /// libxml2 copies the value for each element, and each element of an entity for each reference.
    @Test func longDefaultValuesAndNamespacesOfEntitiesAreCharged() {
        let value = "<!DOCTYPE a [<!ATTLIST b xmlns CDATA \"\(String(repeating: "v", count: 50_000))\">]><a>"
        #expect(Self.stop(Array("\(value)\(String(repeating: "<b/>", count: 20_000))</a>".utf8))?.contains("(limits.request") == true)
        let names = (0..<2_000).map { "xmlns:a\($0)='u'" }.joined(separator: " ")
        let entity = "<!DOCTYPE a [<!ENTITY e \"\(String(repeating: "<a0:b/>", count: 1_000))\">]><a \(names)>"
        #expect(Self.stop(Array("\(entity)\(String(repeating: "&e;", count: 200))</a>".utf8))?.contains("limits.requestSteps") == true)
    }

    @Test func aReferenceToItselfIsNoLoop() {
        #expect(Self.stop(Array("<!DOCTYPE a [<!ENTITY e \"&f;\"><!ENTITY f \"&e;\">]><a>&e;</a>".utf8)) != nil)
    }
}
