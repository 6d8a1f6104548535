internal import HTTPMessage
internal import Synchronization

/// The link of one session: all its connections share the two rates, as a phone shares one radio.
///
/// It has no clock: time is a parameter, in nanoseconds from any fixed moment, never less than before. Every method may be called from
/// any thread, at the same time. Nothing blocks.
package final class Link: Sendable {
    /// What the flows share.
    struct Shared: Sendable {
        var profile: LinkProfile
        /// Counts the changes of the profile.
        var generation: UInt64 = 0
        var down: RateBucket
        var up: RateBucket
        /// Streams under way, which share a rate.
        var downStreams = 0
        var upStreams = 0
        /// Whoever waits, to be told of a change.
        var waiting: [ObjectIdentifier: @Sendable () -> Void] = [:]
    }

    let shared: Mutex<Shared>

    package init(_ profile: LinkProfile) {
        shared = Mutex(
            Shared(
                profile: profile, down: RateBucket(bitsPerSecond: profile.down.bitsPerSecond),
                up: RateBucket(bitsPerSecond: profile.up.bitsPerSecond)))
    }

    package var profile: LinkProfile { shared.withLock { $0.profile } }

    /// Switches to another profile. It holds for what is under way from this moment on; whoever waits is told.
    package func setProfile(_ profile: LinkProfile, now: Int64) {
        for wake in changeProfile(to: profile, now: now) { wake() }
    }

    /// Switches to another profile, for a caller that holds a lock.
    /// - Returns: what tells whoever waits: to be called once each, without the lock.
    package func changeProfile(to profile: LinkProfile, now: Int64) -> [@Sendable () -> Void] {
        shared.withLock { shared in
            shared.profile = profile
            shared.generation += 1
            shared.down.setRate(profile.down.bitsPerSecond, now: now)
            shared.up.setRate(profile.up.bitsPerSecond, now: now)
            let waiting = Array(shared.waiting.values)
            shared.waiting = [:]
            return waiting
        }
    }
}
