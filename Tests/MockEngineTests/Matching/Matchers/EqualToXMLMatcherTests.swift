import JSONDocument
import MockEngine
import StubModel
import Testing

@Suite struct EqualToXMLMatcherTests {
    @Test(arguments: [
        ("<a/>", "<a/>", true), ("<a><b/><c/></a>", "<a><c/><b/></a>", true), ("<a><b>1</b><b>2</b></a>", "<a><b>2</b><b>1</b></a>", false),
        ("<a x='1' y='2'/>", "<a y='2' x='1'/>", true), ("<a>x</a>", "<a> x </a>", true), ("<a>x y</a>", "<a>x  y</a>", false),
        ("<a><!--c--></a>", "<a/>", true), ("<a>x<!--c-->y</a>", "<a>xy</a>", true), ("<a><![CDATA[x]]></a>", "<a>x</a>", true),
        ("<?xml version='1.0'?><a/>", "<a/>", true), ("<a><?p i?></a>", "<a/>", false), ("<a><?p i?></a>", "<a><?p j?></a>", false),
        ("<a/>", "notxml", false), ("<a/>", "<a", false), ("<a/>", "", false), ("<a b=''/>", "<a/>", false), ("<a></a>", "<a> </a>", true),
        ("<a><b>1</b><c>2</c><b>3</b></a>", "<a><b>1</b><b>3</b><c>2</c></a>", true), ("<a x='1'/>", "<a x='1' y='2'/>", false),
        ("<a><b/></a>", "<a><b/><c/></a>", false), ("<a>x<b/>y</a>", "<a>x<b/>y</a>", true), ("<a k=' 1 '/>", "<a k='1'/>", true),
        ("<a xmlns='u'/>", "<p:a xmlns:p='u'/>", true), ("<a xmlns='u'/>", "<a xmlns='v'/>", false), ("<a xmlns='u'/>", "<a/>", false),
        // Compared by code points: an accent of its own is another text.
        ("<a>\u{E9}</a>", "<a>e\u{301}</a>", false), ("<\u{E9}/>", "<e\u{301}/>", false), ("<a b='\u{E9}'/>", "<a b='e\u{301}'/>", false),
        ("<a \u{E9}='1'/>", "<a e\u{301}='1'/>", false), ("<a><?p \u{E9}?></a>", "<a><?p e\u{301}?></a>", false),
        ("<a xmlns='\u{E9}'/>", "<a xmlns='e\u{301}'/>", false), ("<a>\u{E9}</a>", "<a>\u{E9}</a>", true),
        ("<a/>", "<a xmlns='u'/>", true), ("<a x:k='1' xmlns:x='u'/>", "<a y:k='1' xmlns:y='u'/>", true), ("<a/>", "<p:a/>", false),
        (
            "<a xsi:type='q' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'/>",
            "<a xsi:type='r' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'/>", false
        ),
    ])
    func comparison(_ expected: String, _ actual: String, _ result: Bool) throws {
        try check(.object(["equalToXml": .string(expected)]), actual, result)
    }

    @Test(arguments: [
        ("<p:a xmlns:p='u'/>", "<q:a xmlns:q='v'/>", true), ("<p:a/>", "<q:a/>", true), ("<a xmlns='u'/>", "<a xmlns='v'/>", false),
        ("<a p:k='1' xmlns:p='u'/>", "<a q:k='1' xmlns:q='u'/>", false),
    ])
    func legacyAwareness(_ expected: String, _ actual: String, _ result: Bool) throws {
        try check(["equalToXml": .string(expected), "namespaceAwareness": "LEGACY"], actual, result)
    }

    @Test(arguments: [
        ("<p:a xmlns:p='u'/>", "<q:a xmlns:q='u'/>", false), ("<p:a xmlns:p='u'/>", "<p:a xmlns:p='v'/>", false),
        ("<p:a/>", "<p:a/>", true),
        ("<a xmlns='u'/>", "<a/>", false),
    ])
    func noAwareness(_ expected: String, _ actual: String, _ result: Bool) throws {
        try check(["equalToXml": .string(expected), "namespaceAwareness": "NONE"], actual, result)
    }

    @Test(arguments: [
        ("${xmlunit.ignore}", "x", true), (" ${xmlunit.ignore} ", "x", true), ("${ xmlunit.ignore }", "x", true),
        ("x ${xmlunit.ignore}", "x y", false),
        ("${xmlunit.ignore}", "", true), ("${xmlunit.ignore}", "<b/>", true), ("${xmlunit.ignore}", "<b/><c/>", false),
        ("<b>${xmlunit.ignore}</b>", "", false),
        ("<b>${xmlunit.ignore}</b><c/>", "<b/><c/>", true), ("${xmlunit.nonsense}", "x", false),
        ("<![CDATA[${xmlunit.ignore}]]>", "12", true),
        ("${xmlunit.isNumber}", "1e5", true), ("${xmlunit.isNumber}", "1.", false), ("${xmlunit.isNumber}", ".5", true),
        ("${xmlunit.isNumber}", "-3", true),
        ("${xmlunit.isNumber}", " 5 ", true), ("${xmlunit.isNumber}", "1,000", false), ("${xmlunit.isNumber}", "", false),
        ("${xmlunit.isNumber}", "x", false),
        ("${xmlunit.matchesRegex([a-c]+)}", "abcd", true), ("${xmlunit.matchesRegex(^[a-c]+$)}", "abcd", false),
        ("${xmlunit.matchesRegex(^\\d+$)}", "12", true),
        ("${xmlunit.matchesRegex(.*)}", "", false), ("${xmlunit.matchesRegex(.*)}", "x", true),
        ("${xmlunit.matchesRegex}", "12", false), ("${xmlunit.matchesRegex(()}", "12", false),
        ("${xmlunit.isDateTime}", "2020-01-02T03:04:05Z", true),
        ("${xmlunit.isDateTime}", "2020-01-02", true), ("${xmlunit.isDateTime}", "10:11:12", false),
        ("${xmlunit.isDateTime}", "02/03/2020", true),
        ("${xmlunit.isDateTime(dd.MM.yyyy)}", "01.02.2020", true), ("${xmlunit.isDateTime(yyyy)}", "2020x", true),
        ("${xmlunit.isDateTime(yyyy)}", "x", false),
    ])
    func placeholders(_ expected: String, _ actual: String, _ result: Bool) throws {
        try check(["equalToXml": .string("<a>\(expected)</a>"), "enablePlaceholders": true], "<a>\(actual)</a>", result)
        try check(["equalToXml": .string("<a>\(expected)</a>")], "<a>\(actual)</a>", false)
    }

    @Test func placeholdersInAttributes() throws {
        let pattern: JSONValue = ["equalToXml": "<a b='${xmlunit.ignore}' c='1'/>", "enablePlaceholders": true]
        try check(pattern, "<a c='1'/>", true)
        try check(pattern, "<a b='x' c='1'/>", true)
        try check(pattern, "<a b='x'/>", false)
        try check(pattern, "<a c='1' d='1'/>", true)
        try check(pattern, "<a c='1' d='1' e='1'/>", false)
        try check(["equalToXml": "<a b='${xmlunit.isNumber}'/>", "enablePlaceholders": true], "<a/>", false)
        try check(["equalToXml": "<a b='${xmlunit.matchesRegex(.*)}'/>", "enablePlaceholders": true], "<a/>", false)
    }

    @Test func ownDelimiters() throws {
        try check(
            [
                "equalToXml": "<a>[[xmlunit.isNumber]]</a>", "enablePlaceholders": true, "placeholderOpeningDelimiterRegex": "\\[\\[",
                "placeholderClosingDelimiterRegex": "]]",
            ], "<a>5</a>", true)
    }

    @Test(arguments: [
        ("<a x='1'/>", "<a/>", ["ELEMENT_NUM_ATTRIBUTES", "ATTR_NAME_LOOKUP"]), ("<a x='1'/>", "<a x='2'/>", ["ATTR_VALUE"]),
        ("<a>1</a>", "<a>2</a>", ["TEXT_VALUE"]),
        ("<a xmlns='u'/>", "<a xmlns='v'/>", ["NAMESPACE_URI"]), ("<a/>", "<b/>", ["ELEMENT_TAG_NAME"]),
        ("<a><b/></a>", "<a><b/><c/></a>", ["CHILD_NODELIST_LENGTH", "CHILD_LOOKUP"]),
    ])
    func exemptedComparisons(_ expected: String, _ actual: String, _ exempted: [String]) throws {
        try check(["equalToXml": .string(expected), "exemptedComparisons": .array(exempted.map { .string($0) })], actual, true)
        try check(["equalToXml": .string(expected)], actual, false)
    }

    @Test func orderOfSameNodes() throws {
        let pattern: JSONValue = ["equalToXml": "<a><b>1</b><b>2</b></a>", "ignoreOrderOfSameNode": true]
        try check(pattern, "<a><b>2</b><b>1</b></a>", true)
        try check(pattern, "<a><b>2</b><b>3</b></a>", false)
    }

    @Test(
        arguments: [
            (["equalToXml": "<a"], "line 1"), (["equalToXml": "x"], "equalToXml"), (["equalToXml": "<p:a/>"], "prefix of \"p:a\""),
            (["equalToXml": 5], "must be a string"),
            (["equalToXml": "<a/>", "exemptedComparisons": ["TEXT_VALUES"]], "Did you mean \"TEXT_VALUE\"?"),
            (["equalToXml": "<a/>", "namespaceAwareness": "SOME"], "\"namespaceAwareness\" cannot be \"SOME\""),
            (["equalToXml": "<a/>", "enablePlaceholders": true, "placeholderOpeningDelimiterRegex": "["], "pattern \"[\""),
        ] as [(JSONValue, String)])
    func mistakesAreTold(_ pattern: JSONValue, _ phrase: String) throws {
        let (_, report) = try compile(pattern)
        #expect(report.problems.contains { $0.description.contains(phrase) }, "\(report.problems)")
    }

    @Test func distanceIsTheShareOfDifferences() throws {
        let matcher = try #require(try compile(["equalToXml": "<a><b>1</b><c>2</c></a>"]).0)
        #expect(matcher.distance(MatchSubject(text: "<a><b>1</b><c>2</c></a>")) == 0)
        #expect(matcher.distance(MatchSubject(text: "x")) == 1)
        #expect(matcher.distance(.absent) == 1)
    }

    // WireMock's values.
    @Test(arguments: [
        ("<a/>", "<b/>", 1, 6), ("<a>1</a>", "<a>2</a>", 1, 9), ("<a x='1'/>", "<a x='2'/>", 1, 9), ("<a x='1'/>", "<a/>", 2, 7),
        ("<a/>", "<a x='1'/>", 1, 6), ("<a><b/></a>", "<a/>", 2, 7), ("<a><b>1</b><b>2</b></a>", "<a><b>2</b><b>1</b></a>", 2, 20),
        ("<a>1<b/>2</a>", "<a>1<b/>3</a>", 1, 16), ("<a><?pi x?><b>1</b></a>", "<a><b>2</b></a>", 3, 14),
        ("<o><id>1</id></o>", "<o><id>1</id><extra>2</extra></o>", 1, 13),
        ("<o><id>1</id></o>", "<o><extra>2</extra><id>1</id></o>", 3, 13),
    ])
    func distanceCountsAsXMLUnitDoes(_ expected: String, _ actual: String, _ differences: Double, _ comparisons: Double) throws {
        let matcher = try #require(try compile(.object(["equalToXml": .string(expected)])).0)
        #expect(matcher.distance(MatchSubject(text: actual)) == differences / comparisons)
    }
}

@Suite struct MatchesXPathMatcherTests {
    private static let envelope =
        "<s:Envelope xmlns:s='u'><s:Body><m:Get xmlns:m='v'><m:Item s:z='1'>Apples</m:Item></m:Get></s:Body></s:Envelope>"

    @Test(arguments: [
        ("//a", "<a xmlns='u'/>", true), ("//a", "<p:a xmlns:p='u'/>", false), ("//p:a", "<p:a xmlns:p='u'/>", false),
        // Names match without their prefixes, except if the whole path is one `//a`.
        ("/a/b[.='x']", "<p:a xmlns:p='u'><q:b xmlns:q='v'>x</q:b></p:a>", true), ("/a/b", "<p:a><q:b/></p:a>", true),
        ("//b/text()", "<a><q:b>x</q:b></a>", true), ("//b[1]", "<a><q:b/></a>", true), ("//b[last()]", "<a><q:b/></a>", true),
        ("//b/@k", "<a><q:b k='1'/></a>", true), ("//@k", "<a q:k='1'/>", true), ("//b[@k='1']", "<a><q:b k='1'/></a>", false),
        // Its conditions do not compare prefixes.
        ("//a[@k='1']", "<a q:k='1'/>", true), ("//a[b='x']", "<a><q:b>x</q:b></a>", true), ("//a[not(@k)]", "<a q:k='1'/>", false),
        ("//a[@k]", "<r><q:a k='1'/><a k='1'/></r>", true), ("//a[@k and name()='a']", "<a k='1'/>", true),
        ("//b[@k='1']/text()", "<a><q:b k='1'>x</q:b></a>", true), ("/a[b='x']", "<q:a><q:b>x</q:b></q:a>", true),
        ("//*[local-name()='b']", "<a><q:b/></a>", true), ("//q:b", "<a><q:b/></a>", false),
        // A relative path starts at the document.
        ("a", "<a/>", true), ("a/b", "<a><b/></a>", true), (".", "<a/>", true), ("./a", "<a/>", true), ("b", "<a><b/></a>", false),
        ("//a", "notxml", false), ("//a", "<a", false),
        ("//a/text()", "<a/>", false), ("//a[text()='x']", "  <r><a>x</a></r>", true), ("/r[count(a)=2]", "<r><a/><a/></r>", true),
        ("count(//a)=1", "<a/>", true), ("count(//b)", "<a/>", true), ("false()", "<a/>", true), ("string(//b)", "<a/>", true),
        ("/*[count(//a)=1]", "<a/>", true),
        ("//*[local-name()='a']", "<p:a xmlns:p='u'/>", true), ("//*[name()='p:a']", "<p:a xmlns:p='u'/>", true),
        // Steps without prefixes and names with them, in one expression.
        ("/Envelope/Body/*[name()='m:Get']", envelope, true), ("/Envelope/Body/*[name()='m:Get']/Item", envelope, true),
        ("//*[name()='m:Get']/Item", envelope, true), ("/Envelope/Body/*[name()='Get']", envelope, false),
        ("//@z[starts-with(name(),'s:')]", envelope, true), ("//@z[name()='z']", envelope, false),
        ("//Item[name()='m:Item']", envelope, false), ("/Envelope/Body/Get/Item[name()='m:Item']", envelope, true),
        ("//*[concat('x', number(.)) = 'x4000000000']", "<a>4000000000</a>", true),
        ("/a", "<!DOCTYPE a SYSTEM 'http://127.0.0.1:1/x.dtd'><a/>", true),
        ("//b", "<!DOCTYPE a [<!ENTITY e 'v'>]><a><b>&e;</b></a>", true), ("$v", "<a/>", false), ("//a", "", false),
    ])
    func expression(_ expression: String, _ body: String, _ result: Bool) throws {
        try check(["matchesXPath": .string(expression)], body, result)
    }

    @Test(
        arguments: [
            ("//a", ["equalTo": "<a>x</a>"], "<r><a>x</a></r>", true), ("//a", ["equalToXml": "<a>x</a>"], "<r><a>x</a></r>", true),
            ("//a/text()", ["equalTo": "y"], "<r><a>x</a><a>y</a></r>", true), ("//a/@k", ["equalTo": "v"], "<r><a k='v'/></r>", true),
            ("//a", ["contains": "x"], "<r><a>x</a></r>", true), ("//b", ["absent": true], "<r/>", false),
            ("//a", ["matches": "<a>(.*)</a>"], "<r><a>x</a></r>", true),
            ("//a/text()", ["matches": "[0-9]+"], "<r><a>x</a><a>7</a></r>", true), ("count(//a)", ["equalTo": "1"], "<r><a/></r>", true),
            ("string(//a)", ["equalTo": "x"], "<r><a>x</a></r>", true), ("name(/Envelope/Body/*)", ["equalTo": "m:Get"], envelope, true),
            ("concat('ID-', /id + 1)", ["equalTo": "ID-4000000001"], "<id>4000000000</id>", true),
            ("sum(//a)", ["equalTo": "1,234.568"], "<r><a>1234.5678</a></r>", true),
            ("//a=1", ["equalTo": "true"], "<r><a>1</a></r>", true),
            ("//b/text()", ["equalTo": "v"], "<!DOCTYPE a [<!ENTITY e 'v'>]><a><b>&e;</b></a>", true),
        ] as [(String, JSONValue, String, Bool)])
    func withMatcher(_ expression: String, _ matcher: JSONValue, _ body: String, _ result: Bool) throws {
        var object = JSONObject()
        object["expression"] = .string(expression)
        for (name, value) in matcher.object ?? [:] { object[name] = value }
        try check(["matchesXPath": .object(object)], body, result)
    }

    @Test func namespaces() throws {
        let pattern: JSONValue = ["matchesXPath": "//q:a", "xPathNamespaces": ["q": "u"]]
        try check(pattern, "<p:a xmlns:p='u'/>", true)
        try check(pattern, "<a xmlns='u'/>", true)
        try check(pattern, "<a/>", false)
        try check(["matchesXPath": "//a", "xPathNamespaces": ["p": "u"]], "<a xmlns='u'/>", false)
        let inside: JSONValue = ["matchesXPath": ["xPathNamespaces": ["q": "u"], "expression": "//q:a/text()", "equalTo": "x"]]
        try check(inside, "<p:a xmlns:p='u'>x</p:a>", true)
        try check(inside, "<p:a xmlns:p='v'>x</p:a>", false)
    }

    @Test(
        arguments: [
            (["matchesXPath": "//["], "XPath \"//[\""), (["matchesXPath": ""], "XPath"),
            (["matchesXPath": ["equalTo": "x"]], "\"expression\""),
            (["matchesXPath": ["expression": "//a", "nope": 1]], "unknown matcher \"nope\""),
            (["matchesXPath": "//a", "xPathNamespaces": ["p": 1]], "must be a string"),
        ] as [(JSONValue, String)])
    func mistakesAreTold(_ pattern: JSONValue, _ phrase: String) throws {
        let (_, report) = try compile(pattern)
        #expect(report.problems.contains { $0.description.contains(phrase) }, "\(report.problems)")
    }

    @Test func whatIsWrongWithABodyIsNotedOnce() throws {
        let subject = MatchSubject(text: "<a")
        for expression: JSONValue in ["//a", "//b"] {
            _ = try compile(["matchesXPath": expression]).0?.matches(subject)
        }
        #expect(subject.events.count == 1)
        #expect(subject.events.first?.kind == .warning)
        let message = try #require(subject.events.first?.data["message"]?.string)
        #expect(message.hasPrefix("Warning: failed to parse the XML document. Reason: "))
    }
}

private func compile(_ pattern: JSONValue) throws -> ((any ValueMatcher)?, ProblemReport) {
    let document = try JSONDocument.parse(pattern.bytes(), name: "pattern")
    let report = ProblemReport(document)
    return (MatcherRegistry.builtIn.compile(ValuePattern(document.root), report), report)
}

private func check(_ pattern: JSONValue, _ text: String, _ expected: Bool, location: SourceLocation = #_sourceLocation) throws {
    let (matcher, report) = try compile(pattern)
    #expect(report.problems.isEmpty, sourceLocation: location)
    let subject = text.isEmpty ? MatchSubject.absent : MatchSubject(bytes: Array(text.utf8))
    #expect(try #require(matcher, sourceLocation: location).matches(subject) == expected, sourceLocation: location)
}
