/// The descriptors that the library gives to a certain worker: those whose number is the worker's modulo the number of workers.
struct WorkerNumbers {
    /// How often the system is asked for one descriptor at most.
    static let mostAsked = 64
    /// The widest range to choose from is 2 to the power of this, in numbers of the worker.
    private static let widest = 24

    let worker: Int
    let workers: Int

    /// - Parameter worker: from 0; another number counts modulo the number of workers.
    init(_ worker: Int, of workers: Int) {
        self.worker = worker % workers
        self.workers = workers
    }

    func contains(_ descriptor: Int32) -> Bool { Int(descriptor) % workers == worker }

    /// Searches for a free number of the worker. The least one comes first. It may be taken, and many behind it, where most connections are
    /// this worker's, so that the next ones are chosen at random from a range that grows until there is room in it.
    /// - Parameters:
    ///   - least: all lower numbers are taken.
    ///   - ask: returns the least free number that is not below the given one; a negative number if there is none.
    /// - Returns: nil when none is free, or nearly none.
    func search(from least: Int32, ask: (Int32) -> Int32) -> Int32? {
        let first = Int(least) + (worker - Int(least) % workers + workers) % workers
        var width = 0
        for _ in 0..<Self.mostAsked {
            let found = ask(Int32(clamping: first + workers * Int.random(in: 0..<1 << width)))
            if found >= 0, contains(found) { return found }
            if found < 0, width == 0 { return nil }
            width = found < 0 ? width - 1 : min(width + 2, Self.widest)
        }
        return nil
    }
}
