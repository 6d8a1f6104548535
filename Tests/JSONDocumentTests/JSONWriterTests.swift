import JSONDocument
import Testing

@Suite struct JSONWriterTests {
    private let value: JSONValue = [
        "id": 1, "list": [1, "b", ["c": .null]], "empty": [:], "none": [], "deep": ["a": ["b": true]],
    ]

    @Test func compactHasNoSpace() {
        #expect(value.text() == #"{"id":1,"list":[1,"b",{"c":null}],"empty":{},"none":[],"deep":{"a":{"b":true}}}"#)
    }

    @Test func prettyIsJacksons() {
        #expect(
            value.text(.pretty) == """
                {
                  "id" : 1,
                  "list" : [ 1, "b", {
                    "c" : null
                  } ],
                  "empty" : { },
                  "none" : [ ],
                  "deep" : {
                    "a" : {
                      "b" : true
                    }
                  }
                }
                """)
    }

    @Test func onlyWhatMustBeIsEscaped() {
        #expect(JSONValue.string("/\u{e9}\u{7f}\u{2028}").text() == "\"/\u{e9}\u{7f}\u{2028}\"")
        #expect(JSONValue.string("\"\\\u{8}\t\n\u{c}\r\u{1f}\0").text() == #""\"\\\b\t\n\f\r\u001F\u0000""#)
    }

    @Test func numbersKeepTheirTexts() throws {
        #expect(try JSONValue.parse("[1.50,1E+2,-0]".utf8).text() == "[1.50,1E+2,-0]")
    }
}
