import RegularExpression
import TestSupport
import Testing

@Suite struct PatternLiteralsTests {
    @Test(arguments: [
        ("/pose/[0-9]+", "/pose/", "/pose/", false), ("/pose", "/pose", "/pose", true), ("^/a\\.json$", "/a.json", "/a.json", false),
        ("/ab?c", "/a", "/a", false), ("/ab+c", "/ab", "/ab", false), ("/ab{2}c+xyz", "/a", "xyz", false), ("a|b", "", "", false),
        (".*\\.png", "", ".png", false), (".*/users/(a|b)/x", "", "/users/", false), ("(?i)abc", "", "", false),
        ("(abc)?def", "", "def", false),
        ("[/]abc[^]x]ab", "", "abc", false), ("\\Qa.b\\E.*", "a.b", "a.b", false), ("\\d+abc", "", "abc", false),
        ("\\p{Alpha}+é", "", "é", false),
        ("é*a", "", "a", false), ("(a[)]b)cd", "", "cd", false), ("", "", "", true), ("a(?<n>x)bcd", "a", "bcd", false),
        ("ab(?i)cd", "", "", false), ("\\x41b", "", "b", false), ("a\\/b", "a/b", "a/b", true),
    ])
    func literalsOfPattern(_ pattern: String, _ prefix: String, _ required: String, _ isWhole: Bool) throws {
        let literals = try RegularExpression(pattern).literals
        #expect(String(decoding: literals.prefix, as: UTF8.self) == prefix)
        #expect(String(decoding: literals.required, as: UTF8.self) == required)
        #expect(literals.isWhole == isWhole)
    }

    @Test(arguments: [
        ("a{b|c}xyz", "", "", false), ("a{b}xyz", "a{b}xyz", "a{b}xyz", true), ("ab{2}c", "a", "a", false),
        ("a{,3}b", "a{,3}b", "a{,3}b", true),
        ("l^\\d{4(?:)b{|", "", "", false), ("\\d{2}ab\\p{L}cde", "", "cde", false),
    ])
    func aBraceThatBeginsNoCountIsACharacter(_ pattern: String, _ prefix: String, _ required: String, _ isWhole: Bool) throws {
        let literals = try RegularExpression(pattern, dialect: .iRegexp).literals
        #expect(String(decoding: literals.prefix, as: UTF8.self) == prefix)
        #expect(String(decoding: literals.required, as: UTF8.self) == required)
        #expect(literals.isWhole == isWhole)
    }

    @Test func nothingIsSaidWhenCaseIsIgnored() throws {
        #expect(try RegularExpression("abc", options: .caseInsensitive).literals == .none)
    }

    /// Every match of a pattern contains its literals.
    @Test func literalsNeverExcludeAMatch() throws {
        var random = SeededGenerator()
        let seed = random.seed
        let pieces = [
            "a", "b", "ab", "\\.", ".", "[ab]", "(a|b)", "(?:ab)?", "a?", "b*", "a+", "b{0,2}", "(?=a)", "\\w", "^", "$", "[^a]",
            "\\Qa.\\E", "|",
        ]
        let texts = (0..<200).map { _ in
            String((0..<Int.random(in: 0...5, using: &random)).map { _ in "ab.".randomElement(using: &random)! })
        }
        for _ in 0..<2000 {
            let pattern = (0..<Int.random(in: 1...5, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
            guard let expression = try? RegularExpression(pattern) else { continue }
            let required = String(decoding: expression.literals.required, as: UTF8.self)
            let prefix = String(decoding: expression.literals.prefix, as: UTF8.self)
            for text in texts {
                let matches = try expression.matchesWhole(text)
                if matches {
                    #expect(text.hasPrefix(prefix) && (required.isEmpty || text.contains(required)), "\(pattern) on \(text), seed \(seed)")
                }
                if expression.literals.isWhole { #expect(matches == (text == prefix), "\(pattern) on \(text), seed \(seed)") }
            }
        }
    }
}
