internal import HTTPMessage
internal import Synchronization

/// The link of one session. All its connections share the two rates, as all traffic of a phone shares one radio.
///
/// Has no clock: times are parameters, in nanoseconds from any fixed moment, never decreasing. Thread-safe. Nothing blocks.
package final class Link: Sendable {
    /// The state that the flows share.
    struct Shared: Sendable {
        var profile: LinkProfile
        /// Counts the changes of the profile.
        var generation: UInt64 = 0
        var down: RateBucket
        var up: RateBucket
        /// Active streams, which share the rate.
        var downStreams = 0
        var upStreams = 0
        /// Callbacks of waiting flows, for a change of the profile.
        var waiting: [ObjectIdentifier: @Sendable () -> Void] = [:]
    }

    let shared: Mutex<Shared>

    package init(_ profile: LinkProfile) {
        shared = Mutex(
            Shared(
                profile: profile, down: RateBucket(bitsPerSecond: profile.down.bitsPerSecond),
                up: RateBucket(bitsPerSecond: profile.up.bitsPerSecond)))
    }

    /// The current profile.
    package var profile: LinkProfile { shared.withLock { $0.profile } }

    /// Switches to another profile. It applies at once, also to exchanges in progress.
    /// - Returns: the callbacks of waiting flows. Call each once, without a lock of yours.
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
