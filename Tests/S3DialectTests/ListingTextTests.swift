import Testing
import XMLDocument

@testable import S3Dialect

@Suite struct ListingTextTests {
    @Test func keysAreEncodedOnlyWhenAsked() throws {
        #expect(try ListingText(encoding: nil)("a b/ü") == "a b/ü")
        #expect(try ListingText(encoding: "url")("a b/ü+") == "a+b/%C3%BC%2B")
        let capitals = try ListingText(encoding: "URL")
        #expect((capitals("a b"), capitals.encoding) == ("a+b", "URL"))
    }

    @Test(arguments: ["base64", "url ", ""]) func anotherEncodingIsRefused(encoding: String) {
        let error = #expect(throws: S3Error.self) { try ListingText(encoding: encoding) }
        #expect(error?.code == "InvalidArgument")
        #expect(error?.details == [.init("ArgumentName", "encoding-type"), .init("ArgumentValue", encoding)])
    }

    @Test func prefixesHaveElementsOfTheirOwn() throws {
        var xml = XMLText.fragment()
        try ListingText(encoding: "url").commonPrefixes(["a b/", "c/"], &xml)
        #expect(
            String(decoding: xml.bytes, as: UTF8.self)
                == "<CommonPrefixes><Prefix>a+b/</Prefix></CommonPrefixes><CommonPrefixes><Prefix>c/</Prefix></CommonPrefixes>")
    }
}
