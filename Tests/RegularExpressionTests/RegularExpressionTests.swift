import Budget
import RegularExpression
import Testing

@Suite struct RegularExpressionTests {
    // With its type written, the compiler takes a moment for it and not seconds.
    static let wholeMatches: [(pattern: String, text: String, isMatch: Bool)] = [
        ("/pose/[0-9]+", "/pose/17", true), ("/pose/[0-9]+", "/pose/17?x", false), ("a.c", "a\nc", true),
        ("a|ab", "ab", true), ("(?i)ABC", "abc", true), ("(?u)(?i:é)É", "ÉÉ", true), ("", "", true), ("", "x", false),
        ("[a-z&&[^aeiou]]+", "xyz", true), ("[a-z&&[^aeiou]]+", "xaz", false), ("[a-d[m-p]]", "n", true), ("[^a-d[m-p]]", "n", false),
        ("[^a-d[m-p]]", "z", true), ("[a-z&&[def]]", "e", true), ("[a-z&&def]", "a", false), ("[a-z&&[^m-p]]{3}", "aqz", true),
        ("[[^x]&&a-z]", "x", false), ("[a[^b-z]]", "b", false), ("[a[^b-z]]", "5", true), ("[]a]", "]", true), ("[a-]", "-", true),
        ("[\\w-.]+@[\\w-.]+", "a-b.c@d-e.f", true), ("[a-z\\d-_]+", "a1-_", true), ("[\\d-\\w]+", "1-a", true), ("[\\w-\\.]", "-", true),
        ("[\\p{L}-x]+", "é-x", true), ("[[ab]-z]+", "a-z", true), ("[[ab]-z]", "m", false), ("[a-c-e]", "d", false), ("[a-c-e]", "-", true),
        ("[a-zA-Z]+", "bY", true), ("[\\x41-\\x43]", "B", true), ("[--/]", ".", true),
        ("[[a-]z]+", "-z", true), ("[:a]", ":", true), ("\\p{Alpha}+", "abc", true), ("\\p{Alpha}+", "é", false),
        ("[\\p{Upper}\\d]+", "A1", true), ("\\P{Digit}", "5", false), ("\\p{IsAlphabetic}+", "한글é", true),
        ("\\p{javaLowerCase}", "é", true), ("\\p{javaUpperCase}", "é", false), ("\\p{L}\\pN", "a1", true), ("\\p{IsHangul}+", "한글", true),
        ("\\p{IsDigit}", "5", true), ("\\p{script=Greek}", "α", true), ("\\h+", " \t", true), ("a++b", "aab", true), ("a*+a", "aaa", false),
        ("(?>a|ab)c", "abc", false), ("\\Qa.b\\E+", "a.bb", true), ("\\Qa.b\\E", "axb", false), ("\\u00e9", "é", true),
        ("\\uD83D\\uDE00", "😀", true), ("\\x{1F600}", "😀", true), ("\\x41", "A", true), ("\\0101", "A", true), ("\\cA", "\u{1}", true),
        ("(?<y>[0-9]{4})-\\k<y>", "2020-2020", true), ("^abc$", "abc", true), (".", "😀", true), ("(?x) a b # no [ matter\n c", "abc", true),
        ("(?s-i).", "\n", true), ("(?-s).", "\n", false), ("\\w+", "é", false), ("(?U)\\w+", "é", true), ("[\\[\\]^-]+", "[]^-", true),
        // After a class and after a range, "-" is a character.
        ("[\\w-.]+", "a-b.c", true), ("[\\d-_]+", "1-_", true), ("[\\s-,]", "-", true), ("[\\p{L}-x]", "-", true), ("[a-c-e]", "d", false),
        ("[a-c-e]+", "b-e", true), ("[+--]", ",", true), ("[+--x]+", ",x-", true), ("[[a-c]-z]", "x", false), ("[[a-c]-z]+", "a-z", true),
        ("[\\w-a-z]", "-", true), ("[\\x41-C]", "B", true), ("[a-\\x63]", "b", true), ("[a-z&&-m]+", "m", true),
        // Assertions may be repeated.
        ("a$?", "a", true), ("^*a", "a", true), ("^+a$+", "a", true), ("a\\b?", "a", true), ("\\b{2}a", "a", true),
        ("\\A?a\\z*", "a", true),
    ]

    @Test(arguments: wholeMatches)
    func wholeMatchAsInJava(_ pattern: String, _ text: String, _ expected: Bool) throws {
        let expression = try RegularExpression(pattern)
        #expect(try expression.matchesWhole(text) == expected)
        #expect(try expression.matchesWhole(Array(text.utf8)) == expected)
        let longer = Array("<<\(text)>>".utf8)
        #expect(try expression.matchesWhole(longer[2..<(longer.count - 2)]) == expected)
    }

    @Test(arguments: [
        ("a(b", 3), ("[a-", 0), ("*a", 0), ("a{", 1), ("{\"id\":.*}", 0), ("\\", 0), ("\\p{InGreek}", 0), ("\\p{Nonsense}", 12),
        ("(*UTF)a", 1), ("(?R)", 2), ("\\i", 0), ("(?<=a+)b", 0), ("ab[z-a]", 2), ("(?P<n>a)", 2), ("\\C", 0),
    ])
    func malformedPatternIsRefusedWithItsPlace(_ pattern: String, _ offset: Int) throws {
        let error = try #require(throws: RegularExpressionError.self) { try RegularExpression(pattern) }
        #expect(error.offset == offset, "\(error)")
        #expect(!error.message.isEmpty)
        #expect(error.description.hasPrefix("pattern \"\(pattern)\": "))
    }

    @Test(arguments: [
        "(a+)+$b", "(a|aa)+b", "(a|a?)+b", "(.*a){25}b", "([a-zA-Z]+)*b", "^(([a-z])+.)+[A-Z]([a-z])+$", "(?:(?:a+)+)+b",
        "(a*)*b", "(?=(a+))*\\1b(?:a+)+b", "(x+x+)+y|(a+a+)+y",
    ])
    func catastrophicPatternIsStopped(_ pattern: String) throws {
        let expression = try RegularExpression(pattern)
        let text = String(repeating: "a", count: 3000) + "b!y"
        let clock = ContinuousClock()
        let time = clock.measure {
            do {
                _ = try expression.matchesWhole(text)
                _ = try expression.firstMatch(in: text)
            } catch {
                #expect("\(error)".contains("limits.pattern"))
            }
        }
        #expect(time < .seconds(20))
    }

    /// Java reads digits while there are that many groups before; PCRE2 would read an octal number.
    @Test(arguments: [
        ("(a)\\12", "aa2", true), ("(a)\\1", "aa", true), ("(a)(b)\\2\\1", "abba", true), ("(a)\\12", "a\n", false),
        ("(?:x)(?<n>a)(?=b)(b)\\11", "xaba1", true), ("(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)(k)(l)\\12", "abcdefghijkll", true),
        ("(a)\\01", "a\u{1}", true),
    ])
    func aReferenceHasAsManyDigitsAsThereAreGroups(_ pattern: String, _ text: String, _ isMatch: Bool) throws {
        #expect(try RegularExpression(pattern).matchesWhole(text) == isMatch)
    }

    @Test(arguments: [
        ("(a)\\2", "aa", false), ("(?:a|\\1)", "a", true), ("\\1(a)", "aa", false), ("(?:\\2|a)(b)(c)", "abc", true),
        ("(a)\\2?", "a", true),
        ("(a)\\9|\\1", "a9", false),
    ])
    func aReferenceToAGroupThatDoesNotExistMatchesNothing(_ pattern: String, _ text: String, _ isMatch: Bool) throws {
        let expression = try RegularExpression(pattern)
        #expect(try expression.matchesWhole(text) == isMatch)
        #expect(expression.groupCount == pattern.utf8.count { $0 == UInt8(ascii: "(") } - (pattern.contains("(?:") ? 1 : 0))
    }

    /// Java repeats the empty text there.
    @Test(arguments: [
        ("a{2}{3}", "aa", true), ("a{2}{3}", "aaaaaa", false), ("a{2}{3}{4}", "aa", true), ("a*{2}", "aaa", true), ("a?{2}", "aa", false),
        ("a?+{2}", "a", true), ("a{2}{3}?", "aa", true), ("a{2}?{3}+b", "aab", true), ("{3}a", "a", true), ("b|{2}", "", true),
        ("({2}a)", "a", true), ("(?<n>{2}a)", "a", true), ("(?i){2}a", "A", true), ("a{2}(?i){3}b", "aaB", true), ("[a]{1}{2}", "a", true),
        ("(?x)a {2} {3}", "aa", true), ("(?x:a)* {2}", "a  ", true), ("\\b{2}{3}a", "a", true),
    ])
    func aCountWithNothingToRepeatMeansNothing(_ pattern: String, _ text: String, _ isMatch: Bool) throws {
        #expect(try RegularExpression(pattern).matchesWhole(text) == isMatch)
    }

    @Test(arguments: ["a{2}{3}*", "a**", "a{2}??*", "a{2}{3,1}", "a{1}{x}", "x{99999}"])
    func otherCountsAreRefused(_ pattern: String) {
        #expect(throws: RegularExpressionError.self) { try RegularExpression(pattern) }
    }

    /// The captures are those of Java.
    @Test(
        arguments: [
            ("^.*(?<!\\.(js|html))$", "x.js", nil), ("^.*(?<!\\.(js|html))$", "x.css", ["x.css", nil]),
            ("(?<=\\.(jpg|jp))eg", "photo.jpeg", ["eg", "jp"]),
            ("(?<=\\.jpe?g)x", "a.jpegx", ["x"]), ("(?<=\\.jpe?g)x", "a.jpx", nil), ("(?<=\\.[a-z]{2,4})x", "a.abcx", ["x"]),
            ("(?<!\\.j\\w{1,3})$", "a.json", nil), ("(?<!\\.j\\w{1,3})$", "a.css", [""]), ("(?<!\\.(?:js|html))$", "a.html", nil),
            ("(?<=(a)?(b))c", "abc", ["c", nil, "b"]), ("(?<=(?<n>a)?(?<m>b))c", "abc", ["c", nil, "b"]),
            ("(?<=(?<n>a|bc))d", "bcd", ["d", "bc"]),
            ("(?<n>x)?(?<=(?<m>a|bc))(d)\\k<m>", "bcdbc", ["dbc", nil, "bc", "d"]), ("(?<=(a|b|cd)(e|fg)?)h", "cdfgh", ["h", "cd", "fg"]),
            ("(?<=(?<=a|bc)d?)e", "bcde", ["e"]), ("(?<=é?b)c", "ébc", ["c"]), ("(?<=[a-c[x]]{1,2}-)y", "ax-y", ["y"]),
            ("(?<=[a-z&&[^b]]{1,2}-)y", "ax-y", ["y"]),
            ("(?<=\\p{L}{1,2}\\d?)c", "éb1c", ["c"]), ("(?<=(?=b)b?)c", "bc", ["c"]), ("(?<=^|a)b", "ab", ["b"]),
            ("(?<=(?i:a)?x)b", "Axb", ["b"]),
            ("(?<=a{1,2}?)b", "aab", ["b"]), ("(?<=(?:)?a{2}{3}b?)c", "aac", ["c"]), ("(?<=a|bc|def)g", "defg", ["g"]),
            ("(?<=(?:ab|cd){2})e", "abcde", ["e"]),
        ] as [(String, String, [String?]?)])
    func lookBehindsMayHaveSeveralLengths(_ pattern: String, _ text: String, _ captures: [String?]?) throws {
        let expression = try RegularExpression(pattern)
        let match = try expression.firstMatch(in: text)
        #expect(match.map { match in match.captures.indices.map { match.text($0, in: text) } } == captures)
        #expect(try expression.firstMatch(in: text, within: WorkBudget())?.range == match?.range)
    }

    @Test(arguments: [
        ("(?<=a+)b", "{1,20}"), ("x(?<=a{1,1000})b", "lower limit"), ("(?<=a?b?c?d?e?f?g?h?i?j?k?l?m?n?o?p?)q", "lower limit"),
        ("(?<=(?:(?:(?:a{60000}){60000}){60000}){60000}b?)c", "{1,20}"),
    ])
    func otherLookBehindsAreRefusedWithWhatToWrite(_ pattern: String, _ repair: String) throws {
        let error = try #require(throws: RegularExpressionError.self) { try RegularExpression(pattern) }
        #expect(error.repair?.contains(repair) == true, "\(error)")
    }

    /// PCRE2 takes these by itself from 10.43 on.
    @Test(
        .disabled(if: (try? RegularExpression(#"(?<=\R)b"#)) != nil, "the PCRE2 here takes look-behinds with a limit"),
        arguments: [
            ("(?<=(a)\\1?)b", "references"), ("(?<=a{1,2}+b)c", "possessive"), ("(?<=(?>a|ab))c", "atomic"),
            ("(?<=(?:ab?|c){1,3})d", "{1,20}"), ("(?<=(?i)a?)b", "flags such as (?i)"),
        ])
    func whatOlderVersionsRefuseIsTold(_ pattern: String, _ repair: String) throws {
        let error = try #require(throws: RegularExpressionError.self) { try RegularExpression(pattern) }
        #expect(error.repair?.contains(repair) == true, "\(error)")
    }

    @Test(arguments: ["\\x4", "\\x4g", "\\x", "\\x{41", "\\u+041", "(a)[\\1]", "(?<n>a)\\k'n'", "\\k"])
    func anEscapeThatJavaRefusesIsRefused(_ pattern: String) {
        #expect(throws: RegularExpressionError.self) { try RegularExpression(pattern) }
    }

    @Test func limitIsNamed() throws {
        let expression = try RegularExpression("(a+)+[bc]", limits: MatchLimits(steps: 1000))
        let error = try #require(throws: MatchLimitError.self) { try expression.matchesWhole(String(repeating: "a", count: 40)) }
        #expect(error.limit == .steps)
        #expect("\(error)".contains("1000 steps (limits.patternSteps)"))
        let deep = try RegularExpression("(?:a|b)*c", limits: MatchLimits(memoryKiB: 64))
        #expect(
            try #require(throws: MatchLimitError.self) { try deep.matchesWhole(String(repeating: "ab", count: 50_000)) }.limit == .memory)
    }

    @Test func deepNestingIsRefusedNotFatal() {
        #expect(throws: RegularExpressionError.self) { try RegularExpression(String(repeating: "(", count: 100_000)) }
        #expect(throws: RegularExpressionError.self) { try RegularExpression(String(repeating: "[", count: 100_000)) }
        #expect(throws: RegularExpressionError.self) {
            try RegularExpression(String(repeating: "(", count: 1000) + String(repeating: ")", count: 1000))
        }
        #expect(throws: RegularExpressionError.self) { try RegularExpression("(?:(?:(?:a{1000}){1000}){1000})") }
    }

    @Test func bytesThatAreNotUTF8MatchAsReplacementCharacters() throws {
        let bytes: [UInt8] = [0x61, 0xFF, 0xC3, 0x28, 0x62]
        #expect(try RegularExpression("a.*b").matchesWhole(bytes))
        #expect(try RegularExpression("a\\uFFFD{2}\\(b").matchesWhole(bytes))
        let match = try #require(try RegularExpression("\\((b)").firstMatch(in: bytes))
        #expect(match.captures == [3..<5, 4..<5])
        #expect(try RegularExpression("\\uFFFD").allMatches(in: bytes).map(\.range) == [1..<2, 2..<3])
        #expect(try RegularExpression("b").firstMatch(in: bytes, from: 2)?.range == 4..<5)
    }

    @Test func capturesAndNames() throws {
        let expression = try RegularExpression("(?<year>[0-9]+)-(?<month>[0-9]+)(x)?")
        #expect(expression.groupNames.map(\.name) == ["year", "month"])
        #expect(expression.groupCount == 3)
        let text = "é 2024-05 and 1999-12x"
        let matches = try expression.allMatches(in: text)
        #expect(matches.map { $0.text(in: text) } == ["2024-05", "1999-12x"])
        #expect(matches[0].captures[3] == nil)
        #expect(matches[0].range(named: "month") == 8..<10)
        #expect(matches[1].text(1, in: text) == "1999")
        #expect(matches[0].range(named: "day") == nil)
        #expect(try expression.firstMatch(in: text, from: 8)?.text(in: text) == "1999-12x")
        #expect(try expression.firstMatch(in: text, from: 99) == nil)
    }

    @Test func emptyMatchesMoveOnByACharacter() throws {
        #expect(try RegularExpression("x*").allMatches(in: "é한x").map(\.range) == [0..<0, 2..<2, 5..<6, 6..<6])
    }

    @Test func manyGroupsAndLongSubjects() throws {
        let expression = try RegularExpression(String(repeating: "(.)", count: 60))
        let text = String(repeating: "ab", count: 30)
        #expect(try expression.firstMatch(in: text)?.captures.count == 61)
        #expect(try RegularExpression("(a|b)*c").matchesWhole(String(repeating: "ab", count: 20_000) + "c"))
    }

    @Test func threadsShareAnExpression() async throws {
        let expression = try RegularExpression("/item/([0-9]+)/(?<name>[a-z]+)")
        await withTaskGroup(of: Int.self) { group in
            for task in 0..<4 {
                group.addTask {
                    (0..<500).count { number in
                        let path = "/item/\(number)/name\(String(repeating: "x", count: task))"
                        return (try? expression.firstMatch(in: path)?.text(1, in: path)) == "\(number)"
                    }
                }
            }
            for await good in group { #expect(good == 500) }
        }
    }

    @Test(arguments: [
        ("^a$", "a\n", false), ("[^]", "\n", true), ("a[]|b", "b", true), ("\\p{Letter}+", "éa", true), ("\\u{1F600}", "😀", true),
        ("\\d", "٣", false), ("\\s", "\u{FEFF}", true), ("[[]", "[", true), ("\\cC", "\u{3}", true), ("\\/", "/", true),
    ])
    func ecmaScript(_ pattern: String, _ text: String, _ expected: Bool) throws {
        #expect(try (RegularExpression(pattern, options: [], dialect: .ecmaScript).firstMatch(in: text) != nil) == expected)
    }

    @Test(arguments: [("a.b", "a\nb", false), ("a.b", "a\u{2028}b", true), ("a.b", "a\rb", false), ("[^x]", "\n", true)])
    func iRegexp(_ pattern: String, _ text: String, _ expected: Bool) throws {
        #expect(try RegularExpression(pattern, options: [], dialect: .iRegexp).matchesWhole(text) == expected)
    }
}
