import HTTPMessage
import Testing

@testable import Handlebars

/// XPath, and formatting of XML.
@Suite struct XMLHelperTests {
    @Test(arguments: [
        (
            "{{xPath request.body '/doc/a/text()'}}|{{xPath request.body '/doc/a/@id'}}|{{xPath request.body '/doc/b'}}|{{xPath request.body '/doc/a'}}|{{xPath request.body '/doc/nope'}}",
            "x & y|1|<b>\n  <c>1</c>\n  <c>2</c>\n</b>|<a id=\"1\">x &amp; y</a>|"
        ),
        (
            "{{xPath request.body 'count(//c)'}}|{{xPath request.body '1234.5678'}}|{{xPath request.body 'string(//c)'}}|{{xPath request.body '1=2'}}|{{xPath request.body '/['}}|{{xPath 'x' '/a'}}|{{xPath request.body}}|{{xPath nope '/a'}}",
            "2|1,234.568|1|false|[ERROR: /[ is not a valid XPath expression]|[ERROR: x is not valid XML]|[ERROR: The XPath expression cannot be empty]|[ERROR: null is not valid XML]"
        ),
        (
            "{{#each (xPath request.body '//c')}}{{this}},{{text}},{{name}};{{/each}}|{{size (xPath request.body '//c')}}|{{join (xPath request.body '//c/text()') ','}}|{{#each (xPath request.body '//a')}}{{attributes.id}}{{/each}}",
            "<c>1</c>,1,c;<c>2</c>,2,c;|2|1,2|1"
        ),
        (
            #"{{xPath '<p:a xmlns:p="urn:x" p:m="2"><b xmlns="urn:y">t</b></p:a>' '/a'}}|{{xPath '<p:a xmlns:p="urn:x" p:m="2"/>' '/a/@m'}}|{{xPath '<p:a xmlns:p="urn:x"/>' '/p:a'}}"#,
            "<p:a xmlns:p=\"urn:x\" p:m=\"2\">\n  <b xmlns=\"urn:y\">t</b>\n</p:a>|2|"
        ),
        (
            #"{{#each (xPath '<a xmlns:p="u" b="c">x<!-- y --></a>' '/a | /a/@b | /a/node()')}}{{name}}={{attributes}}{{attributes.b}};{{/each}}"#,
            "a={xmlns:p=u, b=c}c;b={};#text={};#comment={};"
        ),
        (
            #"{{xPath '<p:a xmlns:p="u">x</p:a>' "//p:a | //*[name()='p:a']/self::p:*"}}|{{xPath '<a/>' 'p:f()'}}|{{xPath '<a>b:c</a>' "/a[.='b:c']/text()"}}"#,
            "|[ERROR: p:f() is not a valid XPath expression]|b:c"
        ),
        (
            #"{{xPath '<s:a xmlns:s="u"><s:b>x</s:b></s:a>' "//*[name()='s:b']/text()"}}|{{xPath '<s:a xmlns:s="u"/>' 'name(/a)'}}|{{xPath '<s:a xmlns:s="u" s:z="1"/>' "//@*[name()='s:z']"}}|{{xPath '<s:a xmlns:s="u"/>' "boolean(//*[name()='s:a'])"}}"#,
            "x|s:a|1|true"
        ),
        (
            #"{{soapXPath '<s:Envelope xmlns:s="u"><s:Body><m:Get xmlns:m="v"><m:Item>x</m:Item></m:Get></s:Body></s:Envelope>' "*[name()='m:Get']/*[starts-with(name(),'m:')]/text()"}}"#,
            "x"
        ),
        (
            "{{xPath '<r><id>4000000000</id></r>' \"concat('ID-', //id + 1)\"}}|{{xPath '<r/>' 'string(1 div 3)'}}|{{xPath '<r/>' '1 div 3'}}",
            "ID-4000000001|0.3333333333333333|0.333"
        ),
        ("{{xPath '<!-- c --><?p x?><a><b>1</b></a>' '/'}}", "<!-- c --><?p x?><a>\n  <b>1</b>\n</a>\n"),
        ("{{#formatXml}}<!-- c --><a><b>1</b></a><?p?>{{/formatXml}}", "<!-- c --><a>\n  <b>1</b>\n</a><?p?>\n"),
        // Java's blanks, and what is none.
        (
            "{{formatXml '<a><b>&#160;</b><c>&#8199; </c><d>&#8239;</d><e>&#133;</e><f>&#8195; &#12288;</f></a>' format='compact'}}",
            "<a><b>\u{A0}</b><c>\u{2007} </c><d>\u{202F}</d><e>\u{85}</e><f/></a>"
        ),
        ("{{#each (xPath '<a>x</a>' '/')}}{{name}}={{text}};{{/each}}", "#document=;"),
        ("{{xPath '<a>x</a>' '/'}}|", "<a>x</a>\n|"),
        (#"{{soapXPath '<s:Envelope xmlns:s="urn:s"><s:Body><m:a xmlns:m="urn:x">txt</m:a></s:Body></s:Envelope>' 'a/text()'}}"#, "txt"),
        (
            "{{formatXml '<a><b> <c>1</c></b></a>'}}|{{#formatXml format='compact'}}<a> <b>1</b> </a>{{/formatXml}}|{{formatXml 'x'}}",
            "<a>\n  <b>\n    <c>1</c>\n  </b>\n</a>\n|<a><b>1</b></a>|[ERROR: Input is not valid XML]"
        ),
    ])
    func prints(_ template: String, _ expected: String) throws {
        #expect(
            try HelperRequest.body(template, body: #"<?xml version="1.0"?><doc><a id="1">x &amp; y</a><b><c>1</c><c>2</c></b></doc>"#)
                == expected)
    }
}
