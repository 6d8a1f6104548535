import JSONDocument
import Testing
import YAMLDocument

@Suite struct YAMLDocumentTests {
    private func documents(_ text: String, limits: YAMLLimits = .standard) throws -> [JSONDocument] {
        try YAMLDocument.parse(Array(text.utf8), name: "a.yaml", limits: limits)
    }

    private func value(_ text: String) throws -> JSONValue { try #require(try documents(text).first).root.value }

    private func json(_ text: String) throws -> JSONValue { try JSONValue.parse(text.utf8) }

    /// `line:column: message. Repair`
    private func complaint(_ text: String, limits: YAMLLimits = .standard) -> String? {
        do { _ = try documents(text, limits: limits) } catch { return "\(error)".replacing("a.yaml:", with: "") }
        return nil
    }

    @Test func itMeansWhatTheJSONMeans() throws {
        let yaml = """
            # A stub in YAML.
            request:
              method: GET
              urlPath: /pose/all   # a comment
              queryParameters:
                page: {equalTo: "0"}
            response:
              status: 200
              headers:
                Content-Type: [a, 'b']
              body: |
                two
                lines
            priority: 1
            """
        let same = #"""
            {"request": {"method": "GET", "urlPath": "/pose/all", "queryParameters": {"page": {"equalTo": "0"}}},
             "response": {"status": 200, "headers": {"Content-Type": ["a", "b"]}, "body": "two\nlines\n"}, "priority": 1}
            """#
        #expect(try value(yaml) == json(same))
        #expect(try value(same) == json(same), "JSON is YAML")
    }

    @Test(arguments: [
        ("~", "null"), ("Null", "null"), ("true", "true"), ("FALSE", "false"), ("yes", #""yes""#), ("on", #""on""#), ("0", "0"),
        ("-17", "-17"), ("+5", "5"), ("007", "7"), ("0x1F", "31"), ("0o17", "15"), ("0xZZ", #""0xZZ""#), ("1.50", "1.50"), (".5", "0.5"),
        ("5.", "5.0"), ("-1.5e+3", "-1.5e+3"), ("1e400", "1e400"), ("123456789012345678901234567890", "123456789012345678901234567890"),
        ("1.2.3", #""1.2.3""#), ("2023-09-24", #""2023-09-24""#), ("12:30", #""12:30""#), (".", #"".""#), ("-", #""-""#), ("+", #""+""#),
        ("1_000", #""1_000""#), (#""5""#, #""5""#), ("'true'", #""true""#), ("!!str 5", #""5""#), ("! 5", #""5""#), ("!!int '5'", "5"),
        ("!!float 5", "5"), ("!!null ''", "null"), ("!!bool 'true'", "true"), ("", "null"), ("경기도 é", #""경기도 é""#),
        ("a{{request.path}}", #""a{{request.path}}""#),
    ])
    func scalarsFollowTheCoreSchema(written: String, meant: String) throws {
        guard case .array(let values) = try value("- \(written)") else {
            // A "-" alone begins a nested list.
            return #expect(written == "-")
        }
        let text = written == "-" ? #""-""# : try #require(values.first).text()
        #expect(text == meant)
    }

    @Test func aliasesAndMergeKeysAreFollowed() throws {
        let yaml = """
            base: &base {status: 200, body: x}
            list: [*base, &n 5, *n]
            one: {<<: *base, body: y}
            two:
              body: z
              <<: [{status: 500}, *base]
              "<<": text
            &k key: 1
            other: *k
            """
        let same = #"""
            {"base": {"status": 200, "body": "x"}, "list": [{"status": 200, "body": "x"}, 5, 5], "one": {"status": 200, "body": "y"},
             "two": {"body": "z", "status": 500, "<<": "text"}, "key": 1, "other": "key"}
            """#
        #expect(try value(yaml) == json(same))
    }

    @Test func severalDocumentsAreThere() throws {
        let documents = try documents("--- # one\na: 1\n...\n---\nb: 2\n---\n# nothing\n---\nnull\n")
        #expect(documents.map { $0.root.value.text() } == [#"{"a":1}"#, #"{"b":2}"#, "null"])
        #expect(documents[1].source.position(of: documents[1].root.offset) == TextPosition(line: 5, column: 1))
        #expect(try self.documents("").isEmpty)
        #expect(try self.documents("# nothing\n---\n").isEmpty)
    }

    @Test func anAnchorEndsWithItsDocument() {
        #expect(complaint("a: &x 1\n---\nb: *x\n")?.hasPrefix("3:4: nothing is named \"&x\" before this alias") == true)
    }

    @Test func everythingKnowsItsPlace() throws {
        let text = "\u{FEFF}é: 1\r\nreponse:\r\n  \"ü\": [a,   {b: *x}]\r\n".replacing("*x", with: "c")
        let document = try #require(try documents(text).first)
        func place(_ offset: Int) -> String { "\(document.source.position(of: offset))" }
        guard case .object(let members) = document.root.content, case .object(let inner) = members[1].value.content,
            case .array(let elements) = inner[0].value.content, case .object(let last) = elements[1].content
        else { throw Problem(source: "a.yaml", message: "another shape") }
        let offsets = [members[0].nameOffset, members[1].nameOffset, inner[0].nameOffset, elements[0].offset, last[0].value.offset]
        let positions = offsets.map { document.source.position(of: $0) }
        // A byte order mark counts as a character, as it does in JSON.
        #expect(positions.map { "\($0.line):\($0.column)" } == ["1:2", "2:1", "3:3", "3:9", "3:18"])
        #expect(document.root.pointer(toOffset: last[0].value.offset) == "/reponse/ü/1/b")
        #expect(document.root.pointer(toOffset: members[1].nameOffset) == "/reponse")
    }

    /// An object begins where the name of its first member does.
    @Test func theFirstMemberOfAnObjectIsAnotherPlace() throws {
        let document = try #require(try documents("a:\n  b:\n    c: 1\n").first)
        let report = ProblemReport(document)
        let inner = try #require(document.root.member("a")?.member("b"))
        report.add("x", at: inner)
        report.add("x", atOffset: inner.offset)
        report.add("x", at: document.root)
        #expect(report.problems.map { "\($0.place) \($0.pointer)" } == ["a.yaml:3:5 /a/b", "a.yaml:3:5 /a/b/c", "a.yaml:1:1 "])
    }

    @Test func whatAnAliasBroughtIsAtTheAlias() throws {
        let document = try #require(try documents("a: &a {b: [1, {c: 2}]}\nd: *a\ne:\n  <<: *a\n  f: 3\n").first)
        let report = ProblemReport(document)
        guard case .object(let members) = document.root.content, case .object(let copied) = members[1].value.content,
            case .object(let merged) = members[2].value.content
        else { throw Problem(source: "a.yaml", message: "another shape") }
        report.add("x", at: members[1].value)
        report.add("x", at: copied[0].value)
        report.add("x", atOffset: merged[0].nameOffset)
        report.add("x", at: merged[1].value)
        let places = report.problems.map { "\($0.position?.line ?? 0):\($0.position?.column ?? 0) \($0.pointer)" }
        #expect(places == ["2:4 /d", "2:4 /d", "4:7 /e", "5:6 /e/f"])
    }

    @Test(arguments: [
        ("a: 1\nb: 2\na: 3", "3:1: the key \"a\" is here twice. Take one of them away."),
        ("? [1, 2]\n: x", "1:3: a key must be text. Put quotes around it; a text that begins with \"{{\" needs them too."),
        ("body: {{request.path}}", "1:8: a key must be text. Put quotes around it; a text that begins with \"{{\" needs them too."),
        ("a:\n\tb: 1", "2:1: a tab where YAML wants spaces. Indent with spaces."),
        ("a: @home", "1:4: no value begins with \"@\". Put quotes around the text."),
        ("a: `x`", "1:4: no value begins with \"`\". Put quotes around the text."),
        (
            "a: b: c",
            "1:5: a \":\" where no key can be. A text with \": \" in it needs quotes, and the keys of one object begin in the same column."
        ),
        (
            "a:\n  b: 1\n c: 2",
            "3:2: the indentation of this line differs from that of the keys around it. The object that begins at line 1, column 1 has its keys in that column. The keys of one object begin in the same column."
        ),
        (
            "a: \"x\" y",
            "1:8: expected the end of the line, found \"y\". Nothing may follow a text in quotes, a list in [ ] or an object in { }: put quotes around the whole text."
        ),
        ("a: [1, 2", "1:9: expected \",\" or \"]\", found the end of the text. The list that begins at line 1, column 4 is not closed."),
        ("a: {b: 1", "1:9: expected \",\" or \"}\", found the end of the text. The object that begins at line 1, column 4 is not closed."),
        ("a: \"x\nb: 1\n", "1:4: the quote that opens here is never closed."),
        ("a: \"\\d+\"", "1:5: unknown escape in double quotes. Between single quotes a backslash is a backslash."),
        ("a: \"\\ud83d\\ude00\"", "1:7: an escape that is not a character. Write the character itself."),
        ("a: * b", "1:4: an alias or anchor without a name. A text that begins with \"*\" or \"&\" needs quotes."),
        ("a: *b", "1:4: nothing is named \"&b\" before this alias. A text that begins with \"*\" needs quotes."),
        ("a: &a [*a]", "1:8: the alias \"*a\" is inside of its own value."),
        (
            "a: !!binary aGk=",
            "1:4: the tag \"!!binary\" means nothing here. Known: !!bool, !!float, !!int, !!map, !!null, !!seq, !!str. A text that begins with \"!\" needs quotes."
        ),
        (
            "a: !x y",
            "1:4: the tag \"!x\" means nothing here. Known: !!bool, !!float, !!int, !!map, !!null, !!seq, !!str. A text that begins with \"!\" needs quotes."
        ),
        ("a: !!int x", "1:4: \"x\" is no !!int. Take the tag away."),
        ("a: !!map [x]", "1:4: a list is no !!map. Take the tag away."),
        ("a: !!str {b: c}", "1:4: an object is no !!str. Take the tag away."),
        ("a: .inf", "1:4: JSON has no number \".inf\". Put quotes around it if text is meant."),
        ("a: 0xFFFFFFFFFFFFFFFFFF", "1:4: the number \"0xFFFFFFFFFFFFFFFFFF\" does not fit 64 bits. Write it in decimal digits."),
        ("<<: 5", "1:5: \"<<\" takes an object or a list of objects, found a number. Put quotes around \"<<\" if it is meant as a name."),
        ("a: \u{1}", "1:4: a control character. Write it as an escape in double quotes."),
        ("a: 1\nb\nc: 2", "2:1: a line that is not \"key: value\". A colon is missing, or a text is not indented deeper than its key."),
        ("a: - b", "1:4: a \"- \" where no list can begin. Begin the list in a line of its own."),
    ])
    func mistakesAreTold(text: String, told: String) { #expect(complaint(text) == told) }

    @Test func otherEncodingsAreRefused() {
        func told(_ bytes: [UInt8]) -> String? {
            do { _ = try YAMLDocument.parse(bytes, name: "a.yaml") } catch { return "\(error)" }
            return nil
        }
        #expect(told([0xFF, 0xFE, 0x61, 0]) == "a.yaml:1:1: the text looks like UTF-16 or UTF-32. Save it as UTF-8.")
        #expect(told([0x61, 0x3A, 0x20, 0xE9]) == "a.yaml:1:4: byte 0xE9 is not valid UTF-8. Save the text as UTF-8.")
    }

    @Test func aBombIsStoppedByItsLimit() {
        var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        for level in 1...12 {
            text += "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", ") + "]\n"
        }
        #expect(
            complaint(text)?.contains("the aliases stand for more than 100000 values, which limits.yamlExpansion allows") == true)
        #expect(complaint("a: &a [1, 2]\nb: [*a, *a]", limits: YAMLLimits(expansion: 6)) == nil)
        #expect(complaint("a: &a [1, 2]\nb: [*a, *a]", limits: YAMLLimits(expansion: 5))?.hasPrefix("2:9: the aliases stand for") == true)
    }

    @Test func depthIsLimited() {
        let deep = String(repeating: "[", count: 6) + String(repeating: "]", count: 6)
        let told = "nested deeper than 5 levels, which limits.jsonDepth allows. Make it flatter."
        #expect(complaint(deep, limits: YAMLLimits(depth: 6)) == nil)
        #expect(complaint(deep, limits: YAMLLimits(depth: 5)) == "1:6: \(told)")
        #expect(complaint("a: &a [[[1]]]\nb: [*a]", limits: YAMLLimits(depth: 5)) == nil)
        #expect(complaint("a: &a [[[1]]]\nb: [[*a]]", limits: YAMLLimits(depth: 5)) == "2:6: \(told)")
        #expect(complaint(String(repeating: "[", count: 100_000))?.contains("limits.jsonDepth") == true)
        #expect(complaint(String(repeating: "- ", count: 100_000))?.contains("limits.jsonDepth") == true)
    }
}
