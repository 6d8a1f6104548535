import HTTPMessage
import Testing

@Suite struct EntityTagTests {
    @Test func listsAreReadInAllTheirShapes() {
        #expect(EntityTagList.parse("*") == .any)
        #expect(EntityTagList.parse(" * ") == .any)
        #expect(EntityTagList.parse("\"a\"") == .tags([EntityTag("a")]))
        #expect(EntityTagList.parse("\"a\",W/\"b\" , \"\"") == .tags([EntityTag("a"), EntityTag("b", isWeak: true), EntityTag("")]))
        #expect(EntityTagList.parse("\"a,b\", \"c\"") == .tags([EntityTag("a,b"), EntityTag("c")]))
        #expect(EntityTagList.parse(", ,\"a\",,") == .tags([EntityTag("a")]))
        #expect(EntityTagList.parse("") == .tags([]))
    }

    @Test func tagsWithoutQuotesAreTaken() {
        #expect(EntityTagList.parse("abc, def ") == .tags([EntityTag("abc"), EntityTag("def")]))
        #expect(EntityTagList.parse("\"open") == .tags([EntityTag("open")]))
        #expect(EntityTagList.parse("closed\" , \"a\"") == .tags([EntityTag("closed"), EntityTag("a")]))
    }

    @Test func starCountsOnlyAlone() {
        #expect(!EntityTagList.parse("*, \"a\"").matchesWeakly(EntityTag("b")))
        #expect(!EntityTagList.parse("\"*\"").matchesWeakly(EntityTag("b")))
        #expect(EntityTagList.parse("*").matchesStrongly(EntityTag("b")))
    }

    @Test func comparisonFollowsRFC9110() {
        // Section 8.8.3.2, the table.
        let weak = EntityTag("1", isWeak: true)
        let strong = EntityTag("1")
        #expect(!weak.matchesStrongly(weak) && weak.matchesWeakly(weak))
        #expect(!weak.matchesStrongly(strong) && weak.matchesWeakly(strong))
        #expect(!weak.matchesWeakly(EntityTag("2", isWeak: true)))
        #expect(strong.matchesStrongly(strong) && strong.matchesWeakly(strong))
    }

    @Test func textIsQuoted() {
        #expect(EntityTag("x").text == "\"x\"")
        #expect(EntityTag("x", isWeak: true).text == "W/\"x\"")
    }
}
