internal import FileStore
internal import FixtureStore
internal import SystemCalls

/// Watches the mapping files, so that a saved file takes effect a moment later.
///
/// A save consists of several changes and often comes with others, so it waits until there has been none for a moment (debounce). It
/// ignores changes that the server itself makes. The kernel reports changes in the folders, and of every name on the way to them: a link
/// that is switched to another folder, a parent that is replaced. Where it reports none (`--watch poll`, a folder on another machine, no
/// watches left), it polls the files several times a second. Changes without an event are found by a check every two seconds. One thread.
package final class FixtureWatch {
    /// How long there must be no change, and the longest time to wait for that.
    private static let debounce = Duration.milliseconds(20)
    private static let longestDebounce = Duration.seconds(1)
    /// How often it checks, without an event, whether the folder's name still leads to the same folder.
    private static let checking = Duration.seconds(2)
    /// How often it polls the files: a poll takes at most a twentieth of the time.
    private static let polling = (shortest: Duration.milliseconds(100), longest: Duration.seconds(2), share: 20)
    /// The most links whose targets are watched; the others are polled.
    private static let watchedLinks = 256
    /// How often one `settle` walks the folder. Folders that come faster are left to the next one.
    static let mostWalks = 4

    private let folder: FixtureFolder
    /// Nil when it polls.
    private var folders: FolderWatch?
    /// Nil when it polls.
    private let bodies: ContentWatch?
    /// Nil when it polls, and when the server itself writes objects.
    private let objects: ContentWatch?
    /// What has changed besides mappings since `takeLooks`.
    private var looks: FolderCare.Scope = []
    /// Whether objects have changed since `takeObjectChange`.
    private var hasObjectChange = false
    /// The time of the first change since `settle`; at the beginning, the time when the fixtures were read.
    private var changedSince: ContinuousClock.Instant?
    /// The time of the last `settle`.
    private var settledAt = ContinuousClock.now
    /// Which folder its name led to at the last check.
    private var place: FileIdentity
    /// Whether the folder was missing at the last check.
    private var isGone = false
    /// Whether links lead to mappings, so that they may change without an event.
    private var hasLinks = false
    /// Whether a poll has found a change that is not reported yet, because another may follow.
    private var isPending = false
    private var interval = FixtureWatch.polling.shortest
    /// Why it polls although it was not asked to, for the log; nil when it does not, or when this has been taken.
    private var notice: String?

    /// Watches nothing before the first `settle`.
    /// - Parameters:
    ///   - polls: whether it polls the files instead of waiting for events.
    ///   - watchesObjects: whether objects that others save are looked at.
    init(_ folder: FixtureFolder, polls: Bool = false, watchesObjects: Bool = false) {
        self.folder = folder
        place = folder.root.identity
        changedSince = .now
        let hasEvents = !polls && !folder.root.isRemote
        bodies = hasEvents ? ContentWatch(folder, .bodies) : nil
        objects = hasEvents && watchesObjects ? ContentWatch(folder, .objects) : nil
        if polls { return }
        if folder.root.isRemote {
            notice = "its file system does not report changes of others"
            return
        }
        do { folders = try FolderWatch() } catch { notice = "\(error)" }
    }

    /// Whether it polls the files instead of waiting for events.
    package var polls: Bool { folders == nil }

    /// Why it polls although it was not asked to; nil when it does not, or when this was taken before.
    package func takeNotice() -> String? {
        defer { notice = nil }
        return notice
    }

    /// Call it for each `Signals.Signal.foldersChanged`.
    package func takeEvents(at now: ContinuousClock.Instant = .now) {
        bodies?.takeEvents(at: now)
        objects?.takeEvents(at: now)
        guard folders?.takeEvents() == true else { return }
        noteChange(at: now)
    }

    /// A change in the folder, or of its name.
    func noteChange(at now: ContinuousClock.Instant) { changedSince = changedSince ?? now }

    /// How long to wait for a further change before `settle` is called.
    package func patience(at now: ContinuousClock.Instant = .now) -> Duration {
        // Irrelevant signals must not postpone the periodic check indefinitely.
        guard let changedSince = changedSince ?? bodies?.changedSince ?? objects?.changedSince else {
            return max(.zero, (polls ? interval : Self.checking) - (now - settledAt))
        }
        return min(Self.debounce, max(.zero, Self.longestDebounce - (now - changedSince)))
    }

    /// What besides mappings may have changed since the last call: files of `__files`, objects, and files in the folder or among the
    /// mappings that are no mappings. Known after `settle`; always empty while it polls.
    func takeLooks() -> FolderCare.Scope {
        defer { looks = [] }
        return looks
    }

    /// Whether others may have saved or deleted objects since the last call. Known after `settle`; never while it polls.
    package func takeObjectChange() -> Bool {
        defer { hasObjectChange = false }
        return hasObjectChange
    }

    /// Call it when there was no change for `patience`, and after a reload.
    /// - Returns: whether to read the fixtures again.
    package func settle(at now: ContinuousClock.Instant = .now) -> Bool {
        if bodies?.settle() == true { looks.insert(.bodies) }
        if objects?.settle() == true {
            looks.insert(.objects)
            hasObjectChange = true
        }
        return settle(at: now, walking: folder.walkMappings)
    }

    /// - Parameter walkMappings: lists the mapping files and folders that are there.
    func settle(at now: ContinuousClock.Instant = .now, walking walkMappings: () throws -> FileRoot.Walk) rethrows -> Bool {
        settledAt = now
        let wasChanged = changedSince != nil
        let since = changedSince ?? now
        changedSince = nil
        if let isOther = checkFolder() { return isOther }
        guard wasChanged || polls || hasLinks || folder.hasUnsettled else { return false }
        let start = ContinuousClock.now
        var walk = try walkMappings()
        // What is made in a folder between the walk and its watch has no event: the folder is walked again.
        var walks = 1
        while wasChanged || !walk.links.isEmpty, watch(walk) {
            guard walks < Self.mostWalks else {
                changedSince = now
                break
            }
            walk = try walkMappings()
            walks += 1
        }
        hasLinks = !walk.links.isEmpty
        let isChange = folder.takeChanges(walk)
        interval = max(Self.polling.shortest, min(Self.polling.longest, (ContinuousClock.now - start) * Self.polling.share))
        guard polls else {
            if wasChanged, !isChange { looks.insert(.strays) }
            return isChange
        }
        // Without events, a save counts as complete when a second poll finds no further change.
        if isChange, now - since < Self.longestDebounce {
            isPending = true
            changedSince = since
            return false
        }
        defer { isPending = false }
        return isPending || isChange
    }

    /// - Returns: whether to read the fixtures again because the name leads to another folder, or to none; nil when it leads to the open
    ///   one.
    private func checkFolder() -> Bool? {
        let wasGone = isGone
        let before = place
        isGone = folder.root.isGone
        if isGone {
            // Its name may appear in a folder that is watched.
            _ = try? folders?.watch([], of: folder.root, steps: folder.root.steps())
            return !wasGone
        }
        folder.root.follow()
        // A folder that is written in is left only when the fixtures are read.
        place = folder.root.identityOfName ?? before
        guard wasGone || place != before else { return nil }
        // Its contents are watched and compared after they have been read.
        changedSince = .now
        return true
    }

    /// - Returns: whether a folder was not watched before.
    private func watch(_ walk: FileRoot.Walk) -> Bool {
        let steps = folder.root.steps(to: Array(walk.links.prefix(Self.watchedLinks)))
        do throws(FileError) {
            return try folders?.watch([.root] + walk.folders, of: folder.root, steps: steps) ?? false
        } catch {
            notice = "\(error)"
            folders = nil
            return false
        }
    }
}
