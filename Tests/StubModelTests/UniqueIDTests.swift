import StubModel
import Testing

@Suite struct UniqueIDTests {
    @Test func textIsReadInEitherCaseAndWrittenInLower() throws {
        let id = try #require(UniqueID("469171F4-1CD4-4e5b-b09c-b753ea9797b8"))
        #expect(id.description == "469171f4-1cd4-4e5b-b09c-b753ea9797b8")
    }

    @Test(arguments: [
        "", "x", "469171f4-1cd4-4e5b-b09c-b753ea9797b", "469171f41-cd4-4e5b-b09c-b753ea9797b8", "469171f4-1cd4-4e5b-b09c-b753ea9797bg",
    ])
    func otherTextIsRefused(text: String) { #expect(UniqueID(text) == nil) }

    @Test func randomOnesAreOfVersion4AndReadBack() {
        for _ in 0..<100 {
            let id = UniqueID.random()
            let text = Array(id.description)
            #expect(text[14] == "4" && "89ab".contains(text[19]))
            #expect(UniqueID(id.description) == id)
        }
    }
}
