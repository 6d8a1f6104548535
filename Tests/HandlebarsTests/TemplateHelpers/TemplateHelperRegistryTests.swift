import Testing

@testable import Handlebars

@Suite struct TemplateHelperRegistryTests {
    /// WireMock 3.13's helpers by group, and jsonSort of its successor.
    @Test func holdsEveryHelper() {
        let names = """
            if unless each with lookup log eq neq gt gte lt lte and or not capitalizeFirst center cut defaultIfEmpty join ljust rjust substring lower \
            upper slugify stringFormat stripTags capitalize abbreviate wordWrap replace yesno dateFormat numberFormat isEven isOdd stripes math \
            assign val jsonPath parseJson toJson formatJson jsonMerge jsonRemove jsonArrayAdd jsonSort xPath soapXPath formatXml randomValue \
            randomInt randomDecimal pickRandom now date parseDate truncateDate trim base64 urlEncode formData regexExtract matches contains size \
            range array arrayAdd arrayRemove arrayJoin hostname systemValue file page block partial
            """
        #expect(TemplateHelperRegistry.closed.names == names.split(separator: " ").map(String.init).sorted())
    }
}
