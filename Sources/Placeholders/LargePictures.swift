internal import HTTPMessage
internal import Synchronization

/// The large pictures that are being made: one at a time, because each takes four bytes of memory per pixel. Those that wait occupy no
/// thread. Any thread.
final class LargePictures: Sendable {
    private struct State: Sendable {
        var isMaking = false
        var waiting: [@Sendable () -> Void] = []
    }

    /// The most pictures that wait.
    private static let most = 1_024

    private let state = Mutex(State())

    var hasRoom: Bool { state.withLock { $0.waiting.count < Self.most } }

    /// Makes a picture, and then those that were added meanwhile. While another thread makes one, only adds it to those that wait.
    func run(_ make: @escaping @Sendable () -> Void) {
        var next = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.isMaking else {
                state.isMaking = true
                return make
            }
            state.waiting.append(make)
            return nil
        }
        while let make = next {
            make()
            next = state.withLock { state in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.isMaking = false
                return nil
            }
        }
    }

    /// Work for large pictures on the threads of another queue, at most one of them at a time.
    final class Queue: WorkQueue {
        private let pictures: LargePictures
        private let threads: any WorkQueue

        init(_ pictures: LargePictures, over threads: any WorkQueue) {
            self.pictures = pictures
            self.threads = threads
        }

        func submit(_ work: @escaping @Sendable () -> Void) -> Bool {
            pictures.hasRoom && threads.submit { [pictures] in pictures.run(work) }
        }
    }
}
