import AdminAPI
import Foundation
import JSONDocument
@testable import MockEngine
import Recorder
import StubModel
import Synchronization
import Testing
import UpstreamTestSupport

/// What could not be saved stays until it is.
extension StubRecorderTests {
    /// A recording of `path` that could not be saved; there is room again afterwards.
    private func failToSave(_ path: String, _ fixture: Fixture) async throws {
        try fixture.begin()
        _ = try await fixture.proxying.ask(path)
        fixture.folder.isFull.withLock { $0 = true }
        #expect(throws: StubRecorder.NotSaved.self) { try fixture.recorder.stop() }
        fixture.folder.isFull.withLock { $0 = false }
    }

    private func saved(_ fixture: Fixture) -> [String?] { fixture.folder.saved.withLock { $0.map(\.name) } }

    @Test func whatCannotBeSavedIsKeptAndSavedLater() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["extractBodyCriteria": ["binarySizeThreshold": "1"]])
        _ = try await fixture.proxying.ask("/json")
        _ = try await fixture.proxying.ask("/bin")
        fixture.folder.isFull.withLock { $0 = true }
        for _ in 0..<2 {
            let error = #expect(throws: StubRecorder.NotSaved.self) { try fixture.recorder.stop() }
            #expect(error?.description.contains("The disk is full.") == true)
            #expect(error?.description.hasSuffix(" Stop the recording again to save them again.") == true)
            #expect(error?.sentences.hasSuffix("The disk is full.") == true, "a server that ends is not stopped again")
        }
        #expect(fixture.recorder.hasUnsaved && fixture.recorder.unsaved.count == 2)
        #expect(try await fixture.proxying.ask("/bin").status == 201, "it is a stub")
        fixture.folder.isFull.withLock { $0 = false }
        #expect(try fixture.stop().count == 2)
        #expect(fixture.folder.saved.withLock { $0.count } == 2)
        #expect(fixture.recorder.unsaved.isEmpty)
        #expect(throws: StubRecorder.NotRecording.self) { try fixture.recorder.stop() }
    }

    @Test func theLogTellsWhatAnEndByACallCannotSave() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try await failToSave("/a", fixture)
        let told = fixture.folder.warnings.withLock { $0 }
        #expect(told.count == 1 && told.first?.contains("could not all be saved. The disk is full.") == true, "\(told)")
    }

    @Test func aBodyThatLooksLikeATemplateIsMeantAsItIs() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin()
        _ = try await fixture.proxying.ask("/braces")
        _ = try await fixture.proxying.ask("/json")
        let none: JSONValue = []
        let responses = try fixture.stop().compactMap { $0["response"] }
        #expect(responses.map { $0["transformers"] == none } == [true, false])
        let saved = fixture.folder.saved.withLock { $0.map(\.fileJSON) }
        #expect(saved.contains { $0["response"]?["transformers"] == none }, "the file has it")
    }

    @Test func theRefusalOfALoopIsNotRecorded() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin()
        #expect(try await fixture.proxying.ask("/refused").status == 500)
        #expect(try fixture.stop().isEmpty)
        let told = fixture.folder.warnings.withLock { $0 }
        #expect(told.count == 1 && told.first?.hasPrefix("GET /refused was left out of the recording: it has passed") == true, "\(told)")
    }

    @Test func aSecondStartIsTold() throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin()
        #expect(fixture.folder.warnings.withLock { $0 }.isEmpty)
        #expect(try fixture.start(["targetBaseUrl": "http://127.0.0.1:1"]).isEmpty)
        #expect(
            fixture.folder.warnings.withLock { $0 } == [
                "recordings/start had no effect, because a recording of \(fixture.target.origin) is under way. "
                    + "Stop it first: POST /__admin/recordings/stop."
            ])
    }

    @Test func aSnapshotThatIsSavedLeavesWhatIsNot() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try await failToSave("/a", fixture)
        _ = try fixture.snapshot(["filters": ["urlPath": "/none"]])
        #expect(fixture.recorder.hasUnsaved)
        #expect(try fixture.stop().map { $0["name"] } == ["a"])
        #expect(saved(fixture) == ["a"])
        #expect(fixture.recorder.unsaved.isEmpty)
    }

    @Test func aSnapshotThatIsNotSavedIsKeptWithTheOthers() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try await failToSave("/a", fixture)
        fixture.folder.isFull.withLock { $0 = true }
        #expect(throws: StubRecorder.NotSaved.self) { try fixture.snapshot([:]) }
        #expect(fixture.recorder.unsaved.count == 2)
        fixture.folder.isFull.withLock { $0 = false }
        #expect(try fixture.stop().count == 2)
        #expect(saved(fixture) == ["a", "a"])
        #expect(fixture.recorder.unsaved.isEmpty)
    }

    @Test func aRecordingThatFollowsLeavesWhatIsNotSaved() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try await failToSave("/a", fixture)
        try fixture.begin()
        _ = try await fixture.proxying.ask("/b")
        #expect(fixture.recorder.status == .recording && fixture.recorder.unsaved.count == 1)
        #expect(try fixture.stop().map { $0["name"] } == ["b"])
        #expect(fixture.recorder.hasUnsaved)
        #expect(try fixture.stop().map { $0["name"] } == ["a"])
        #expect(saved(fixture) == ["b", "a"])
        #expect(throws: StubRecorder.NotRecording.self) { try fixture.recorder.stop() }
    }

    /// A thread that ends the process while another one saves a recording finds its stubs, and saves them itself.
    @Test func whatIsBeingSavedIsKeptUntilItIs() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin()
        _ = try await fixture.proxying.ask("/a")
        let (recorder, folder) = (fixture.recorder, fixture.folder)
        folder.whenWriting.withLock { body in
            body = {
                folder.whenWriting.withLock { $0 = nil }
                let end = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    #expect(recorder.status == .stopped && recorder.hasUnsaved && recorder.unsaved.count == 1)
                    _ = try? recorder.stopAtEnd(fetchingUntil: nil)
                    #expect(!recorder.hasUnsaved)
                    #expect(throws: StubRecorder.NotRecording.self) { try recorder.stop() }
                    end.signal()
                }
                end.wait()
            }
        }
        #expect(try fixture.stop().count == 1)
        #expect(folder.saved.withLock { Set($0.map(\.id)).count } == 1)
    }

    /// A call that deletes a recorded stub while its file is written deletes the file as well.
    @Test func callsThatChangeFilesWaitForARecording() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin()
        _ = try await fixture.proxying.ask("/a")
        let engine = fixture.proxying.engine
        let mayChange = Mutex<[Bool]>([])
        fixture.folder.whenWriting.withLock { body in
            body = {
                let end = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    let isFree = engine.files.withLockIfAvailable { _ in true } ?? false
                    mayChange.withLock { $0.append(isFree) }
                    end.signal()
                }
                end.wait()
            }
        }
        _ = try fixture.stop()
        #expect(mayChange.withLock { $0 } == [false], "while the mapping is written")
        #expect(engine.files.withLockIfAvailable { _ in true } == true, "afterwards")
    }

    /// It is recording until its stubs are made.
    @Test func aRecordingLastsUntilItsStubsAreMade() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try fixture.begin(["extractBodyCriteria": ["textSizeThreshold": "1"]])
        _ = try await fixture.proxying.ask("/a")
        let (recorder, folder) = (fixture.recorder, fixture.folder)
        let seen = Mutex<[RecordingStatus]>([])
        folder.whenWriting.withLock { $0 = { seen.withLock { $0.append(recorder.status) } } }
        _ = try fixture.stop()
        #expect(seen.withLock { $0 } == [.recording, .stopped], "while the body's file is written, and while the mapping is")
    }

    @Test func whatWasChangedMeanwhileIsSavedAsItIsNow() async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try await failToSave("/a", fixture)
        let id = try #require(fixture.recorder.unsaved.first?["id"])
        try fixture.proxying.add(["id": id, "name": "newer", "request": ["url": "/a"], "persistent": true])
        #expect(fixture.recorder.unsaved.map { $0["name"] } == ["newer"])
        #expect(try fixture.stop().map { $0["name"] } == ["newer"])
        #expect(saved(fixture) == ["newer"])
    }

    @Test(arguments: [true, false]) func whatIsNoLongerToBeSavedIsDropped(isDeleted: Bool) async throws {
        let fixture = try Fixture()
        defer { fixture.target.stop() }
        try await failToSave("/a", fixture)
        let id = try #require(fixture.recorder.unsaved.first?["id"])
        if isDeleted {
            fixture.proxying.engine.session.remove(try #require(id.string.flatMap { UniqueID($0) }))
        } else {
            try fixture.proxying.add(["id": id, "name": "passing", "request": ["url": "/a"]])
        }
        #expect(fixture.recorder.unsaved.isEmpty && !fixture.recorder.hasUnsaved)
        #expect(throws: StubRecorder.NotRecording.self) { try fixture.recorder.stop() }
        #expect(saved(fixture).isEmpty)
    }
}
