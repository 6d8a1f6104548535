import JSONDocument
import Testing

@Suite struct JSONParserTests {
    @Test(arguments: [
        (#"{"a" 1}"#, #"1:6: expected ":" after the name "a", found "1"."#),
        (#"{"a":1 "b":2}"#, #"1:8: expected "," or "}" after a member, found a double quote. A comma is missing before it."#),
        (#"{"a":1,}"#, #"1:7: a trailing comma before "}". Take the comma away."#),
        ("[1,\n2,\n]", #"2:2: a trailing comma before "]". Take the comma away."#),
        ("[1 2]", #"1:4: expected "," or "]" after an element, found "2"."#),
        (#"{"a":[1}"#, #"1:8: expected "," or "]" after an element, found "}". The array that begins at line 1, column 6 is still open."#),
        (
            #"{"a": "/b}, "c": 1}"#,
            #"1:14: expected "," or "}" after a member, found "c". The string that begins at line 1, column 7 probably lacks its closing quote."#
        ),
        (
            #"["a "b" c"]"#,
            #"1:6: expected "," or "]" after an element, found "b". A double quote in a text is written as "\""."#
        ),
        (#"["a" b]"#, #"1:6: expected "," or "]" after an element, found "b"."#),
        ("{", #"1:2: the object that begins at line 1, column 1 is not closed at the end of the text. Close it with "}"."#),
        ("", "1:1: the text is empty."),
        ("{a:1}", #"1:2: expected a name in double quotes, found "a". Put the name in double quotes."#),
        ("True", #"1:1: expected a value, found "True". Write "true" without capitals."#),
        ("[NaN]", #"1:2: expected a value, found "NaN". JSON has no such number."#),
        ("[None]", #"1:2: expected a value, found "None". Write null."#),
        ("[+1]", #"1:2: expected a value, found "+1". A number begins with "-" or a digit."#),
        ("[01]", #"1:2: a number with a leading zero, "01". Take the zero away, or put quotes around."#),
        ("[1.]", #"1:4: expected a digit after the decimal point of a number, found "]"."#),
        ("[1e]", #"1:4: expected a digit in the exponent of a number, found "]"."#),
        ("[12ab]", #"1:2: not a number: "12ab". Text needs double quotes around it."#),
        (#"["a"#, "1:2: the string that begins here is not closed. Close it with a quote."),
        ("[\"a\n\"]", #"1:2: the string that begins here is not closed at the end of its line. Close it, or write line ends as "\n"."#),
        ("[\"a\tb\"]", #"1:4: the control character U+0009 in a string. Write it as "\t"."#),
        (#"["\x"]"#, #"1:3: unknown escape: a backslash before "x". Write "\\" for a backslash."#),
        (#"["\u12g4"]"#, #"1:3: the escape "\u" wants four hexadecimal digits, found "g4"."#),
        ("{} {}", "1:4: a second value after the end of the first. A text holds one value."),
        ("{}}", #"1:3: "}" closes nothing. Remove it."#),
        ("[1] // one", #"1:5: expected nothing more after the value, found "/". Comments are not allowed here."#),
        ("['a']", #"1:2: expected a value, found "'". Use double quotes."#),
        ("\u{FEFF}1", "1:1: a byte order mark before the value. Send the text without it."),
        ("[[[[1]]]]", "1:4: nested deeper than 3 levels, which limits.jsonDepth allows. Make it flatter."),
    ])
    func complaintsNamePlaceCauseAndRepair(text: String, complaint: String) {
        #expect(throws: (any Error).self) { try JSONValue.parse(text.utf8, mode: .strict, maximumDepth: 3) }
        do {
            _ = try JSONValue.parse(text.utf8, name: "text", mode: .strict, maximumDepth: 3)
        } catch {
            #expect(error.description == "text:" + complaint)
        }
    }

    @Test(arguments: [
        (#"["a\ud83d\ude00\ufffd", "\\ud800"]"#, []),
        (
            #"["a", "\ud800b\udc00"]"#,
            [
                "text:1:8 /1: half of a surrogate pair without its other half, which is read as U+FFFD. "
                    + #"Write both, as in "\ud83d\ude00", or the character itself."#
            ]
        ),
    ])
    func halfOfACharacterIsToldOnce(text: String, told: [String]) throws {
        let report = ProblemReport(try JSONDocument.parse(Array(text.utf8), name: "text"))
        #expect(report.warnings.map(\.description) == told)
    }

    @Test func invalidBytesAreNamedWithTheirPlace() {
        #expect(complaint(of: [0x5B, 0x22, 0x61, 0xFF, 0x22, 0x5D]) == "text:1:4: byte 0xFF is not valid UTF-8. Save the text as UTF-8.")
        #expect(complaint(of: Array("\"\\n".utf8) + [0xED, 0xA0, 0x80, 0x22])?.contains("byte 0xED is not valid UTF-8") == true)
        #expect(complaint(of: Array("// \u{e9}".utf8.dropLast()), .fixture)?.contains("byte 0xC3 is not valid UTF-8") == true)
        #expect(complaint(of: [0xFF, 0xFE, 0x5B, 0x00])?.contains("UTF-16") == true)
    }

    @Test func fixtureModeTakesCommentsSingleQuotesAndAByteOrderMark() throws {
        let text = """
            \u{FEFF}// a stub
            { # the only one
              'it''s': 1
            }
            """
        #expect(throws: (any Error).self) { try JSONValue.parse(text.utf8, mode: .fixture) }
        let good = """
            \u{FEFF}// a stub
            { # the only one
              'it\\'s "here"' /* or not */ : /***/ ['a', "b\\'c"] // end
            }
            # done
            """
        #expect(try JSONValue.parse(good.utf8, mode: .fixture) == ["it's \"here\"": ["a", "b'c"]])
    }

    @Test(arguments: [
        ("{\u{a0}\"a\": 1}", #"1:2: expected a name in double quotes, found U+00A0, a no-break space. Write a plain space, or nothing."#),
        ("{\"a\":\u{200b}1}", #"1:6: expected a value, found U+200B, which cannot be seen. Write a plain space, or nothing."#),
        ("{\"a\": 1,\n<<<<<<< HEAD\n\"b\": 2}", "2:1: this is a mark of a merge conflict. Resolve the conflict, and take its marks away."),
        ("{\"a\": 1\n=======\n}", "2:1: this is a mark of a merge conflict. Resolve the conflict, and take its marks away."),
        ("# one\nrequest:\n  url: /a\n", "2:1: expected JSON, found YAML. Write it as JSON."),
        ("name: a\n", "1:1: expected JSON, found YAML. Write it as JSON."),
        ("-5a", #"1:1: not a number: "-5a". Text needs double quotes around it."#),
        ("---\na: 1\n", "1:1: expected JSON, found YAML. Write it as JSON."),
        ("<html/>", "1:1: expected JSON, found HTML or XML. Write it as JSON."),
        ("request", #"1:1: expected a value, found "request". Text needs double quotes around it."#),
        (
            #"{"a": /b}"#,
            #"1:7: expected a value or a comment, found "/". Text needs double quotes around it. Comments begin with "//" or "/*"."#
        ),
        ("{\"a\": `b`}", #"1:7: expected a value, found "`". Use double quotes."#),
    ])
    func whatIsNoJSONIsNamed(text: String, complaint: String) {
        #expect(self.complaint(of: Array(text.utf8), .fixture) == "text:" + complaint)
    }

    @Test func picturesAndArchivesAreNamed() {
        #expect(
            complaint(of: [0x89, 0x50, 0x4E, 0x47, 0x0D], .fixture) == "text:1:1: expected JSON, found a PNG picture. Write it as JSON.")
        #expect(complaint(of: [0x1F, 0x8B, 0x08], .fixture) == "text:1:1: expected JSON, found gzip. Write it as JSON.")
    }

    @Test func fixtureModeRefusesASecondRootWithItsPlace() {
        #expect(
            complaint(of: Array("{}\n{}".utf8), .fixture)
                == #"text:2:1: a second value after the end of the first. A file holds one value: several stub mappings go into one object, {"mappings": [ … ]}."#
        )
        #expect(complaint(of: Array("{} /* open".utf8), .fixture)?.contains("1:4: the comment that begins here has no end") == true)
        #expect(complaint(of: Array("{/}".utf8), .fixture)?.contains(#"Comments begin with "//" or "/*"."#) == true)
    }

    @Test func surrogatesArePairedAndLoneOnesReplaced() throws {
        #expect(try JSONValue.parse(#""\ud834\udd1E""#.utf8) == "\u{1D11E}")
        #expect(try JSONValue.parse(#""a\ud834b""#.utf8) == "a\u{FFFD}b")
        #expect(try JSONValue.parse(#""\ud834\u0041\udd1e\n""#.utf8) == "\u{FFFD}A\u{FFFD}\n")
        #expect(try JSONValue.parse(#""\u0000\/""#.utf8) == "\0/")
    }

    @Test func aRepeatedNameKeepsItsFirstPlaceAndItsLastValue() throws {
        let text = Array(#"{"a":1,"b":2,"a":3}"#.utf8)
        #expect(try JSONValue.parse(text).text() == #"{"a":3,"b":2}"#)
        let document = try JSONDocument.parse(text, name: "text")
        guard case .object(let members) = document.root.content else { return #expect(Bool(false)) }
        #expect(members.map(\.name) == ["a", "b", "a"])
    }

    @Test func nodesKnowTheirPlaces() throws {
        let text = "{ \"a\" : [ 1, \"\u{e9}\" ] , \"b\": null }"
        let document = try JSONDocument.parse(Array(text.utf8), name: "text", mode: .strict)
        func written(_ node: JSONNode) -> String { String(decoding: document.source.bytes[node.offset..<node.endOffset], as: UTF8.self) }
        guard case .object(let members) = document.root.content, case .array(let nodes) = members[0].value.content else {
            return #expect(Bool(false))
        }
        #expect(written(document.root) == text)
        #expect(members.map(\.nameOffset) == [2, 22])
        #expect(written(members[0].value) == "[ 1, \"\u{e9}\" ]")
        #expect(nodes.map(written) == ["1", "\"\u{e9}\""])
    }

    @Test func theDepthLimitIsExact() throws {
        let text = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(throws: Never.self) { try JSONValue.parse(text.utf8) }
        #expect(
            complaint(of: Array("[\(text)]".utf8))
                == "text:1:513: nested deeper than 512 levels, which limits.jsonDepth allows. Make it flatter.")
        let tooDeep = #expect(throws: Problem.self) { try JSONValue.parse("[\(text)]".utf8) }
        #expect(tooDeep?.exceededSetting == "limits.jsonDepth")
        let wrong = #expect(throws: Problem.self) { try JSONValue.parse("[limits.jsonDepth]".utf8) }
        #expect(wrong?.exceededSetting == nil)
    }

    /// Strings are scanned several bytes at a time.
    @Test func everyPlaceInAStringIsLookedAt() throws {
        for length in 1...40 {
            for place in 0..<length {
                let head = String(repeating: "a", count: place)
                let tail = String(repeating: "z", count: length - place - 1)
                for (written, read) in [(#"\n"#, "\n"), (#"\""#, "\""), ("é", "é"), ("\u{7F}", "\u{7F}"), (" ", " ")] {
                    #expect(try JSONValue.parse(Array("\"\(head)\(written)\(tail)\"".utf8)) == .string(head + read + tail))
                }
                for byte in [0, 9, 0x1F] as [UInt8] {
                    #expect(complaint(of: [34] + head.utf8 + [byte] + tail.utf8 + [34]) != nil)
                }
                for byte in [0x80, 0xFF] as [UInt8] {
                    #expect(complaint(of: [34] + head.utf8 + [byte] + tail.utf8 + [34])?.contains("UTF-8") == true)
                }
            }
        }
    }

    private func complaint(of bytes: [UInt8], _ mode: JSONMode = .strict) -> String? {
        do {
            _ = try JSONValue.parse(bytes, name: "text", mode: mode)
            return nil
        } catch { return error.description }
    }
}
