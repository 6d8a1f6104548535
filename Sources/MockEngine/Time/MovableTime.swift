internal import HTTPMessage

/// A time that is moved by hand, and the calls that wait on it. A value; its owner keeps it under a lock.
struct MovableTime: Sendable {
    var moment = Duration.zero
    /// Civil time; moves with `moment`.
    var now: Timestamp
    var calls = DeadlineQueue()

    init(now: Timestamp) { self.now = now }

    /// Takes the next call that is due by a moment, and moves to where it is due. Without one it moves to that moment in the same step, so
    /// that nothing can be added in between that is due by then.
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
