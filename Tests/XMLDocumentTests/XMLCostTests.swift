import Budget
import Testing

@testable import XMLDocument

/// What parsing a document costs, counted without a parser: libxml2's lists of attributes, namespaces and names.
@Suite struct XMLCostTests {
    private static func steps(_ text: String) -> Int { XMLCost(Array(text.utf8)).steps }

    /// The steps that a document takes from a budget, and why it is refused.
    private static func parse(_ bytes: [UInt8], _ limits: WorkBudget.Limits = WorkBudget.Limits()) -> (steps: Int, refusal: String?) {
        let budget = WorkBudget(limits)
        var refusal: String?
        do throws(XMLError) { _ = try XMLDocument(bytes, within: budget) } catch { refusal = "\(error)" }
        return (budget.limits.steps - budget.stepsLeft, refusal)
    }

    private static func parse(_ text: String) -> (steps: Int, refusal: String?) { parse(Array(text.utf8)) }

    private static func names(_ count: Int) -> String { (0..<count).map { "<a\($0)/>" }.joined() }

    private static func declarations(_ level: Int, _ count: Int) -> String {
        (0..<count).map { "xmlns:a\(level)_\($0)=\"u\"" }.joined(separator: " ")
    }

    /// Elements within each other that declare prefixes, and many with one of them.
    private static func prefixed(levels: Int, declarations count: Int, elements: Int) -> String {
        let tags = (0..<levels).map { "<r \(declarations($0, count))>" }.joined()
        return tags + String(repeating: "<a0_0:q/>", count: elements) + String(repeating: "</r>", count: levels)
    }

    // MARK: Attributes

    @Test func attributesAreComparedWithThoseBefore() {
        let attributes = (0..<1_000).map { "a\($0)=''" }.joined(separator: " ")
        let steps = Self.steps("<a \(attributes)/>")
        #expect(steps >= 499_500 && steps < 600_000)
        // Those of other tags, and what only looks like some, are not.
        #expect(Self.steps("<a>" + String(repeating: "<b c='1' d='x=y a=b'/>t='1' ", count: 1_000) + "</a>") < 5_000)
        #expect(Self.steps("<a><!-- <a \(attributes)> --><![CDATA[<a \(attributes)>]]><?p <a \(attributes)> ?></a>") < 100)
    }

    // MARK: Namespaces

    @Test func aPrefixIsSearchedInAllDeclarationsAroundIt() {
        #expect(Self.steps(Self.prefixed(levels: 10, declarations: 20, elements: 1_000)) >= 10 * 20 * 1_000 / 2)
        let tag = "<r \(Self.declarations(0, 200))>"
        #expect(Self.steps(tag + String(repeating: "<q zz:a='1' zy:b='2'/>", count: 1_000) + "</r>") >= 3 * 200 * 1_000 / 2)
        #expect(Self.steps(tag + String(repeating: "<q/>", count: 1_000) + "</r>") >= 200 * 1_000 / 2)
        // Without declarations, the elements around it are looked at.
        #expect(Self.steps(String(repeating: "<r>", count: 200) + String(repeating: "<p:q/>", count: 1_000)) >= 200 * 1_000 / 2)
    }

    @Test func declarationsEndWithTheirElements() {
        let ended = "<r>" + String(repeating: "<b \(Self.declarations(0, 20))></b><c \(Self.declarations(0, 20))/>", count: 100)
        #expect(Self.steps(ended + String(repeating: "<p:q></p:q>", count: 1_000) + "</r>") < 60_000)
    }

    // MARK: Names

    @Test func eachNameIsSearchedAmongThoseBefore() {
        #expect(Self.steps("<r>\(Self.names(7_000))</r>") >= 7_000 * 7_000 / 350)
        #expect(Self.steps("<r>" + String(repeating: "<a></a>", count: 7_000) + "</r>") < 10_000)
        // Found again, a name takes as long.
        let known = Self.steps("<r>\(Self.names(3_500))</r>")
        #expect(Self.steps("<r>\(Self.names(3_500))\(Self.names(3_500))</r>") >= 2 * known)
    }

    @Test(arguments: [
        "<a b%=''/>", "<a b%=''></a>", "<b xml:id='i%'/>", "<a xmlns='u%'/>", "<p%:a/>", "<?p% x?>", "<a></b%>", "&e%;", "<a b='&e%;'/>",
        "<a b%/>", "<a b%>",
    ])
    func allNamesCount(item: String) {
        let items = (0..<3_000).map { item.replacing("%", with: "\($0)") }.joined()
        #expect(Self.steps("<r>\(items)</r>") >= 3_000 * 3_000 / 400, "\(item)")
    }

    @Test(arguments: [
        "<!ELEMENT e% ANY>", "<!ENTITY e% ''>", "<!ENTITY % e% ''>", "<!NOTATION e% SYSTEM ''>", "<!ATTLIST e% a CDATA #IMPLIED>",
        "<!ENTITY x '<e%/>'>", "<!ENTITY x '<&#97;%/>'>",
    ])
    func theDocumentTypeHasNamesToo(item: String) {
        let items = (0..<3_000).map { item.replacing("%", with: "\($0)", maxReplacements: item.contains("% e") ? 0 : 1) }
        let numbered = item.contains("% e") ? (0..<3_000).map { "<!ENTITY % e\($0) ''>" } : items
        #expect(Self.steps("<!DOCTYPE r [\(numbered.joined())]><r/>") >= 3_000 * 3_000 / 400, "\(item)")
    }

    @Test func identifiersOfTheDocumentTypeAreCollected() {
        let elements = (0..<3_000).map { "<a i='i\($0)'/>" }.joined()
        #expect(Self.steps("<!DOCTYPE r [<!ATTLIST a i ID #IMPLIED>]><r>\(elements)</r>") >= 3_000 * 3_000 / 400)
        #expect(Self.steps("<!DOCTYPE r [<!ATTLIST a i CDATA #IMPLIED>]><r>\(elements)</r>") < 10_000)
    }

    @Test func valuesOfAnEnumerationAreComparedWithEachOther() {
        let values = (0..<2_000).map { "v\($0)" }.joined(separator: "|")
        #expect(Self.steps("<!DOCTYPE r [<!ATTLIST r a (\(values)) #IMPLIED>]><r/>") >= 2_000 * 2_000 / 10)
    }

    // MARK: Mistakes

    /// libxml2 continues after most mistakes, so nothing may hide what comes behind one.
    @Test(arguments: [
        "<a \"/>", "<a b='/>", "<!--\u{1}", "<![CDATA[\u{1}", "<?p \u{1}", "<!--\u{FFFF}", "<!x ", "<", "<!--></r></r><!-- -->",
        "<? </r></r> ?>",
        "<?é </r></r> ?>", "<!DOCTYPE x [", "<a <b", "&", "<a 'x' \">", "<!--></r>-->", "<![CDATA[></r>]]>", "<?p></r>?>", "<a b='>'></a>",
    ])
    func mistakesHideNothing(mistake: String) {
        #expect(Self.steps("<r>\(mistake)\(Self.names(4_000))</r>") >= 4_000 * 4_000 / 350, "\(mistake)")
        let elements = String(repeating: "<p:q/>", count: 1_000)
        #expect(Self.steps("<r \(Self.declarations(0, 100))>\(mistake)\(elements)</r>") >= 100 * 1_000 / 2, "\(mistake)")
    }

    /// Nor may what comes before the first element.
    @Test(arguments: [
        "<!DOCTYPE a x", "<!DOCTYPE a '", "<!DOCTYPE a []", "<!DOCTYPE a [", "<!DOCTYPE a [<!ATTLIST a b CDATA '",
        "<!DOCTYPE a [<?<!-- -->]>",
        "<?xml version=\"1.0\">", "<?xml version=\"1.0\" x>", "<?xml version=\"1.0\" ?",
    ])
    func mistakesInTheDocumentTypeHideNothing(mistake: String) {
        let text = "\(mistake)<r \(Self.declarations(0, 100))>" + String(repeating: "<q/>", count: 1_000) + "</r>"
        #expect(Self.steps(text) >= 100 * 1_000 / 2, "\(mistake)")
        #expect(XMLCost(Array(text.utf8)).nodes >= 1_000, "\(mistake)")
    }

    @Test func anEncodingThatChangesBehindItsDeclarationIsUnknown() {
        let head = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>  ".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let bytes = [0xFF, 0xFE] + head + Array("<r><a/></r>".utf8)
        #expect(XMLEncoding(bytes, isUTF8: false).isUnknown)
        let own = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><r/>".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(!XMLEncoding([0xFF, 0xFE] + own, isUTF8: false).isUnknown)
    }

    // MARK: The walk

    @Test func theWalkEndsAtTheLimit() {
        let cost = XMLCost(Array("<r>\(Self.names(10_000))</r>".utf8), limit: 50_000)
        #expect(cost.steps > 50_000 && cost.steps < 51_000)
        let attributes = XMLCost(Array("<r \((0..<5_000).map { "a\($0)=''" }.joined(separator: " "))/>".utf8), limit: 50_000)
        #expect(attributes.steps > 50_000 && attributes.steps < 60_000)
    }

    @Test func usualDocumentsCostLittle() {
        let row = "<a:row a:id='1'><b:name>some text of it</b:name><c:value xsi:type='x'>12 &amp; 13</c:value></a:row>"
        let envelope = "<s:E xmlns:s='http://s' \(Self.declarations(0, 10))><s:Body>\(String(repeating: row, count: 11_000))</s:Body></s:E>"
        // A megabyte takes less than a hundredth of a budget.
        #expect(envelope.utf8.count > 1_000_000)
        #expect(Self.steps(envelope) < 1_000_000)
        let list =
            "<!DOCTYPE plist PUBLIC '-//Apple//DTD PLIST 1.0//EN' 'http://x/PropertyList-1.0.dtd'><plist version='1.0'><dict>"
            + (0..<10_000).map { "<key>k\($0)</key><string>\($0)</string>" }.joined() + "</dict></plist>"
        #expect(Self.steps(list) < 100_000)
        #expect(Self.parse(list).refusal == nil)
    }

    // MARK: With the parser

    @Test(arguments: [(100, 40, 20_000), (250, 40, 50_000), (200, 400, 20_000), (1, 5_000, 50_000)])
    func manyPrefixesUnderManyDeclarationsAreRefused(levels: Int, declarations: Int, elements: Int) {
        let refusal = Self.parse(Self.prefixed(levels: levels, declarations: declarations, elements: elements)).refusal
        #expect(levels == 100 ? refusal == nil : refusal?.contains("(limits.requestSteps)") == true, "\(refusal ?? "none")")
    }

    @Test func manyNamesAreRefused() {
        #expect(Self.parse("<r>\(Self.names(220_000))</r>").refusal?.contains("(limits.requestSteps)") == true)
        let (steps, refusal) = Self.parse("<r>\(Self.names(150_000))</r>")
        #expect(refusal == nil && steps > 50_000_000)
    }

    // MARK: Memory

    @Test func nodesAreCounted() {
        let cost = XMLCost(Array("<?p q?><r a='1' xmlns='u'>t<b/>t<!-- c --><c>t</c></r>".utf8))
        #expect((cost.nodes, cost.attributes) == (10, 2))
    }

    @Test func manyElementsAreRefused() {
        let text = "<r>\(String(repeating: "<a/>", count: 250_000))</r>"
        #expect(Self.parse(Array(text.utf8), WorkBudget.Limits(bytes: 32 << 20)).refusal?.contains("(limits.requestMemoryBytes)") == true)
    }

    /// The tree is made when it is asked for, and charged then.
    @Test func theTreeIsCharged() throws {
        let budget = WorkBudget(WorkBudget.Limits(bytes: 18 << 20))
        let document = try XMLDocument(Array("<r>\(String(repeating: "<a/>", count: 100_000))</r>".utf8), within: budget)
        #expect(budget.stop == nil)
        #expect(document.root.children.isEmpty)
        #expect(budget.stop == .bytes(18 << 20))
    }

    /// A short document would have gigabytes of them otherwise.
    @Test func theURIOfANamespaceIsOneText() throws {
        func address(_ text: String?) -> UnsafePointer<UInt8>? { text?.utf8.withContiguousStorageIfAvailable { $0.baseAddress } ?? nil }
        let uri = String(repeating: "u", count: 100)
        let document = try XMLDocument(Array("<r xmlns:p='\(uri)'><p:a p:b=''/><p:a/></r>".utf8))
        guard case .element(let first)? = document.root.children.first, case .nodes(let found) = try document.evaluate("//*[1=1]"),
            case .element(let next)? = found.last
        else { return #expect(Bool(false)) }
        #expect(first.name.namespace == uri && next.name.namespace == uri)
        #expect(address(first.name.namespace) == address(first.attributes.first?.name.namespace))
        #expect(address(first.name.namespace) != nil)
        let names = found.compactMap { if case .element(let element) = $0 { element.name.namespace } else { nil } }
        #expect(names.count == 2 && address(names[0]) == address(names[1]))
    }

    /// In other encodings the markup is found as well, or else taken to be everywhere.
    @Test func otherEncodingsHideNothing() {
        let attributes = "<a " + (0..<20_000).map { "\u{3C3C}\u{3E22}\($0)=''" }.joined(separator: " ") + "/>"
        let wide = attributes.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(Self.parse([0xFF, 0xFE] + wide).refusal?.contains("(limits.requestSteps)") == true)
        #expect(Self.parse(wide).refusal?.contains("(limits.requestSteps)") == true)
        let unknown = [0x4C, 0x6F, 0xA7, 0x94, 0x93] + [UInt8](repeating: 0x40, count: 40_000)
        #expect(Self.parse(unknown).refusal?.contains("(limits.requestSteps)") == true)
        let declared = Array("<?xml version='1.0' encoding='UTF-7'?><a>\(String(repeating: "+ADw-", count: 8_000))</a>".utf8) + [0xFF]
        #expect(Self.parse(declared).refusal?.contains("(limits.requestSteps)") == true)
        for encoding in ["ISO-8859-1", "windows-1252", "Shift_JIS"] {
            let text =
                Array("<?xml version='1.0' encoding='\(encoding)'?><a>".utf8) + [0x83, 0x41] + [UInt8](repeating: 0x41, count: 40_000)
            #expect(Self.parse(text + Array("</a>".utf8)).refusal == nil, "\(encoding)")
        }
    }
}
