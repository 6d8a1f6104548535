import Dispatch
import Foundation
import HTTPMessage
import JSONDocument
import MockEngine
import StubModel
import Synchronization
import Testing

@testable import AdminAPI

struct MappingEndpointsTests {
    let bench = AdminBench()

    private func names() -> [String] { bench.call("GET", "/mappings").json?["mappings"]?.all("name").compactMap { $0?.string } ?? [] }

    private func add(_ names: String...) -> [String] { names.map { bench.stub(#"{"name":"\#($0)","request":{"url":"/\#($0)"}}"#) } }

    @Test func anAddedStubIsAnsweredWholeWithItsId() throws {
        let answer = bench.call("POST", "/mappings", #"{"request":{"url":"/x"},"response":{"body":"b"}}"#)
        #expect(answer.status == 201)
        let id = try #require(answer.json?["id"]?.string)
        #expect(answer.json?["uuid"]?.string == id)
        #expect(answer.json?["request"] == ["url": "/x", "method": "ANY"])
        #expect(bench.call("GET", "/mappings/\(id)").json == answer.json)
        #expect(bench.request("GET", "/x") == 200)
    }

    @Test(arguments: ["ISO-8859-1", "iso-8859-15", "windows-1252", "UTF-16", "UTF-16LE", "utf-8"])
    func aBodyIsReadInTheCharsetOfItsType(name: String) throws {
        let charset = try #require(TextCharset(name: name))
        let body = charset.encode(#"{"request": {"url": "/x"}, "response": {"body": "café"}}"#)
        let type: HeaderFields = [("Content-Type", "application/json; charset=\(name)")]
        let answer = bench.call("POST", "/mappings", bytes: body, headers: type)
        #expect(answer.status == 201)
        #expect(answer.json?["response"]?["body"] == "café")
        let pattern = charset.encode(#"{"url": "/é"}"#)
        #expect(bench.call("POST", "/requests/count", bytes: pattern, headers: type).json?["count"] == 0)
    }

    @Test func aBodyInAnotherCharsetIsReadAsUTF8() {
        let type: HeaderFields = [("Content-Type", "application/json; charset=EUC-KR")]
        #expect(bench.call("POST", "/mappings", #"{"name": "한", "request": {"url": "/x"}}"#, headers: type).json?["name"] == "한")
        let refused = bench.call("POST", "/mappings", bytes: Array(#"{"name": ""#.utf8) + [0xC7, 0xD1] + Array(#""}"#.utf8), headers: type)
        #expect(refused.status == 422)
    }

    @Test func theListIsNewestFirstAndPaged() {
        _ = add("a", "b", "c")
        #expect(names() == ["c", "b", "a"])
        let page = bench.call("GET", "/mappings?limit=1&offset=1").json
        #expect(page?["mappings"]?.all("name") == ["b"])
        #expect(page?["meta"] == ["total": 3])
        #expect(bench.call("GET", "/mappings?limit=0").json?["mappings"] == [])
        let refused = bench.call("GET", "/mappings?limit=-1")
        #expect(refused.status == 400)
        #expect(refused.json?["errors"]?[0]?["title"] == "limit must be 0 or greater")
    }

    @Test func everyProblemOfABadStubIsToldAtOnce() {
        let answer = bench.call("POST", "/mappings", #"{"requst":{},"request":{"url":"/x","heders":{}},"response":{"status":"many"}}"#)
        #expect(answer.status == 422)
        let errors = answer.json?["errors"]
        #expect(errors?.all("title").allSatisfy { $0 == "Error parsing JSON" } == true)
        #expect(errors?.all("code").allSatisfy { $0 == 10 } == true)
        let pointers = errors?.array?.compactMap { $0["source"]?["pointer"]?.string } ?? []
        #expect(Set(pointers).isSuperset(of: ["/requst", "/request/heders", "/response/status"]))
        #expect(answer.text.contains("Did you mean \\\"request\\\"?"))
        #expect(names() == [])
    }

    @Test func brokenJSONIsToldWithItsPlace() {
        let answer = bench.call("POST", "/mappings", "{\n  \"request\": {,}\n}")
        #expect(answer.status == 422)
        #expect(answer.json?["errors"]?[0]?["code"] == 10)
        #expect(answer.json?["errors"]?[0]?["detail"]?.string?.hasPrefix("request body:2:15: ") == true)
        #expect(bench.call("POST", "/mappings").status == 422)
    }

    @Test func anEditedStubKeepsItsPlace() throws {
        let ids = add("a", "b")
        let answer = bench.call("PUT", "/mappings/\(ids[0])", #"{"name":"A","request":{"url":"/a2"}}"#)
        #expect(answer.status == 200)
        #expect(answer.json?["id"]?.string == ids[0])
        #expect(names() == ["b", "A"])
        #expect(bench.call("POST", "/mappings/edit", #"{"id":"\#(ids[1])","name":"B","request":{"url":"/b"}}"#).status == 204)
        #expect(names() == ["B", "A"])
        let unknown = "04746d8a-8bc7-44d2-bd8e-52d2c91fe297"
        #expect(bench.call("PUT", "/mappings/\(unknown)", "{}").status == 404)
        #expect(bench.call("PUT", "/mappings/\(unknown)").status == 404)
        #expect(bench.call("POST", "/mappings/edit", "{}").status == 404)
    }

    @Test func stubsAreRemoved() {
        let ids = add("a", "b", "c", "d")
        #expect(bench.call("DELETE", "/mappings/\(ids[0])").text == "{}")
        #expect(bench.call("DELETE", "/mappings/\(ids[0])").status == 404)
        let refused = bench.call("DELETE", "/mappings/xyz").json?["errors"]?[0]
        #expect(refused?["title"] == "xyz is not a valid UUID")
        #expect(refused?["detail"]?.string?.contains("Write 36 characters such as ") == true)
        #expect(bench.call("POST", "/mappings/remove", #"{"id":"\#(ids[1])"}"#).status == 200)
        #expect(bench.call("POST", "/mappings/remove", #"{"request":{"url":"/c"}}"#).status == 200)
        #expect(names() == ["d"])
        #expect(bench.call("DELETE", "/mappings").text == "{}")
        #expect(names() == [])
    }

    @Test func severalStubsAreRemovedAtOnceTheFirstOfEachRequest() {
        let ids = add("a", "b") + [bench.stub(#"{"name":"b2","request":{"url":"/b"}}"#)]
        let body = #"{"mappings":[{"id":"\#(ids[0])"},{"request":{"url":"/b"}},{"request":{"url":"/unknown"}}]}"#
        let answer = bench.call("POST", "/mappings/remove", body)
        #expect(answer.status == 200 && answer.text == "")
        #expect(names() == ["b"])
    }

    @Test func anEmptyIdIsNone() {
        let answer = bench.call("POST", "/mappings", #"{"id":"","uuid":null,"name":"x"}"#)
        #expect(answer.status == 201)
        #expect(answer.json?["id"]?.string?.count == 36)
    }

    @Test func theMatcherIsRefusedWhoseOperandIsWrong() {
        let answer = bench.call(
            "POST", "/mappings",
            #"""
            {"request": {"urlPattern": "[", "headers": {"Accept": {"matches": "("}, "B": {"hasExactly": [{"matches": "("}]}},
                         "bodyPatterns": [{"equalTo": "fine"}, {"and": [{"equalTo": "y"}, {"matching": "x"}]}, {"contains": 12}]}}
            """#)
        #expect(
            answer.json?["errors"]?.array?.compactMap { $0["source"]?["pointer"]?.string } == [
                "/request", "/request/headers/Accept", "/request/headers/B", "/request/bodyPatterns/1", "/request/bodyPatterns/2",
            ])
        #expect(answer.text.contains(" /request/bodyPatterns/1/and/1/matching: "))
    }

    @Test func stubsAreFoundAndRemovedByMetadata() {
        bench.stub(#"{"name":"a","metadata":{"team":"red"},"request":{"url":"/a"}}"#)
        bench.stub(#"{"name":"b","metadata":{"team":"blue"},"request":{"url":"/b"}}"#)
        bench.stub(#"{"name":"c","request":{"url":"/c"}}"#)
        let matcher = #"{"equalToJson":{"team":"red"}}"#
        let found = bench.call("POST", "/mappings/find-by-metadata", matcher).json
        #expect(found?["mappings"]?.all("name") == ["a"])
        #expect(found?["meta"] == ["total": 1])
        #expect(bench.call("POST", "/mappings/remove-by-metadata", matcher).status == 200)
        #expect(names() == ["c", "b"])
        #expect(bench.call("POST", "/mappings/find-by-metadata", "{}").status == 422)
    }

    /// As in WireMock: a matcher for what is absent must not remove all stubs without metadata.
    @Test(arguments: [
        (#"{"absent":true}"#, ["a"]), (#"{"equalTo":"null"}"#, []), (#"{"matches":"n.*"}"#, []), (#"{"equalToJson":"null"}"#, []),
    ]) func aStubWithoutMetadataHasNull(matcher: String, left: [String]) {
        _ = add("a")
        #expect(bench.call("POST", "/mappings/remove-by-metadata", matcher).status == 200)
        #expect(names() == left)
    }

    @Test func editingAStubThatIsNotThereSaysSo() {
        let id = "5144553f-13ba-42ae-9ad5-7b73a74b76b7"
        let reply = bench.call("POST", "/mappings/edit", #"{"id":"\#(id)","request":{"url":"/a"}}"#)
        #expect(reply.status == 404)
        #expect(reply.json?["errors"]?[0]?["title"]?.string == "There is no stub with the id \(id)")
    }

    @Test func unusedStubsAreListedAndRemoved() {
        _ = add("a", "b")
        bench.request("GET", "/a")
        #expect(bench.call("GET", "/mappings/unmatched").json?["mappings"]?.all("name") == ["b"])
        #expect(bench.call("DELETE", "/mappings/unmatched").status == 200)
        #expect(names() == ["a"])
    }

    @Test func theFirstOfAnImportIsTheNewest() {
        _ = add("old")
        #expect(bench.call("POST", "/mappings/import", #"{"mappings":[{"name":"x"},{"name":"y"}]}"#).status == 200)
        #expect(names() == ["x", "y", "old"])
    }

    @Test func whatIsHardlyMeantIsPassedOn() {
        let told = Mutex<[String]>([])
        var services = AdminServices()
        services.warn = { problem in told.withLock { $0.append(problem.description) } }
        let bench = AdminBench(services: services)
        #expect(bench.call("POST", "/mappings", #"{"request": {"url": "a"}}"#).status == 201)
        #expect(bench.call("POST", "/mappings", #"{"request": {"url": "a", "nope": 1}}"#).status == 422)
        #expect(
            told.withLock { $0 } == [
                #"request body:1:21 /request/url: "url" does not begin with "/", so no request matches it. Write the path alone."#
            ])
    }

    @Test func anImportOverwritesIgnoresAndDeletes() {
        let ids = add("a", "b")
        let mappings = #"[{"id":"\#(ids[0])","name":"A"},{"name":"new"}]"#
        bench.call("POST", "/mappings/import", #"{"mappings":\#(mappings),"importOptions":{"duplicatePolicy":"IGNORE"}}"#)
        #expect(names() == ["new", "b", "a"])
        // Options that do not say so overwrite nothing.
        bench.call("POST", "/mappings/import", #"{"mappings":[{"id":"\#(ids[0])","name":"A"}],"importOptions":{}}"#)
        #expect(names() == ["new", "b", "a"])
        bench.call(
            "POST", "/mappings/import",
            #"{"mappings":\#(mappings),"importOptions":{"duplicatePolicy":"OVERWRITE","deleteAllNotInImport":true}}"#)
        #expect(names() == ["new", "A"])
        bench.call("POST", "/mappings/import", #"{"mappings":[{"id":"\#(ids[0])","name":"B"}]}"#)
        #expect(names() == ["new", "B"], "without options")
        let refused = bench.call(
            "POST", "/mappings/import", #"{"mappings":[{"name":"z"},{"request":{"uri":"/"}}],"importOptions":{"duplicatePolicy":"X"}}"#)
        #expect(refused.status == 422)
        #expect(refused.json?["errors"]?.array?.count == 2)
        #expect(names() == ["new", "B"])
    }

    /// They are added from the last to the first.
    @Test(arguments: [
        ("", "first"), (#", "importOptions": {"duplicatePolicy": "OVERWRITE"}"#, "first"),
        (#", "importOptions": {"duplicatePolicy": "IGNORE"}"#, "second"), (#", "importOptions": {}"#, "second"),
    ])
    func ofTwoImportedStubsWithOneIDThePolicyChooses(options: String, name: String) {
        let id = "04746d8a-8bc7-44d2-bd8e-52d2c91fe297"
        let mappings = #"[{"name": "z"}, {"id": "\#(id)", "name": "first"}, {"id": "\#(id)", "name": "second"}]"#
        bench.call("POST", "/mappings/import", #"{"mappings": \#(mappings)\#(options)}"#)
        #expect(names() == ["z", name])
        // Against a stub that was there, the first overwrites, too.
        bench.call("PUT", "/mappings/\(id)", #"{"name": "old"}"#)
        bench.call("POST", "/mappings/import", #"{"mappings": \#(mappings)\#(options)}"#)
        #expect(Set(names()) == ["z", name == "first" ? "first" : "old"])
    }

    @Test func anImportWithManyErrorsNamesTheFirst() {
        let mappings = Array(repeating: #"{"request":{"urlPath":1,"x0":2}}"#, count: 3_000).joined(separator: ",")
        let refused = bench.call("POST", "/mappings/import", #"{"mappings":[\#(mappings)]}"#)
        #expect(refused.status == 422)
        let errors = refused.json?["errors"]?.array ?? []
        #expect((1_000...1_010).contains(errors.count), "\(errors.count)")
        let last = errors.last?["detail"]?.string ?? ""
        #expect(last.hasSuffix("of 3000 mappings are not checked. Correct these, and import again."), "\(last)")
    }

    @Test func aRefusalCountsTheErrorsThatItDoesNotName() {
        let error = AdminError(Array(repeating: Problem(source: "request body", message: "wrong"), count: 2_500))
        #expect(error.items.count == 2_001)
        #expect(error.items.last?.title == "There are 500 more errors")
    }

    @Test func persistentStubsGoToDiskFirst() throws {
        let folder = FakeMappingFolder()
        var services = AdminServices()
        services.mappings = folder
        let bench = AdminBench(services: services)
        let id = bench.stub(#"{"name":"kept","persistent":true}"#)
        bench.stub(#"{"name":"fleeting"}"#)
        #expect(folder.log.withLock { $0 } == ["save kept"])
        bench.call("PUT", "/mappings/\(id)", #"{"name":"kept2","persistent":true}"#)
        bench.call("POST", "/mappings/save")
        #expect(bench.call("GET", "/mappings").json?["mappings"]?.all("persistent") == [true, true])
        bench.call("DELETE", "/mappings/\(id)")
        bench.call("POST", "/mappings/reset")
        #expect(folder.log.withLock { $0 } == ["save kept", "save kept2", "save fleeting,kept2", "remove kept2", "reload"])
        folder.failure.withLock { $0 = "saving a mapping — \"x.json\" was not written: the disk is full." }
        let failed = bench.call("POST", "/mappings", #"{"name":"z","persistent":true}"#)
        #expect(failed.status == 500)
        #expect(failed.text.contains("the disk is full"))
        #expect(bench.call("GET", "/mappings").json?["mappings"]?.all("name").contains("z") == false)
    }

    @Test(arguments: ["/mappings/00000000-0000-4000-8000-00000000000f", "/mappings"])
    func aStubWhoseFileIsDeletedIsGoneInEverySession(path: String) throws {
        var services = AdminServices()
        services.mappings = FakeMappingFolder()
        let bench = AdminBench(services: services)
        let text = #"{"id":"00000000-0000-4000-8000-00000000000f","persistent":true,"request":{"url":"/f"},"response":{"body":"file"}}"#
        let document = try JSONDocument.parse(Array(text.utf8), name: "f.json")
        let report = ProblemReport(document)
        let mapping = try #require(StubMapping.decode(document.root, report, origin: .file(path: "f.json")))
        bench.engine.loadFixtures([try #require(bench.engine.compile(mapping, report))])
        let earlier = try bench.engine.openSession(SessionDefinition())
        #expect(earlier.stubCount == 1)
        #expect(bench.call("DELETE", path).status == 200)
        #expect(earlier.stubCount == 0)
        #expect(try bench.engine.openSession(SessionDefinition()).stubCount == 0)
        #expect(bench.engine.fixtureCount == 0)
    }

    /// A saved stub keeps its place among the others, also when it is saved later than a newer one.
    @Test func savedStubsAreNumberedInTheOrderInWhichTheyWereAdded() throws {
        let folder = FakeMappingFolder()
        var services = AdminServices()
        services.mappings = folder
        let bench = AdminBench(services: services)
        func load(_ mapping: String) throws {
            let document = try JSONDocument.parse(Array(mapping.utf8), name: "f.json")
            let report = ProblemReport(document)
            let mapping = try #require(StubMapping.decode(document.root, report, origin: .file(path: "f.json")))
            bench.engine.loadFixtures([try #require(bench.engine.compile(mapping, report))])
        }
        try load(#"{"id":"00000000-0000-4000-8000-00000000000f","name":"file","insertionIndex":6,"request":{"url":"/f"}}"#)
        bench.stub(#"{"name":"fleeting","insertionIndex":90}"#)
        let id = bench.stub(#"{"name":"kept","persistent":true}"#)
        bench.call("PUT", "/mappings/\(id)", #"{"name":"kept2","persistent":true,"insertionIndex":3}"#)
        bench.call(
            "PUT", "/mappings/00000000-0000-4000-8000-00000000000f", #"{"name":"file","persistent":true,"request":{"url":"/f"}}"#)
        bench.call("POST", "/mappings/import", #"{"mappings":[{"name":"y","persistent":true},{"name":"x","persistent":true}]}"#)
        bench.call("POST", "/mappings/save")
        #expect(folder.indices.withLock { $0 } == ["fleeting": 7, "kept": 8, "kept2": 8, "file": 6, "x": 9, "y": 10])
        #expect(bench.call("GET", "/mappings").text.contains("insertionIndex") == false)
        try load(#"{"name":"greatest","insertionIndex":9223372036854775807}"#)
        bench.stub(#"{"name":"last","persistent":true}"#)
        #expect(folder.indices.withLock { $0["last"] } == 9_007_199_254_740_994)
    }

    @Test func aResetWithAMistakeInAFileResetsAllElse() {
        let folder = FakeMappingFolder()
        var services = AdminServices()
        services.mappings = folder
        let bench = AdminBench(services: services)
        bench.stub(#"{"name":"added"}"#)
        bench.request("GET", "/a")
        folder.failure.withLock { $0 = "a.json:1:1: a mistake" }
        let reply = bench.call("POST", "/reset")
        #expect(reply.status == 500 && reply.text.contains("a mistake"))
        #expect(bench.call("GET", "/mappings").json?["meta"]?["total"] == 0)
        #expect(bench.call("GET", "/requests").json?["meta"]?["total"] == 0)
    }

    /// Calls that come while stubs are saved wait until they are: no file gets an earlier state than its stub has.
    @Test func savingKeepsWhatIsChangedMeanwhile() {
        let folder = FakeMappingFolder()
        var services = AdminServices()
        services.mappings = folder
        let bench = AdminBench(services: services)
        let (changed, removed) = (bench.stub(#"{"name":"a"}"#), bench.stub(#"{"name":"b"}"#))
        bench.stub(#"{"name":"c"}"#)
        let done = DispatchSemaphore(value: 0)
        folder.whenSaving.withLock { body in
            body = {
                Thread.detachNewThread {
                    bench.call("PUT", "/mappings/\(changed)", #"{"name":"newer","persistent":true}"#)
                    bench.call("DELETE", "/mappings/\(removed)")
                    done.signal()
                }
            }
        }
        #expect(bench.call("POST", "/mappings/save").status == 200)
        #expect(done.wait(timeout: .now() + 60) == .success)
        #expect(bench.call("GET", "/mappings").json?["mappings"]?.all("name") == ["c", "newer"])
        #expect(folder.log.withLock { $0 } == ["save c,b,a", "save newer", "remove b"])
    }

    @Test func aStubThatIsNoLongerPersistentLeavesItsFile() {
        let folder = FakeMappingFolder()
        var services = AdminServices()
        services.mappings = folder
        let bench = AdminBench(services: services)
        let id = bench.stub(#"{"name":"kept","persistent":"true"}"#)
        bench.call("PUT", "/mappings/\(id)", #"{"name":"kept","persistent":false}"#)
        bench.call("DELETE", "/mappings/\(id)")
        #expect(folder.log.withLock { $0 } == ["save kept"])
    }

    @Test func withoutAFolderNothingIsSaved() {
        #expect(bench.call("POST", "/mappings", #"{"persistent":true}"#).status == 500)
        #expect(bench.call("POST", "/mappings/save").status == 200)
    }

    @Test func resetEmptiesEverythingButTheSettings() {
        _ = add("a")
        bench.request("GET", "/a")
        bench.call("POST", "/settings", #"{"fixedDelay":5}"#)
        #expect(bench.call("POST", "/reset").status == 200)
        #expect(names() == [])
        #expect(bench.call("GET", "/requests").json?["meta"]?["total"] == 0)
        #expect(bench.call("GET", "/settings").json?["settings"]?["fixedDelay"] == 5)
    }
}

final class FakeMappingFolder: MappingFolder {
    let log = Mutex<[String]>([])
    let failure = Mutex<String?>(nil)
    /// Called once, before mappings are saved.
    let whenSaving = Mutex<(@Sendable () -> Void)?>(nil)
    /// The insertion indices in the files, by the stub's name.
    let indices = Mutex<[String: Int]>([:])

    private func note(_ text: String) throws {
        if let failure = failure.withLock({ $0 }) { throw MappingFolderError.failed(failure) }
        log.withLock { $0.append(text) }
    }

    func file(of id: UniqueID) -> String? { "mocks/mappings/\(id).json" }
    func reload() throws { try note("reload") }
    func save(_ mappings: [StubMapping]) throws {
        let body = whenSaving.withLock { $0.take() }
        body?()
        try note("save " + mappings.map { $0.name ?? "" }.joined(separator: ","))
        for mapping in mappings { indices.withLock { $0[mapping.name ?? ""] = mapping.insertionIndex } }
    }
    func remove(_ mappings: [StubMapping]) throws { try note("remove " + mappings.map { $0.name ?? "" }.joined(separator: ",")) }
}
