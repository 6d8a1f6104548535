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
