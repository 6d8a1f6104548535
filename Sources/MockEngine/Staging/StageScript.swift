internal import HTTPMessage

/// How one response is sent, apart from what the wire does by itself.
struct StageScript: Sendable {
    struct Hold: Sendable {
        let hold: any ResponseHold
        /// The number of body bytes before the hold; nil for a hold before the head.
        let position: Int?
        /// The position as the journal names it.
        let moment: String
        /// The longest hold, in real time.
        let timeout: Duration
    }

    /// The time before which nothing is sent.
    var due: Duration?
    /// The pace of the body. It begins when the head may be sent.
    var pace: Pace?
    /// When the head could be sent without `due` and holds; nil for the moment at which the wire asks first.
    var start: Duration?
    /// Whether `due` and `pace` are in the machine's time instead of scripted time. There are no holds then.
    var isInRealTime = false
    /// The length of the body that is sent; nil if it is only known at the end.
    let length: Int?
    /// In the order in which the response arrives at them.
    private(set) var holds: [Hold] = []
    var flow: (any ResponseFlow)?
    /// How many bytes of the body are sent before a fault; nil for no fault within the body.
    var faultPosition: Int?
    /// Whether the response stalls at its fault, so that the end of its session must end it.
    var stalls = false

    init(length: Int?) { self.length = length }

    var isEmpty: Bool { due == nil && pace == nil && holds.isEmpty && flow == nil && !stalls }
    /// Whether it waits for a gate, an order or a clock, or stalls, so that the end of its session ends it.
    var waitsForTest: Bool { due != nil || pace != nil || !holds.isEmpty || stalls }

    /// Adds a hold. If no body is sent, a hold within it is placed before the head.
    /// - Parameter position: the number of body bytes before it; nil for a hold before the head.
    mutating func add(_ hold: any ResponseHold, at position: Int?, moment: String, timeout: Duration) {
        let position = length == 0 ? nil : position
        let index = holds.firstIndex { ($0.position ?? -1) > (position ?? -1) } ?? holds.count
        holds.insert(Hold(hold: hold, position: position, moment: moment, timeout: timeout), at: index)
    }
}
