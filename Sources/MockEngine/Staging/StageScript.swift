internal import HTTPMessage

/// What is decided of how one response goes out, besides what the wire does by itself.
struct StageScript: Sendable {
    struct Hold: Sendable {
        let hold: any ResponseHold
        /// Bytes of the body before it; nil for a hold before the head.
        let position: Int?
        /// As the journal tells the moment.
        let moment: String
        /// How long it may take, in real time.
        let timeout: Duration
    }

    /// Of scripted time: nothing is sent before it.
    var due: Duration?
    /// Of the body, on scripted time. It begins when the head may go.
    var pace: Pace?
    /// Of the body that is sent; nil when it shows only at the end.
    let length: Int?
    /// In the order in which the response comes to them.
    private(set) var holds: [Hold] = []
    var flow: (any ResponseFlow)?

    init(length: Int?) { self.length = length }

    var isEmpty: Bool { due == nil && pace == nil && holds.isEmpty && flow == nil }
    /// Whether it waits for something that a test does.
    var waitsForTest: Bool { due != nil || pace != nil || !holds.isEmpty }

    /// Adds a hold. Where no body is sent, one within it is before the head.
    /// - Parameter position: bytes of the body before it; nil for one before the head.
    mutating func add(_ hold: any ResponseHold, at position: Int?, moment: String, timeout: Duration) {
        let position = length == 0 ? nil : position
        let index = holds.firstIndex { ($0.position ?? -1) > (position ?? -1) } ?? holds.count
        holds.insert(Hold(hold: hold, position: position, moment: moment, timeout: timeout), at: index)
    }
}
