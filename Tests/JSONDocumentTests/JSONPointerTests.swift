import Foundation
import JSONDocument
import Testing

@Suite struct JSONPointerTests {
    /// The examples of RFC 6901, section 5.
    @Test func examplesOfTheRFC() throws {
        let document: JSONValue = [
            "foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8,
        ]
        let cases: [(String, JSONValue)] = [
            ("", document), ("/foo", ["bar", "baz"]), ("/foo/0", "bar"), ("/", 0), ("/a~1b", 1), ("/c%d", 2), ("/e^f", 3), ("/g|h", 4),
            ("/i\\j", 5), ("/k\"l", 6), ("/ ", 7), ("/m~0n", 8),
        ]
        for (text, value) in cases {
            let pointer = try #require(JSONPointer(text))
            #expect(pointer.value(in: document) == value, "\(text)")
            #expect(pointer.text == text)
        }
        for missing in ["/foo/2", "/foo/-", "/foo/00", "/foo/-1", "/bar", "/foo/0/x"] {
            #expect(try #require(JSONPointer(missing)).value(in: document) == nil, "\(missing)")
        }
        for wrong in ["foo", "/~", "/~2", "#/foo"] { #expect(JSONPointer(wrong) == nil, "\(wrong)") }
    }

    @Test func offsetsLeadToPointers() throws {
        let text = #"{"a~/": [1, {"b": 2}], "c": 3}"#
        let root = try JSONDocument.parse(Array(text.utf8), name: "text").root
        func pointer(_ part: String) throws -> String? {
            root.pointer(toOffset: text.utf8.distance(from: text.startIndex, to: try #require(text.range(of: part)?.lowerBound)))
        }
        #expect(try pointer("{\"a") == "")
        #expect(try pointer("\"a~") == "/a~0~1")
        #expect(try pointer("[1") == "/a~0~1")
        #expect(try pointer("1,") == "/a~0~1/0")
        #expect(try pointer("\"b") == "/a~0~1/1/b")
        #expect(try pointer("2}") == "/a~0~1/1/b")
        #expect(try pointer("3}") == "/c")
        #expect(root.pointer(toOffset: 99) == nil)
    }
}
