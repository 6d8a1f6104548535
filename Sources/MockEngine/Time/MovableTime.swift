internal import HTTPMessage

/// A time that is moved by hand, and the calls that wait for it. A value; its owner keeps it under a lock.
struct MovableTime: Sendable {
    var moment = Duration.zero
    /// Civil time; advances with `moment`.
    var now: Timestamp
    var calls = DeadlineQueue()

    init(now: Timestamp) { self.now = now }

    /// Takes the next call that is due by `end` and moves to its deadline. If there is none, moves to `end` in the same step, so that no
    /// earlier call can be added in between.
    mutating func moveToNext(until end: Duration) -> (@Sendable () -> Void)? {
        let next = calls.takeNext(until: end)
        move(to: next?.due ?? end)
        return next?.body
    }

    private mutating func move(to moment: Duration) {
        guard moment > self.moment else { return }
        now.nanoseconds += (moment - self.moment).wholeNanoseconds
        self.moment = moment
    }
}
