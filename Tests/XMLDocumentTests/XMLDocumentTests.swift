import Testing
import XMLDocument

@Suite struct XMLDocumentTests {
    func document(_ text: String, _ namespaces: XMLDocument.Namespaces = .aware) throws -> XMLDocument {
        try XMLDocument(Array(text.utf8), namespaces: namespaces)
    }

    @Test func treeHoldsEverything() throws {
        let root = try document(
            "<?xml version='1.0'?><p:a xmlns:p='urn:p' xmlns='urn:d' k='v' p:k='w'>x<!--c--><b/><?t d?><![CDATA[<y>]]>&amp;z</p:a>"
        ).root
        #expect(root.name == XMLName("a", prefix: "p", namespace: "urn:p"))
        #expect(root.declarations == [.init(prefix: "p", namespace: "urn:p"), .init(prefix: nil, namespace: "urn:d")])
        #expect(root.attributes.map(\.name.qualified) == ["k", "p:k"])
        #expect(root.attributes[1].name.namespace == "urn:p")
        #expect(
            root.children == [
                .text("x"), .comment("c"), .element(XMLElement(name: XMLName("b", namespace: "urn:d"))),
                .instruction(target: "t", data: "d"),
                .text("<y>&z"),
            ])
        #expect(root.text == "x<y>&z")
    }

    @Test(arguments: ["UTF-8", "ISO-8859-1", "utf-16"])
    func declaredEncodingDoesNotChangeUTF8(_ encoding: String) throws {
        #expect(try document("<?xml version='1.0' encoding='\(encoding)'?><a>é</a>").root.text == "é")
        #expect(try document("\u{FEFF}<?xml version='1.0' encoding='\(encoding)'?><a>é</a>").root.text == "é")
    }

    @Test func otherBytesAreReadAsDeclared() throws {
        let declaration = Array("<?xml version='1.0' encoding='ISO-8859-1'?>".utf8)
        #expect(try XMLDocument(declaration + Array("<a>".utf8) + [0xE9] + Array("</a>".utf8)).root.text == "é")
        let wide = "<?xml version='1.0' encoding='UTF-16'?><a>é</a>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try XMLDocument([0xFF, 0xFE] + wide).root.text == "é")
    }

    @Test func undeclaredPrefixIsKept() throws {
        #expect(try document("<p:a/>").root.name == XMLName("a", prefix: "p"))
    }

    @Test(arguments: ["", "x", "<a", "<a></b>", "<a/><b/>", "<a b/>", "<a>&nope;</a>", "<a>\u{1}</a>"])
    func malformedDocumentIsRefusedWithItsPlace(_ text: String) throws {
        let error = try #require(throws: XMLError.self) { try document(text) }
        #expect(error.code == .malformed)
        #expect(!error.message.isEmpty)
    }

    @Test func placeOfTheFault() throws {
        let error = try #require(throws: XMLError.self) { try document("<a>\n  <b></c>\n</a>") }
        #expect(error.line == 2)
        #expect(error.description.hasSuffix("; line 2; column \(error.column ?? 0)"))
    }

    @Test func internalEntitiesAreExpandedExternalOnesAreNot() throws {
        #expect(try document("<!DOCTYPE a [<!ENTITY e 'v'>]><a>&e;</a>").root.text == "v")
        for system in ["file:///etc/passwd", "http://127.0.0.1:1/x", "/etc/hostname"] {
            let text = (try? document("<!DOCTYPE a [<!ENTITY e SYSTEM '\(system)'>]><a>[&e;]</a>").root.text) ?? "[]"
            #expect(text == "[]")
            _ = try? document("<!DOCTYPE a SYSTEM '\(system)'><a/>")
            _ = try? document("<!DOCTYPE a [<!ENTITY % p SYSTEM '\(system)'> %p;]><a/>")
        }
    }

    @Test func entityBombIsStopped() throws {
        var bomb = "<!DOCTYPE a [<!ENTITY l0 'lol lol lol lol lol lol lol'>"
        for level in 1...12 { bomb += "<!ENTITY l\(level) '" + String(repeating: "&l\(level - 1);", count: 10) + "'>" }
        bomb += "]><a>&l12;</a>"
        #expect(throws: XMLError.self) { try document(bomb) }
        let long = String(repeating: "A", count: 100_000)
        let quadratic = "<!DOCTYPE a [<!ENTITY e '\(long)'>]><a>" + String(repeating: "&e;", count: 20_000) + "</a>"
        #expect(throws: XMLError.self) { try document(quadratic) }
        #expect(throws: XMLError.self) { try document("<!DOCTYPE a [<!ENTITY e '&e;'>]><a>&e;</a>") }
    }

    @Test func depthAndSizeAreLimited() throws {
        #expect(throws: XMLError.self) { try document(String(repeating: "<a>", count: 10_000)) }
        let error = try #require(throws: XMLError.self) { try XMLDocument(Array("<aaaa/>".utf8), limits: XMLLimits(bytes: 5)) }
        #expect(error.code == .limit)
        #expect(error.description == "the document has 7 bytes, more than limits.xmlBytes (5) allows")
    }

    @Test(arguments: [
        ("count(//a)", XPathResult.number(2)), ("//a[2]/text()", .nodes([.text("y")])), ("string(//b/@k)", .string("v")),
        ("//a=1", .boolean(false)),
        ("//b/@k", .nodes([.attribute(XMLAttribute(name: XMLName("k"), value: "v"))])), ("//nope", .nodes([])),
        ("//comment()", .nodes([.comment("c")])),
    ])
    func xpath(_ expression: String, _ expected: XPathResult) throws {
        #expect(try document("<r><a>x</a><a>y</a><b k='v'/><!--c--></r>").evaluate(expression) == expected)
    }

    @Test func namespacesInXPath() throws {
        let text = "<a xmlns='urn:d' xmlns:p='urn:p'><p:b/></a>"
        func count(_ expression: String, _ mode: XMLDocument.Namespaces, _ namespaces: [String: String] = [:]) throws -> Int {
            guard case .nodes(let nodes) = try document(text, mode).evaluate(expression, namespaces: namespaces) else { return -1 }
            return nodes.count
        }
        #expect(try count("//a", .aware) == 0)
        #expect(try count("//a", .ignored) == 1)
        #expect(try count("//b", .ignored) == 1)
        #expect(try count("//x:a/y:b", .aware, ["x": "urn:d", "y": "urn:p"]) == 1)
        #expect(try count("//namespace::*", .aware) == 6)
        #expect(try count("/", .aware) == 1)
        #expect(throws: XMLError.self) { try count("//p:b", .aware) }
    }

    /// Steps go by names without prefixes; `name()` has the prefix.
    @Test(arguments: [
        ("name(/*)", "s:a"), ("string(//*[name()='s:a']/@k)", "1"), ("name(/a/@k)", "p:k"), ("name(/a/b)", "b"), ("name(//c)", "q:c"),
        ("string(/a/b[name(..)='s:a']/c[name()='q:c'])", "x"), ("concat(name(//@*[starts-with(name(), 'p:')]), '')", "p:k"),
        ("name()", ""), ("name(//nope)", ""), ("name(//text())", ""), ("name(//comment())", ""),
        ("name(//processing-instruction())", "t"),
        ("local-name(/*)", "a"), ("namespace-uri(/*)", ""),
    ])
    func nameHasThePrefix(_ expression: String, _ name: String) throws {
        let text = "<s:a xmlns:s='u' xmlns='d' xmlns:p='v' p:k='1'><b><q:c>x</q:c></b><!--c--><?t?></s:a>"
        #expect(try document(text, .ignored).evaluate(expression) == .string(name))
        #expect(throws: XMLError.self) { try document(text, .ignored).evaluate("name(1)") }
        #expect(throws: XMLError.self) { try document(text, .ignored).evaluate("name(/a, /a)") }
    }

    @Test func nameOfNamespacesThatCount() throws {
        let document = try document("<s:a xmlns:s='u' xmlns='d'><b/></s:a>")
        #expect(try document.evaluate("name(/*)") == .string("s:a"))
        #expect(try document.evaluate("name(/*/*)") == .string("b"))
        #expect(try document.evaluate("name(//x:a)", namespaces: ["x": "u"]) == .string("s:a"))
    }

    /// What Java's XPath gives.
    @Test(arguments: [
        ("concat('ID-', //id + 1)", "ID-4000000001"), ("string(number(//id))", "4000000000"), ("string(2147483648)", "2147483648"),
        ("concat(//id * 1000, '')", "4000000000000"), ("concat(sum(//p), '')", "0.30000000000000004"),
        ("string(-1 div 3)", "-0.3333333333333333"),
        ("string(0.0000001)", "0.0000001"), ("string(1.5 div 1000000000000)", "0.0000000000015"), ("string(0.05)", "0.05"),
        ("string(1000000 * 1000000 * 1000000 * 1000000)", "1000000000000000000000000"), ("string(-0)", "0"), ("string(1.10)", "1.1"),
        ("string(1 div 0)", "Infinity"), ("string(-1 div 0)", "-Infinity"), ("string(0 div 0)", "NaN"),
        // libxml2 reads these as the numbers before them.
        ("concat(//q + 0, '')", "1.14"), ("concat(1.118, '')", "1.118"),
        ("string(//id[concat('x', number(.)) = 'x4000000000'])", "4000000000"), ("normalize-space(4000000000)", "4000000000"),
        ("translate(4000000000, 4, 5)", "5000000000"), ("substring(12345678901, 2, 3)", "234"),
        ("substring('12345', -42, 1 div 0)", "12345"),
        ("substring-before(4000000000.5, '.')", "4000000000"), ("substring-after(4000000000.5, '.')", "5"),
        ("string(string-length(4000000000))", "10"), ("string(contains(4000000000, 'e'))", "false"),
        ("string(starts-with(4000000000, 4))", "true"), ("concat(true(), //p)", "true0.1"),
    ])
    func numbersBecomeTextWithoutExponents(_ expression: String, _ text: String) throws {
        let document = try document("<r><id>4000000000</id><p>0.1</p><p>0.2</p><q>1.14</q></r>", .ignored)
        #expect(try document.evaluate(expression) == .string(text))
    }

    @Test func numbersOfAResultAreTextInTheSameForm() {
        #expect(XPathResult.number(1e21).text == "1" + String(repeating: "0", count: 21))
        #expect(XPathResult.number(.leastNonzeroMagnitude).text == "0." + String(repeating: "0", count: 323) + "5")
        #expect(XPathResult.number(-1.25).text == "-1.25")
        #expect(XPathResult.number(1_234_567_890_123_456).text == "1234567890123456")
    }

    @Test func ownFunctionsAreCountedAsOperations() throws {
        let document = try XMLDocument(
            Array(("<r>" + String(repeating: "<a/>", count: 100) + "</r>").utf8), namespaces: .ignored, limits: XMLLimits(xpathSteps: 100))
        for expression in ["//a[name() = 'x']", "//a[concat(1 div 3, 'x') = 'x']"] {
            let error = try #require(throws: XMLError.self) { try document.evaluate(expression) }
            #expect(error.description.contains("limits.xpathSteps"))
        }
    }

    @Test(arguments: ["//[", "", "a b", "1 +", "//a[", "@"])
    func malformedXPathIsRefused(_ expression: String) throws {
        #expect(throws: XMLError.self) { try XMLDocument.check(expression: expression) }
        #expect(throws: XMLError.self) { try document("<a/>").evaluate(expression) }
    }

    @Test(arguments: [("//b[@k=]", 7), ("//가[@k=]", 7), ("//a/b)", 5)])
    func placeOfTheFaultInAnXPath(_ expression: String, offset: Int) throws {
        let error = try #require(throws: XMLError.self) { try XMLDocument.check(expression: expression) }
        #expect(error.description == "XPath \"\(expression)\": Invalid expression at character \(offset)")
    }

    @Test(arguments: ["//$v", "f(", "nope()", "$v", "document('/etc/passwd')"])
    func unknownNamesAreRefused(_ expression: String) throws {
        #expect(throws: XMLError.self) { try document("<a/>").evaluate(expression) }
    }

    @Test func costlyXPathIsStopped() throws {
        let text = "<r>" + String(repeating: "<a><b/></a>", count: 500) + "</r>"
        let error = try #require(throws: XMLError.self) {
            try document(text).evaluate("//*[count(//*[count(//*[count(//*) > 0]) > 0]) > 0]")
        }
        #expect(error.code == .limit)
        #expect(error.description.contains("limits.xpathSteps"))
        #expect(throws: XMLError.self) {
            try document("<a/>").evaluate(String(repeating: "(", count: 100_000) + "1" + String(repeating: ")", count: 100_000))
        }
    }

    @Test func markupIsAsJavaWritesIt() throws {
        let root = try document("<r z='1' a='&quot;&lt;'><a>x &amp; y</a><b/><c>m<d/></c><e> </e></r>").root
        #expect(
            root.prettyMarkup
                == "<r a=\"&quot;&lt;\" z=\"1\">\n  <a>x &amp; y</a>\n  <b/>\n  <c>\n    m\n    <d/>\n  </c>\n  <e> </e>\n</r>\n")
        #expect(try document("<r><a>x</a> </r>").root.markup == "<r><a>x</a> </r>")
    }

    @Test func whatIsBesideTheRootElementIsKept() throws {
        let document = try document("<?xml version='1.0'?>\n<!DOCTYPE a>\n<!-- c -->\n<?p x?>\n<a><b>1</b></a>\n<!--d-->")
        #expect(document.content.markup == "<!-- c --><?p x?><a><b>1</b></a><!--d-->")
        #expect(document.content.prettyMarkup == "<!-- c --><?p x?><a>\n  <b>1</b>\n</a><!--d-->\n")
        guard case .nodes(let nodes) = try document.evaluate("/") else { return #expect(Bool(false)) }
        #expect(nodes.map(\.markup) == [document.content.prettyMarkup])
        #expect(nodes.map(\.text) == ["1"])
    }

    /// What Java 17's transformer writes.
    @Test(arguments: [
        (
            "<a>\n  <b>\n    <c>1</c>\n    <d x=\"1\"/>\n  </b>\n  <b> t </b>\n</a>",
            "<a>\n    \n  <b>\n        \n    <c>1</c>\n        \n    <d x=\"1\"/>\n      \n  </b>\n    \n  <b> t </b>\n  \n</a>\n"
        ),
        ("<a>\n\n<b/>\t</a>", "<a>\n  \n  <b/>\n  \t\n</a>\n"), ("<a>\n x\n</a>", "<a>\n x\n</a>\n"),
        ("<a>t<!-- c --></a>", "<a>\n  t\n  <!-- c -->\n</a>\n"), ("<a><?pi x?></a>", "<a>\n  <?pi x?>\n</a>\n"),
        ("<a xml:space=\"preserve\"> <b/> </a>", "<a xml:space=\"preserve\"> <b/> </a>\n"),
        (
            "<a><b xml:space=\"preserve\"> <c/> </b> <d/></a>", "<a>\n  <b xml:space=\"preserve\"> <c/> </b>\n   \n  <d/>\n</a>\n"
        ),
    ])
    func textBesideElementsHasItsOwnLine(_ written: String, _ expected: String) throws {
        #expect(try document(written).root.prettyMarkup == expected)
    }

    @Test func threadsReadAtTheSameTime() async {
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask {
                    (0..<100).allSatisfy { _ in
                        let document = try? XMLDocument(Array("<a><b>\(number)</b></a>".utf8))
                        let broken = try? XMLDocument(Array("<a><b>".utf8))
                        return (try? document?.evaluate("string(//b)").text) == "\(number)" && broken == nil
                    }
                }
            }
            for await good in group { #expect(good) }
        }
    }
}
