package import AdminAPI
package import MockEngine

/// What the recorder needs to record the objects that responses name.
package struct ObjectRecording: Sendable {
    /// The hosts that a flag names (`--s3-host`).
    package var hosts: [ObjectHost] = []
    /// Where the objects' files go; nil when there is no folder of buckets.
    package var folder: (any ObjectFolder)?
    /// Limits the time of one object, and of all.
    package var timer: any EngineTimer
    /// Takes a sentence for each object that could not be recorded.
    package var warn: @Sendable (String) -> Void
    /// The longest time for one object.
    package var timeLimit: Duration = .seconds(60)
    /// For how long the fetch of one recording begins with further objects.
    package var overallTimeLimit: Duration = .seconds(600)
    /// The longest object, in bytes.
    package var maximumObjectBytes = 64 << 20
    /// All objects of one recording together, in bytes.
    package var maximumBytes = 1 << 30
    /// The most objects of one recording.
    package var maximumObjects = 10_000
    /// How many are fetched at a time.
    package var maximumRequests = 8

    /// The longest time for all objects of one recording: the last to begin may take its own time.
    package var longestFetch: Duration { overallTimeLimit + timeLimit }

    package init(timer: any EngineTimer, warn: @escaping @Sendable (String) -> Void = { _ in }) {
        self.timer = timer
        self.warn = warn
    }
}
