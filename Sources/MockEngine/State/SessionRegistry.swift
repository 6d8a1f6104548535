internal import HTTPMessage
internal import Synchronization

/// The sessions of an engine, by their numbers. The server's own has the number 0, and stays for as long as the engine.
final class SessionRegistry: Sendable {
    private struct State: Sendable {
        var others: [UInt64: Session] = [:]
        var lastNumber: UInt64 = 0
    }

    let own: Session
    private let state = Mutex(State())

    init(own: Session) { self.own = own }

    /// The session of that number; nil when there is none any more.
    @inline(__always)
    subscript(number: UInt64) -> Session? { number == 0 ? own : state.withLock { $0.others[number] } }

    /// All sessions, the server's own first.
    var all: [Session] { [own] + state.withLock { $0.others.sorted { $0.key < $1.key }.map(\.value) } }

    /// Takes a session in that is made with a number of its own.
    func add(_ make: (UInt64) -> Session) -> Session {
        state.withLock { state in
            state.lastNumber += 1
            let session = make(state.lastNumber)
            state.others[state.lastNumber] = session
            return session
        }
    }

    func remove(_ number: UInt64) { state.withLock { _ = $0.others.removeValue(forKey: number) } }
}
