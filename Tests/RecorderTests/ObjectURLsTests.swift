import HTTPMessage
import JSONDocument
import StubModel
import Testing

@testable import Recorder

@Suite(.timeLimit(.minutes(5))) struct ObjectURLsTests {
    private static let hosts = ["pics.example.com=pose-images", "s3.example.com=one", "s3.example.com=two-b", "127.0.0.1:9100=local"]
        .compactMap { ObjectHost($0) }
    private let now = 1_795_256_130

    private func template(_ text: String) -> String {
        var urls = ObjectURLs(Self.hosts, now: now)
        return urls.template(of: text)
    }

    @Test(arguments: [
        (#"{"a":"https://pics.example.com/2026/a%20b.jpg"}"#, #"{"a":"{{s3.baseUrl}}/pose-images/2026/a%20b.jpg"}"#),
        (#"{"a":"HTTPS://Pics.Example.com:443/x?w=200#top"}"#, #"{"a":"{{s3.baseUrl}}/pose-images/x?w=200#top"}"#),
        (#"{"a":"https:\/\/pics.example.com\/x\u0026y?w=1\u0026h=2"}"#, #"{"a":"{{s3.baseUrl}}/pose-images/x%26y?w=1&h=2"}"#),
        ("<img src='https://pics.example.com/x?a=1&amp;b=2'>", "<img src='{{s3.baseUrl}}/pose-images/x?a=1&amp;b=2'>"),
        (
            "url(https://pics.example.com/x) (https://pics.example.com/a(1).jpg)",
            "url({{s3.baseUrl}}/pose-images/x) ({{s3.baseUrl}}/pose-images/a%281%29.jpg)"
        ),
        ("See https://pics.example.com/x.", "See {{s3.baseUrl}}/pose-images/x."),
        (#""https://pics.example.com/x\u002e\u002C and""#, #""{{s3.baseUrl}}/pose-images/x\u002e\u002C and""#),
        // What comes from another server never becomes a template.
        (
            #""https://pics.example.com/x?a=\u007b\u007brequest.body\u007d\u007D""#,
            #""{{s3.baseUrl}}/pose-images/x?a=\u007b\u007brequest.body\u007d\u007D""#
        ),
        (#""https://pics.example.com/%7B%7Ba%7D%7D?b=%7B%7Bc""#, #""{{s3.baseUrl}}/pose-images/%7B%7Ba%7D%7D?b=%7B%7Bc""#),
        ("https://s3.example.com/one/k https://s3.example.com/two-b/k/l", "{{s3.baseUrl}}/one/k {{s3.baseUrl}}/two-b/k/l"),
        ("http://127.0.0.1:9100/local/k http://127.0.0.1:9100/other", "{{s3.baseUrl}}/local/k {{s3.baseUrl}}/local/other"),
        ("https://other.example.com/?u=https://pics.example.com/x", "https://other.example.com/?u={{s3.baseUrl}}/pose-images/x"),
        ("{{mustache}} https://pics.example.com/x", #"{{val '{{'}}mustache}} {{s3.baseUrl}}/pose-images/x"#),
        // Behind another template a single backslash would make the next one a text.
        (
            #"\https://pics.example.com/x \https://pics.example.com/x \\https://pics.example.com/x"#,
            #"\{{s3.baseUrl}}/pose-images/x \\{{s3.baseUrl}}/pose-images/x \\\{{s3.baseUrl}}/pose-images/x"#
        ),
    ]) func urlsBecomeTemplates(text: String, expected: String) { #expect(template(text) == expected) }

    /// A document stays well-formed, and what stands around a URL stays there.
    @Test(arguments: [
        ("<a>https://pics.example.com/x&#38;y?a=1&#38;b=2#c&#38;d</a>", "<a>{{s3.baseUrl}}/pose-images/x%26y?a=1&#38;b=2#c&#38;d</a>"),
        ("https://pics.example.com/x?a=1&amp;amp;b=2&amp;quot;", "{{s3.baseUrl}}/pose-images/x?a=1&amp;amp;b=2&amp;quot;"),
        (
            #"\u003ca href=\u0027https:\/\/pics.example.com\/x?a=1\u0026amp;b=2\u0027\u003e"#,
            #"\u003ca href=\u0027{{s3.baseUrl}}/pose-images/x?a=1&amp;b=2\u0027\u003e"#
        ),
        ("https:&#47;&#x2F;pics.example.com&#x2f;x?a&#61;1", "{{s3.baseUrl}}/pose-images/x?a=1"),
        ("&quot;https://pics.example.com/x&quot;", "&quot;{{s3.baseUrl}}/pose-images/x&quot;"),
        ("&#39;https://pics.example.com/x&#39;", "&#39;{{s3.baseUrl}}/pose-images/x&#39;"),
        ("https://pics.example.com/x&nbsp;&#8230;", "{{s3.baseUrl}}/pose-images/x&nbsp;&#8230;"),
        ("https://pics.example.com/x?a&b;c", "{{s3.baseUrl}}/pose-images/x?a&b;c"),
        ("<![CDATA[https://pics.example.com/x?a&b]]>", "<![CDATA[{{s3.baseUrl}}/pose-images/x?a&b]]>"),
        ("[https://pics.example.com/x?a[]=1]", "[{{s3.baseUrl}}/pose-images/x?a[]=1]"),
        ("{https://pics.example.com/x}", "{{val '{'}}{{s3.baseUrl}}/pose-images/x}"),
        ("{https://pics.example.com/x?X-Amz-Signature=a}}", "{{val '{'}}{{s3.presigned 'pose-images' 'x' expiresIn=900}}{{val '}}'}}"),
        (
            "<i src='https://pics.example.com/x?X-Amz-Expires=5&amp;X-Amz-Signature=a#b'/>",
            "<i src='{{replace (s3.presigned 'pose-images' 'x' expiresIn=5) '&' '&amp;'}}#b'/>"
        ),
    ]) func whatIsAroundAURLStays(text: String, expected: String) { #expect(template(text) == expected) }

    /// JSON and HTML may escape what is not in ASCII: it is the same URL, and the same object.
    @Test(arguments: [
        (#"{"a":"https://pics.example.com/caf\u00e9.jpg"}"#, #"{"a":"{{s3.baseUrl}}/pose-images/caf%C3%A9.jpg"}"#, "café.jpg"),
        (#""https:\/\/pics.example.com\/\ud83d\uDE00\/a""#, #""{{s3.baseUrl}}/pose-images/%F0%9F%98%80/a""#, "😀/a"),
        (#""https://pics.example.com/\u732b.\u0436.""#, #""{{s3.baseUrl}}/pose-images/%E7%8C%AB.%D0%B6.""#, "猫.ж"),
        (#"https://pics.example.com/\u00fc?X-Amz-Expires=5&X-Amz-Signature=a"#, "{{s3.presigned 'pose-images' 'ü' expiresIn=5}}", "ü"),
        (#""https://pics.example.com/k?a=\u00e9#\u00e9""#, #""{{s3.baseUrl}}/pose-images/k?a=%C3%A9#%C3%A9""#, "k"),
        ("<a href='https://pics.example.com/&#233;&#x1F600;'>", "<a href='{{s3.baseUrl}}/pose-images/%C3%A9%F0%9F%98%80'>", "é😀"),
        (#"https://pics.example.com/x\u00a0y"#, #"{{s3.baseUrl}}/pose-images/x\u00a0y"#, "x"),
        (#"https://pics.example.com/x\u2028y"#, #"{{s3.baseUrl}}/pose-images/x\u2028y"#, "x"),
        (#"https://pics.example.com/x\ud83dy"#, #"{{s3.baseUrl}}/pose-images/x\ud83dy"#, "x"),
        (#"https://pics.example.com/x\ude00\ud83d"#, #"{{s3.baseUrl}}/pose-images/x\ude00\ud83d"#, "x"),
        (#"https://pics.example.com/x\u00e"#, #"{{s3.baseUrl}}/pose-images/x\u00e"#, "x"),
        (#"https://pics.example.com/x\u+0e9"#, #"{{s3.baseUrl}}/pose-images/x\u+0e9"#, "x"),
    ]) func escapedCharactersBelongToTheURL(text: String, expected: String, key: String) {
        var urls = ObjectURLs(Self.hosts, now: now)
        #expect(urls.template(of: text) == expected)
        #expect(urls.objects.map { String(decoding: $0.key, as: UTF8.self) } == [key])
        #expect(urls.objects.allSatisfy { $0.url.utf8.allSatisfy { $0 < 0x80 } }, "it is fetched as clients send it")
    }

    @Test(arguments: [
        ("https://pics.example.com/", "{{s3.baseUrl}}/pose-images/"), (#""https://pics.example.com""#, #""{{s3.baseUrl}}/pose-images""#),
        ("Ask https://pics.example.com.", "Ask {{s3.baseUrl}}/pose-images."),
        ("{https://s3.example.com}", "{{val '{'}}{{s3.baseUrl}}{{val '}'}}"),
        ("https://pics.example.com?list-type=2&amp;prefix=a", "{{s3.baseUrl}}/pose-images?list-type=2&amp;prefix=a"),
        (#"{"url":"https:\/\/s3.example.com\/one","fields":{}}"#, #"{"url":"{{s3.baseUrl}}/one","fields":{}}"#),
        ("https://s3.example.com/two-b/ https://s3.example.com/", "{{s3.baseUrl}}/two-b/ {{s3.baseUrl}}/"),
        ("https://s3.example.com/one?list-type=2&X-Amz-Signature=a", "{{s3.baseUrl}}/one?list-type=2"),
        ("http://127.0.0.1:9100/local http://127.0.0.1:9100/local/{size}", "{{s3.baseUrl}}/local {{s3.baseUrl}}/local/{size}"),
    ]) func urlsWithoutAKeyBecomeTemplates(text: String, expected: String) {
        var urls = ObjectURLs(Self.hosts, now: now)
        #expect(urls.template(of: text) == expected)
        #expect(urls.hasReplaced && urls.objects.isEmpty, "there is nothing to fetch")
    }

    /// What another server writes never runs, whatever stands before and behind its braces.
    @Test(arguments: [
        "{{request.path}}", #"\{{request.path}}"#, #"\\{{request.path}}"#, #"\\\{{request.path}}"#, "{{{request.path}}}",
        "{{{{request.path}}}}", #"\{{{{request.path}}}}"#, "{{{{{request.path}}}}}", "{{}}{{request.path}}", "{{}}}}", "{{", "{{{", #"\{{"#,
        "{ {{request.path}} }", "{{{{raw}}}} {{request.path}} {{{{/raw}}}}", #"{{{{\{{request.path}}"#, "{{=<% %>=}}<%request.path%>",
        #"{{a}} \{{request.path}} \\{{request.path}} \\\{{request.path}}"#, #"{{a}}\{{request.path}}\{{{{request.path}}}}"#,
        "{{!-- {{request.path}} --}}", "{{#if true}}a{{/if}}", "{{~request.path~}}", #"{"a":{"b":{}}} \{ \\{}"#, "{{'{{request.path",
    ]) func textOfAnotherServerStaysText(text: String) async throws {
        let proxying = try ProxyingEngine()
        try proxying.add([
            "request": ["url": "/"], "response": ["body": .string(template(text)), "transformers": ["response-template"]],
        ])
        let response = try await proxying.ask("/")
        #expect(response.status == 200)
        #expect(response.body.map { String(decoding: $0, as: UTF8.self) } == text)
    }

    @Test(arguments: [
        "https://other.example.com/x", "https://pics.example.com:8443/x",
        "http://127.0.0.1/x", "https://s3.example.com/three/k", "ftp://pics.example.com/x", "//pics.example.com/x", "https://",
        "https://user@pics.example.com/x", "https://pics.example.com.evil.test/x", "hhttps", "h", "",
    ]) func otherTextStays(text: String) { #expect(template(text) == text) }

    @Test(arguments: [
        (
            "X-Amz-Algorithm=A&X-Amz-Credential=k%2F1&X-Amz-Date=20261122T000000Z&X-Amz-Expires=300&X-Amz-SignedHeaders=host&X-Amz-Signature=ab",
            "expiresIn=300"
        ),
        ("AWSAccessKeyId=k&Signature=s%3D&Expires=1795256730", "expiresIn=600"), ("AWSAccessKeyId=k&Signature=s&Expires=5", "expiresIn=1"),
        ("AWSAccessKeyId=k&Signature=s&Expires=-9223372036854775808", "expiresIn=1"),
        ("AWSAccessKeyId=k&Signature=s&Expires=9223372036854775807", "expiresIn=604800"),
        ("X-Amz-Expires=-9223372036854775808&X-Amz-Signature=a", "expiresIn=1"),
        ("Expires=1795256190&Signature=x&Key-Pair-Id=K", "expiresIn=60"), ("Policy=p&Signature=x&Key-Pair-Id=K", "expiresIn=900"),
        (
            "response-content-type=image%2Fpng&X-Amz-Expires=99999999&X-Amz-Signature=a",
            "expiresIn=604800 response-content-type='image/png'"
        ),
    ]) func aLinkBecomesALink(query: String, options: String) {
        #expect(
            template("\"https://pics.example.com/a/ü%20x.jpg?\(query)\"") == "\"{{s3.presigned 'pose-images' 'a/ü x.jpg' \(options)}}\"")
    }

    /// An upload link of the recording is one in the replay, and nothing is fetched by it.
    @Test(arguments: [
        ("x-id=PutObject&X-Amz-SignedHeaders=host", "PUT"), ("X-Amz-SignedHeaders=content-type%3Bhost", "PUT"),
        ("X-Amz-SignedHeaders=host%3Bx-amz-acl&response-expires=0", "PUT"), ("x-id=DeleteObject", "DELETE"), ("x-id=HeadObject", "HEAD"),
        ("x-id=UploadPart&partNumber=1&uploadId=u", "PUT"), ("x-id=GetObject&X-Amz-SignedHeaders=content-type%3Bhost", "GET"),
        ("X-Amz-SignedHeaders=host%3Bx-amz-checksum-mode%3Bx-amz-server-side-encryption-customer-key", "GET"), ("x-id=Other", "GET"),
    ]) func aLinkKeepsItsMethod(query: String, method: String) {
        var urls = ObjectURLs(Self.hosts, now: now)
        let text = urls.template(of: "https://pics.example.com/x?\(query)&X-Amz-Expires=60&X-Amz-Signature=a")
        let options = method == "GET" ? "" : " method='\(method)'"
        #expect(text.hasPrefix("{{s3.presigned 'pose-images' 'x'\(options) expiresIn=60"))
        #expect(urls.objects.count == (method == "GET" ? 1 : 0))
    }

    /// If each of the URLs were read to the end of the text, one of these would take an hour.
    @Test(arguments: [
        "http://", #"http:\/\/"#, "https://pics.example.com?u=", "https://s3.example.com/three/", "https://pics.example.com/x?u=",
        "https:&#47;/pics.example.com?u=",
    ])
    func textThatBeginsManyURLsIsReadOnce(piece: String) {
        let text = String(repeating: piece, count: 20_000) + "}"
        let host = piece.prefix { $0 != "?" }.prefix { _ in piece.contains("pics") }
        let base = "{{s3.baseUrl}}/pose-images" + (host.hasSuffix("/x") ? "/x" : "")
        #expect(template(text) == (host.isEmpty ? text : base + text.dropFirst(host.count).replacing("&#47;", with: "/")))
    }

    @Test func aKeyThatNoTemplateCanHoldHasNoLink() {
        #expect(template("https://pics.example.com/it%27s?X-Amz-Signature=a&v=1") == "{{s3.baseUrl}}/pose-images/it%27s?v=1")
    }

    @Test(arguments: [
        "", "x", "=b", "h=", "h=AB", "h=ab", "h/x=abc", "u@h=abc", "http://h=abc", "h:x=abc", "h=a_c", "h=a..b", "h=-a-", "h=1.2.3.4",
    ])
    func aHostNeedsABucket(text: String) { #expect(ObjectHost(text) == nil) }

    @Test func whatAHostAllows() throws {
        #expect(try #require(ObjectHost("a.test=abc")).targets.map(\.description) == ["a.test:80", "a.test:443"])
        #expect(try #require(ObjectHost("[::1]:9000=abc")).targets.map(\.description) == ["[::1]:9000"])
    }
}
