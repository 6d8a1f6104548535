import Testing

@testable import UnderstudyService

@Suite(.timeLimit(.minutes(5))) struct LogTextTests {
    @Test(arguments: [
        ("/a?b=c d", "/a?b=c d"), ("주소 é 🐈", "주소 é 🐈"),
        ("a\nb\r\nc\td", #"a\nb\r\nc\td"#),
        ("\u{1B}[31mred\u{07}", #"\u{1B}[31mred\u{7}"#), ("\u{7F}\u{9B}2J", #"\u{7F}\u{9B}2J"#),
        ("gpj.\u{202E}exe\u{202C}", #"gpj.\u{202E}exe\u{202C}"#), ("\u{2066}a\u{2069}", #"\u{2066}a\u{2069}"#),
        ("\u{200E}\u{200F}\u{061C}", #"\u{200E}\u{200F}\u{61C}"#), ("a\u{2028}b\u{2029}", #"a\u{2028}b\u{2029}"#),
        ("\0", #"\u{0}"#),
        // Joiners and spaces of other scripts are text.
        ("\u{200D}\u{3000}", "\u{200D}\u{3000}"),
    ])
    func escapesWhatMovesTheCursorEndsTheLineOrTurnsText(text: String, shown: String) {
        #expect(LogText.escaped(text) == shown)
        #expect(LogText.escaped(shown) == shown)
    }

    @Test func showsTheBeginningOfALongText() {
        #expect(LogText.shortened("abcdef", to: 6) == "abcdef")
        #expect(LogText.shortened("abcdefg", to: 6) == "abcdef…")
        #expect(LogText.shortened("\r\nabc", to: 3) == #"\r\na…"#)
        // Not by characters: a single one may have a million scalars.
        #expect(LogText.shortened("e" + String(repeating: "\u{301}", count: 10_000), to: 4).unicodeScalars.count == 5)
    }

    @Test(arguments: [
        ("/a", "/a"), ("/a?", "/a?"), ("/a?b=c&&d", "/a?b=c&&d"), ("/a?Token=s&x=1", "/a?Token=[redacted]&x=1"),
        ("/a?token", "/a?token=[redacted]"),
        // An accent makes one character of the mark.
        ("/a?\u{301}&X-Amz-Signature=s&token=s", "/a?\u{301}&X-Amz-Signature=[redacted]&token=[redacted]"),
        ("/a?x&\u{301}&token=s", "/a?x&\u{301}&token=[redacted]"),
        // Names are decoded before they are used.
        ("/a?X%2DAmz-Signature=s", "/a?X%2DAmz-Signature=[redacted]"), ("/a?%74oken=s", "/a?%74oken=[redacted]"),
    ])
    func targetsHaveNoSecrets(target: String, shown: String) { #expect(LogText.withoutSecrets(target).utf8.elementsEqual(shown.utf8)) }

    @Test(arguments: [
        (
            "Nothing answers GET /a?token=abc&x=1&X-Amz-Signature=zz\n next",
            "Nothing answers GET /a?token=[redacted]&x=1&X-Amz-Signature=[redacted]\n next"
        ),
        ("{\"url\": \"/a?Signature=q%2F\", \"token\": 5}", "{\"url\": \"/a?Signature=[redacted]\", \"token\": 5}"),
        ("<URI>/a?x=1&amp;access_token=q</URI>", "<URI>/a?x=1&amp;access_token=[redacted]</URI>"),
        (#"{"url": "/a?x=1\u0026X-Amz-Signature=abc\u0026y=2"}"#, #"{"url": "/a?x=1\u0026X-Amz-Signature=[redacted]\u0026y=2"}"#),
        ("/cb#token=q&api_key=r#", "/cb#token=[redacted]&api_key=[redacted]"), ("token=abc", "token=abc"),
        ("a?tokens=b&atoken=c", "a?tokens=b&atoken=c"), ("?=&token", "?=&token"),
    ])
    func urlsInATextHaveNoSecrets(text: String, shown: String) { #expect(LogText.withoutSecrets(inText: text) == shown) }
}
