import Testing

@testable import S3Dialect

/// The words are those that AWS answers.
@Suite struct EncodedWordTests {
    @Test(arguments: [
        ("\u{C4}M\u{C4}Z\u{D5}\u{D1} S3", "=?UTF-8?Q?=C3=84M=C3=84Z=C3=95=C3=91_S3?="),
        (
            "test_\u{2014}_file%E2%80%94_\u{E9}_2?.pdf", "=?UTF-8?Q?test=5F=E2=80=94=5Ffile%E2%80%94=5F=C3=A9=5F2=3F.pdf?="
        ),
        ("\0\u{1}\u{2}\u{3}", "=?UTF-8?B?AAECAw==?="), ("\0\u{1}\u{2}\u{3}\u{4}", "=?UTF-8?B?AAECAwQ=?="),
        ("\u{FFFD}a\u{FFFD}", "=?UTF-8?B?77+9Ye+/vQ==?="),
        (String(repeating: "\u{FFFD}", count: 7), "=?UTF-8?B?77+977+977+977+977+977+977+9?="),
        ("ok\r\nX-Evil: 1", "=?UTF-8?Q?ok=0D=0AX-Evil:_1?="), ("\u{7F}", "=?UTF-8?B?fw==?="), ("a\tb\u{E9}", "=?UTF-8?Q?a=09b=C3=A9?="),
    ])
    func whatNoFieldCanHaveIsEncoded(text: String, word: String) {
        #expect(EncodedWord.encode(text) == word)
        #expect(EncodedWord.decode(word) == text)
    }

    @Test(arguments: ["", "a b", "! \"#$%&'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~\t", "=?UTF-8?Q?actually-ascii?="])
    func plainTextStays(text: String) { #expect(EncodedWord.encode(text) == text) }

    @Test(arguments: [
        ("=?UTF-8?Q?actually-ascii?=", "actually-ascii"), ("=?utf-8?b?YWJj?=", "abc"), ("=?UTF-8?B?=GGG?=", "\u{FFFD}a\u{FFFD}"),
        ("=?ISO-8859-1?Q?=E9?=", "\u{E9}"), ("=?UTF-8?Q??=", ""), ("a  =?UTF-8?Q?b?= c ", "a  b c "),
        ("=?UTF-8?Q?a?= \t=?UTF-8?B?Yg==?=", "ab"), ("=?UTF-8?Q?a?=b", "ab"),
    ])
    func wordsAreDecoded(text: String, meaning: String) { #expect(EncodedWord.decode(text) == meaning) }

    @Test(arguments: [
        "=?", "=?UTF-8?=", "=?UTF-8?Q?a", "=?UTF-8?X?a?=", "=?UTF-8?B?abc?=", "=?UTF-8?Q?=4?=", "=?UTF-8?Q?=XY?=", "=?KOI8-R?Q?a?=",
        "a=?UTF-8?Q?b?=",
    ])
    func whatIsNoWordStays(text: String) { #expect(EncodedWord.decode(text) == text) }
}
