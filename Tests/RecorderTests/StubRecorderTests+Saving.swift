import AdminAPI
import JSONDocument
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
}
