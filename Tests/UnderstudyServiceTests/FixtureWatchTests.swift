import FileStore
import FixtureStore
import Foundation
import StubModel
import TestSupport
import Testing

@testable import UnderstudyService

@Suite(.timeLimit(.minutes(10))) struct FixtureWatchTests {
    @Test func changesThatNeverEndAreLookedAtAllTheSame() throws {
        let folder = try TemporaryFolder()
        try folder.write("mappings/a.json", "{}")
        let watch = FixtureWatch(try FixtureFolder(folder.path))
        let start = ContinuousClock.now
        #expect(watch.settle(at: start))
        #expect(watch.patience(at: start) == .seconds(2), "it looks now and then")
        #expect(watch.patience(at: start + .seconds(3)) == .zero, "whatever signals come in between")
        watch.noteChange(at: start)
        watch.noteChange(at: start + .milliseconds(500))
        #expect(watch.patience(at: start + .milliseconds(501)) == .milliseconds(20))
        #expect(watch.patience(at: start + .milliseconds(990)) == .milliseconds(10))
        #expect(watch.patience(at: start + .seconds(2)) == .zero)
        #expect(!watch.settle(at: start + .seconds(2)))
        #expect(watch.patience(at: start + .seconds(2)) == .seconds(2))
    }

    @Test func aSavedBodyFileIsNoticedAndReadsNoMappings() throws {
        signal(SIGIO, SIG_IGN)
        let folder = try TemporaryFolder()
        try folder.write("mappings/a.json", "{}")
        try folder.write("__files/api/tags.json", "[]")
        let (_, watch) = try Self.settled(folder)
        func isNoticed() -> Bool {
            let now = ContinuousClock.now
            watch.takeEvents(at: now)
            let isDue = watch.patience(at: now) <= .milliseconds(20)
            let isChange = watch.settle(at: now)
            #expect(!isChange)
            return watch.takeLooks().contains(.bodies) && isDue
        }
        #expect(!isNoticed())
        try folder.write("__files/api/tags.json", #"["a",]"#)
        #expect(isNoticed())
        #expect(!isNoticed(), "once")
        try folder.write("__files/new/deep/file.json", "{}")
        #expect(isNoticed(), "in new folders")
        try folder.write("__files/new/deep/file.json", "{,}")
        let before = ContinuousClock.now
        #expect(isNoticed())
        let unfinished = open("\(folder.path)/__files/half.json", O_WRONLY | O_CREAT, 0o600)
        _ = write(unfinished, "{", 1)
        watch.takeEvents()
        #expect(watch.patience(at: before) > .seconds(1), "a file that is being written")
        close(unfinished)
        #expect(isNoticed())
    }

    /// Nobody writes and closes a link or a pipe.
    @Test func aLinkIsNoticedWhenItIsMade() throws {
        signal(SIGIO, SIG_IGN)
        let folder = try TemporaryFolder()
        try folder.write("__files/a.txt", "a")
        try folder.write("s3/poses/a.jpg", "a")
        let (_, watch) = try Self.settled(folder, watchesObjects: true)
        _ = watch.takeLooks()
        func looks() -> FolderCare.Scope {
            watch.takeEvents()
            #expect(!watch.settle())
            return watch.takeLooks()
        }
        try folder.link("__files/b.txt", to: "/etc/hostname")
        #expect(looks() == [.bodies])
        #expect(looks().isEmpty, "once")
        #expect(mkfifo("\(folder.path)/__files/pipe", 0o600) == 0)
        #expect(looks() == [.bodies])
        try folder.link("s3/poses/b.jpg", to: "nowhere.jpg")
        #expect(looks() == [.objects])
        try folder.link("__files/.#a.txt", to: "somebody@a-machine.7")
        #expect(looks().isEmpty, "an editor's lock")
        try FileManager.default.removeItem(atPath: folder.path + "/__files/b.txt")
        #expect(looks() == [.bodies])
    }

    @Test func aSavedObjectIsNoticedUnlessTheServerWritesObjects() throws {
        signal(SIGIO, SIG_IGN)
        let folder = try TemporaryFolder()
        try folder.write("s3/poses/a.jpg.meta.json", "{}")
        for isWatched in [true, false] {
            let (_, watch) = try Self.settled(folder, watchesObjects: isWatched)
            _ = watch.takeLooks()
            try folder.write("s3/poses/a.jpg.meta.json", #"{"headrs": {}}"#)
            watch.takeEvents()
            #expect(!watch.settle())
            #expect(watch.takeLooks() == (isWatched ? [.objects] : []))
            #expect(watch.takeLooks().isEmpty, "once")
            #expect(watch.takeObjectChange() == isWatched)
            #expect(!watch.takeObjectChange(), "once")
        }
    }

    /// A watch that has settled after a load.
    private static func settled(
        _ folder: TemporaryFolder, watchesObjects: Bool = false
    ) throws -> (mocks: FixtureFolder, watch: FixtureWatch) {
        let mocks = try FixtureFolder(folder.path)
        let watch = FixtureWatch(mocks, watchesObjects: watchesObjects)
        _ = mocks.load()
        _ = watch.settle()
        return (mocks, watch)
    }

    @Test func aFileBesideTheMappingsIsNoticed() throws {
        signal(SIGIO, SIG_IGN)
        let folder = try TemporaryFolder()
        try folder.write("mappings/a.json", "{}")
        let (_, watch) = try Self.settled(folder)
        _ = watch.takeLooks()
        func isNoticed() -> Bool {
            watch.takeEvents()
            #expect(!watch.settle())
            return watch.takeLooks().contains(.strays)
        }
        #expect(!isNoticed())
        try folder.write("b.json", "{}")
        #expect(isNoticed())
        #expect(!isNoticed(), "once")
        try folder.write("mappings/c.txt", "{}")
        #expect(isNoticed(), "among the mappings")
        try folder.write("mappings/d.json", "{}")
        watch.takeEvents()
        #expect(watch.settle())
        #expect(!watch.takeLooks().contains(.strays), "the fixtures are read again in any case")
    }

    @Test func aFolderMadeAnewIsFound() throws {
        signal(SIGIO, SIG_IGN)
        let folder = try TemporaryFolder()
        try folder.write("mocks/mappings/a.json", "{}")
        let mocks = try FixtureFolder(folder.path + "/mocks")
        let watch = FixtureWatch(mocks)
        #expect(watch.settle())

        try FileManager.default.removeItem(atPath: folder.path + "/mocks")
        watch.takeEvents()
        #expect(watch.settle(), "The files are gone, which is told.")
        #expect(!watch.settle(), "It goes on looking, without another word.")
        try folder.write("mocks/mappings/a.json", "{}")
        #expect(watch.settle())
        #expect(mocks.load().problems.isEmpty)
        #expect(!watch.settle())
    }

    /// As when a program makes the folder anew, file by file, while the server looks.
    @Test func aFileMadeBetweenTheWalkAndTheWatchIsFound() throws {
        signal(SIGIO, SIG_IGN)
        let folder = try TemporaryFolder()
        let mocks = try FixtureFolder(folder.path)
        let watch = FixtureWatch(mocks)
        _ = mocks.load()
        var files = ["mappings/a.json", "mappings/new/b.json"]
        #expect(
            try watch.settle(walking: {
                let walk = mocks.walkMappings()
                if !files.isEmpty { try folder.write(files.removeFirst(), "{}") }
                return walk
            }))
        #expect(mocks.load { mapping, _ in mapping }.stubs.count == 2)
        watch.takeEvents()
        #expect(!watch.settle())
    }

    /// The thread that walks takes the signals as well.
    @Test func foldersThatNeverEndAreLeftToTheNextTime() throws {
        signal(SIGIO, SIG_IGN)
        let folder = try TemporaryFolder()
        try folder.write("mappings/a.json", "{}")
        let (mocks, watch) = try Self.settled(folder)
        let now = ContinuousClock.now
        watch.noteChange(at: now)
        var walks = 0
        _ = try watch.settle(
            at: now,
            walking: {
                walks += 1
                if walks < 100 { try folder.write("mappings/\(walks)/a.json", "{}") }
                return mocks.walkMappings()
            })
        #expect(walks == FixtureWatch.mostWalks)
        #expect(watch.patience(at: now) == .milliseconds(20))
    }

    /// The system keeps so many events for a watch, and drops those that come then. What is lost must not be missed.
    @Test func changesBeyondTheQueueOfTheSystemAreFound() throws {
        signal(SIGIO, SIG_IGN)
        let room = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
        let limit = try #require(Int(room.trimmingCharacters(in: .whitespacesAndNewlines)))
        let folder = try TemporaryFolder()
        try folder.write("mappings/a.json", "{}")
        let (mocks, watch) = try Self.settled(folder)

        // Made and removed: no trace is left but two events each, none of which is like the one before.
        let path = folder.path + "/mappings/"
        for number in 0...limit / 2 {
            #expect(mkdir(path + "d\(number)", 0o700) == 0 && rmdir(path + "d\(number)") == 0)
        }
        // These events have no room any more.
        try folder.write("mappings/new/b.json", "{}")
        watch.takeEvents()
        #expect(watch.settle(), "the new file is found")
        #expect(mocks.load { mapping, _ in mapping }.stubs.count == 2)
        watch.takeEvents()
        #expect(!watch.settle(), "nothing is new")
        // The folder that was made meanwhile is watched as well.
        try folder.write("mappings/new/c.json", "{}")
        watch.takeEvents()
        #expect(watch.settle())
        #expect(mocks.load { mapping, _ in mapping }.stubs.count == 3)
    }

    /// A folder that was read by its name, a link, which has then been switched to another release in one step.
    private func switchedFolder() throws -> (folder: TemporaryFolder, mocks: FixtureFolder, watch: FixtureWatch) {
        signal(SIGIO, SIG_IGN)
        let folder = try TemporaryFolder()
        try folder.write("one/mappings/a.json", "{}")
        try folder.write("two/mappings/a.json", #"{"priority": 1}"#)
        try folder.link("current", to: "one")
        let mocks = try FixtureFolder(folder.path + "/current")
        let watch = FixtureWatch(mocks)
        _ = watch.settle()
        _ = mocks.load()
        try folder.link("next", to: "two")
        #expect(rename(folder.path + "/next", folder.path + "/current") == 0)
        return (folder, mocks, watch)
    }

    @Test func aLinkThatIsSwitchedIsHeard() throws {
        let (folder, mocks, watch) = try switchedFolder()
        watch.takeEvents()
        #expect(watch.patience() <= .milliseconds(20), "an event tells of it")
        #expect(watch.settle())
        _ = mocks.load()
        #expect(!watch.settle())
        try folder.write("two/mappings/b.json", "{}")
        watch.takeEvents()
        #expect(watch.settle(), "the new folder is watched")
    }

    /// A request finds it before the watch does. No event tells of it, as where the folder's parents cannot be watched. A folder that is
    /// written in stays open until it is read.
    @Test(arguments: [false, true]) func aFolderThatARequestHasOpenedIsReadAgain(isWrittenIn: Bool) throws {
        let (folder, mocks, watch) = try switchedFolder()
        defer { withExtendedLifetime(folder) {} }
        if isWrittenIn { mocks.root.beginWriting() }
        let before = mocks.root.identity
        _ = mocks.store.look()
        #expect(watch.settle())
        #expect((mocks.root.identity == before) == isWrittenIn)
        #expect(mocks.load().stubs.map(\.priority) == [1])
        #expect(!watch.settle())
    }

    @Test func aParentThatIsReplacedIsHeard() throws {
        signal(SIGIO, SIG_IGN)
        let folder = try TemporaryFolder()
        try folder.write("app/mocks/mappings/a.json", "{}")
        let mocks = try FixtureFolder(folder.path + "/app/mocks")
        let watch = FixtureWatch(mocks)
        _ = watch.settle()
        _ = mocks.load()
        #expect(rename(folder.path + "/app", folder.path + "/old") == 0)
        watch.takeEvents()
        #expect(watch.settle(), "it is gone")
        _ = mocks.load()
        try folder.write("app/mocks/mappings/a.json", #"{"priority": 1}"#)
        watch.takeEvents()
        #expect(watch.patience() <= .milliseconds(20))
        #expect(watch.settle(), "another one is there")
        #expect(mocks.load().stubs.map(\.priority) == [1])
        #expect(rename(folder.path + "/app", folder.path + "/newer") == 0)
        #expect(rename(folder.path + "/old", folder.path + "/app") == 0)
        watch.takeEvents()
        #expect(watch.settle())
        #expect(mocks.load().stubs.map(\.priority) == [5])
    }

    /// A mapping is a link to a file elsewhere in the folder, by way of a second link.
    @Test func whatLinksLeadToIsHeard() throws {
        signal(SIGIO, SIG_IGN)
        let folder = try TemporaryFolder()
        try folder.write("releases/1/a.json", "{}")
        try folder.write("releases/2/a.json", #"{"priority": 2}"#)
        try folder.link("releases/current", to: "1")
        try folder.write("mappings/other.json", "{}")
        try folder.link("mappings/a.json", to: "../releases/current/a.json")
        let mocks = try FixtureFolder(folder.path)
        let watch = FixtureWatch(mocks)
        _ = watch.settle()
        _ = mocks.load()
        try folder.write("releases/1/a.json", #"{"priority": 1}"#)
        watch.takeEvents()
        #expect(watch.settle(), "the file was written")
        _ = mocks.load()
        try folder.link("releases/next", to: "2")
        #expect(rename(folder.path + "/releases/next", folder.path + "/releases/current") == 0)
        watch.takeEvents()
        #expect(watch.settle(), "the link on the way was switched")
        #expect(mocks.load().stubs.map(\.priority) == [2, 5])
    }

    @Test func neighboursOfTheFolderAreNotHeard() throws {
        signal(SIGIO, SIG_IGN)
        let folder = try TemporaryFolder()
        try folder.write("mocks/mappings/a.json", "{}")
        let mocks = try FixtureFolder(folder.path + "/mocks")
        let watch = FixtureWatch(mocks)
        let start = ContinuousClock.now
        _ = watch.settle()
        _ = mocks.load()
        _ = watch.settle()
        watch.takeEvents()
        try folder.write("neighbour/a.json", "{}")
        watch.takeEvents()
        #expect(watch.patience(at: start) > .milliseconds(20))
    }

    @Test func withoutEventsASaveIsFoundOnceItIsComplete() throws {
        let folder = try TemporaryFolder()
        try folder.write("mappings/a.json", "{}")
        let mocks = try FixtureFolder(folder.path)
        let watch = FixtureWatch(mocks, polls: true)
        let start = ContinuousClock.now
        #expect(watch.polls && watch.takeNotice() == nil)
        _ = mocks.load()
        #expect(!watch.settle(at: start))
        #expect((.milliseconds(100)...(.seconds(2))).contains(watch.patience(at: start)))
        try folder.write("mappings/a.json", "{\"")
        #expect(!watch.settle(at: start + .milliseconds(100)), "more may come")
        #expect(watch.patience(at: start + .milliseconds(100)) == .milliseconds(20))
        try folder.write("mappings/a.json", #"{"priority": 1}"#)
        #expect(!watch.settle(at: start + .milliseconds(120)))
        #expect(watch.settle(at: start + .milliseconds(140)))
        #expect(mocks.load().stubs.count == 1)
        #expect(!watch.settle(at: start + .milliseconds(240)))
        #expect(rename(folder.path, folder.path + "-gone") == 0)
        #expect(watch.settle(at: start + .milliseconds(340)))
        #expect(!mocks.load().problems.isEmpty)
        #expect(rename(folder.path + "-gone", folder.path) == 0)
        #expect(watch.settle(at: start + .milliseconds(440)))
        #expect(mocks.load().problems.isEmpty)
    }
}
