import HTTPMessage
import MockEngine
import StubModel
import TestSupport
import Testing

@Suite struct RouteTableTests {
    @Test func lowerPriorityNumberThenNewestComesFirst() throws {
        let harness = try EngineHarness(
            #"{"request": {"urlPathPattern": "/a.*"}, "response": {"status": 201}}"#,
            #"{"request": {"url": "/a"}, "response": {"status": 202}}"#,
            #"{"response": {"status": 203}, "priority": 9}"#)
        #expect(harness.status("/a") == 202)
        try harness.add(#"{"request": {"urlPathTemplate": "/{x}"}, "response": {"status": 204}}"#)
        #expect(harness.status("/a") == 204)
        try harness.add(#"{"response": {"status": 205}, "priority": 1}"#)
        #expect(harness.status("/a") == 205)
        #expect(harness.engine.session.stubs.map { $0.mapping.responses.responses[0].status } == [205, 204, 202, 201, 203])
    }

    @Test func editingKeepsThePlace() throws {
        let harness = try EngineHarness()
        let id = try harness.add(#"{"request": {"url": "/a"}, "response": {"status": 201}}"#)
        try harness.add(#"{"request": {"urlPath": "/a"}, "response": {"status": 202}}"#)
        let edited = try EngineHarness.compile(
            "{\"id\": \"\(id)\", \"request\": {\"urlPattern\": \"/a\"}, \"response\": {\"status\": 203}}", in: harness.engine)
        #expect(harness.engine.session.edit(edited))
        #expect(harness.status("/a") == 202)
        harness.engine.session.remove(harness.engine.session.stubs[0].id)
        #expect(harness.status("/a") == 203)
        #expect(harness.engine.session.stubCount == 1)
        #expect(!harness.engine.session.edit(try EngineHarness.compile("{}", in: harness.engine)))
    }

    @Test func reloadedFixturesDoNotHideWhatWasAdded() throws {
        let harness = try EngineHarness()
        func fixtures(_ status: Int) throws -> [CompiledStub] {
            [
                try EngineHarness.compile(
                    "{\"request\": {\"url\": \"/a\"}, \"response\": {\"status\": \(status)}}", in: harness.engine,
                    origin: .file(path: "a.json"))
            ]
        }
        harness.engine.loadFixtures(try fixtures(201))
        #expect(harness.status("/a") == 201)
        try harness.add(#"{"request": {"url": "/a"}, "response": {"status": 202}}"#)
        harness.engine.loadFixtures(try fixtures(203))
        #expect(harness.status("/a") == 202)
        harness.engine.loadFixtures(try fixtures(204), keepingOthers: false)
        #expect(harness.status("/a") == 204)
    }

    /// An index keeps recent changes apart and merges them into its table when there are many. No change may be lost.
    @Test func keepsEachOfManyChanges() throws {
        let harness = try EngineHarness()
        var ids: [UniqueID] = []
        for number in 0..<1000 {
            ids.append(try harness.add("{\"request\": {\"url\": \"/\(number)\"}, \"response\": {\"status\": 201}}"))
            if number % 3 == 0 { harness.engine.session.remove(ids[number / 2]) }
        }
        let kept = Set(harness.engine.session.stubs.map(\.id))
        let removed = Set((0..<1000).filter { $0 % 3 == 0 }.map { ids[$0 / 2] })
        #expect(kept == Set(ids).subtracting(removed))
        for number in 0..<1000 {
            #expect(harness.status("/\(number)") == (removed.contains(ids[number]) ? 404 : 201), "/\(number)")
        }
    }

    @Test func manyOfOneURLAreReplacedAndRemovedAtOnce() throws {
        let harness = try EngineHarness(#"{"response": {"status": 299}, "priority": 9}"#)
        let session = harness.engine.session
        func compiled(_ id: UniqueID?, _ status: Int) throws -> CompiledStub {
            let written = id.map { "\"id\": \"\($0)\", " } ?? ""
            return try EngineHarness.compile(
                "{\(written)\"request\": {\"url\": \"/a\"}, \"response\": {\"status\": \(status)}}", in: harness.engine)
        }
        let stubs = try (0..<40).map { try compiled(nil, 200 + $0) }
        session.add(stubs)
        #expect(harness.status("/a") == 239)
        session.add([], editing: try stubs.suffix(20).map { try compiled($0.id, 500) } + [compiled(nil, 501)], removing: [stubs[0].id])
        #expect(session.stubCount == 40 && harness.status("/a") == 500)
        session.remove(stubs.suffix(20).map(\.id))
        #expect(session.stubCount == 20 && harness.status("/a") == 219)
        session.removeAll()
        #expect(session.stubCount == 0 && harness.status("/a") == 404)
    }

    /// The table must choose the same stub as a search through all stubs in order, whatever was added, edited and removed before.
    @Test func findsWhatALinearSearchFinds() throws {
        var random = SeededGenerator()
        let seed = random.seed
        let harness = try EngineHarness()
        let urls = [
            #""url": "/a/1?q=1""#, #""url": "/a/1""#, #""urlPath": "/a/1""#, #""urlPath": "/b""#, #""urlPathTemplate": "/a/{x}""#,
            #""urlPathTemplate": "/{x}/1""#, #""urlPathTemplate": "/{x}/{y}""#, #""urlPathTemplate": "/a/**""#,
            #""urlPathTemplate": "/a{x}/1""#,
            #""urlPathPattern": "/a/.*""#, #""urlPathPattern": "/a/1""#, #""urlPattern": "/a/1\\?q=.*""#, #""urlPattern": ".*1""#,
            #""method": "POST""#,
            #""urlPathPattern": "(/a|/b)""#, #""urlPattern": "/b""#,
        ]
        let targets = ["/a/1", "/a/1?q=1", "/a/1?", "/a/2", "/b", "/b?q=1", "/b/1", "/ab/1", "/", "", "/c/1/2", "/a/1?q=2", "/a/x/y", "*"]
        var ids: [UniqueID] = []
        for step in 0..<300 {
            switch random.next() % 4 {
            case 0 where !ids.isEmpty:
                harness.engine.session.remove(ids.remove(at: Int(random.next() % UInt64(ids.count))))
            case 1 where !ids.isEmpty:
                let id = ids[Int(random.next() % UInt64(ids.count))]
                let url = urls[Int(random.next() % UInt64(urls.count))]
                let stub = try EngineHarness.compile(
                    "{\"id\": \"\(id)\", \"request\": {\(url)}, \"priority\": \(random.next() % 3)}", in: harness.engine)
                #expect(harness.engine.session.edit(stub))
            case 2 where random.next() % 16 == 1 && ids.count > 20:
                // So do many that are removed at once.
                ids.shuffle(using: &random)
                harness.engine.session.remove(Array(ids.suffix(20)))
                ids.removeLast(20)
            case 2 where random.next() % 16 == 0:
                // Many at once take another code path.
                let stubs = try (0..<20).map { _ in
                    try EngineHarness.compile("{\"request\": {\(urls[Int(random.next() % UInt64(urls.count))])}}", in: harness.engine)
                }
                harness.engine.session.add(stubs)
                ids += stubs.map(\.id)
            default:
                let url = urls[Int(random.next() % UInt64(urls.count))]
                ids.append(try harness.add("{\"request\": {\(url)}, \"priority\": \(random.next() % 3)}"))
            }
            for target in targets {
                let request = Request(target: target)
                let expected = harness.engine.session.stubs.first { $0.matcher.matches(request, at: Timestamp(milliseconds: 0)) }?.id
                    .description
                var found: String?
                if case .plan(let plan) = harness.engine.session.respond(to: request) {
                    found = plan.response.headers.first("Matched-Stub-Id")
                }
                #expect(found == expected, "seed \(seed), step \(step), target \(target)")
            }
        }
        #expect(harness.engine.session.stubCount == ids.count)
    }
}
