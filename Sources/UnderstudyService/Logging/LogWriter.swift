internal import Glibc
internal import Logging
internal import SystemCalls

/// Writes log lines on its own thread, so that logging never blocks, even if standard error is a pipe that is never read or a terminal that
/// is stopped.
///
/// At most 1 MiB of lines waits (`LogQueue`). Further lines are dropped, and the log states their number as soon as the stream is read
/// again. Any thread.
final class LogWriter: @unchecked Sendable {
    // Unchecked: all state that changes is used under the monitor only.

    /// The longest line, in bytes; longer ones are cut.
    private static let longestLine = 8 << 10

    /// The process's standard error. Waiting lines are written when the process exits.
    static let standardError = LogWriter(STDERR_FILENO, style: .standardError(), finishesAtExit: true)

    private let descriptor: Int32
    private let finishesAtExit: Bool

    private let monitor = Monitor()
    // Under the monitor.
    private var style: LogStyle
    private var queue = LogQueue()
    private var repeated = RepeatedLines()
    private var isStarted = false
    private var isWriting = false
    private var isEnding = false
    /// The number of bytes that the stream has taken.
    private var progress = 0

    /// - Parameter descriptor: borrowed; must stay open as long as the writer is used.
    init(_ descriptor: Int32, style: LogStyle, finishesAtExit: Bool = false) {
        self.descriptor = descriptor
        self.style = style
        self.finishesAtExit = finishesAtExit
    }

    /// Puts a line into the queue. Never waits for the stream.
    func log(_ line: LogLine) {
        let time = locked { style }.time
        locked {
            guard repeated.admits(line, at: .now) else {
                start()
                return
            }
            enqueue(line, time)
            start()
            monitor.signalAll()
        }
    }

    /// Writes further lines in that form.
    func use(_ style: LogStyle) { locked { self.style = style } }

    /// How many lines were dropped since the start because the stream was not read fast enough.
    var droppedLines: Int { locked { queue.allDropped } }

    /// Writes the waiting lines if that does not block: gives up when the stream takes nothing for 50 ms, and after a second in any case.
    /// - Returns: whether everything was written.
    @discardableResult
    func finish() -> Bool {
        locked {
            for line in repeated.rest() { enqueue(line, style.time) }
            monitor.signalAll()
            var patience = FinishPatience(at: .now, progress: progress)
            while !queue.isEmpty || isWriting {
                let takesMore = SystemCalls.takesMore(descriptor)
                guard isStarted, patience.lasts(at: .now, progress: progress, takesMore: takesMore) else { return false }
                wait(until: patience.nextLook)
            }
            return true
        }
    }

    /// Ends the thread when the waiting lines are written; for tests. Otherwise a writer with a running thread is never released.
    func stop() {
        locked {
            isEnding = true
            monitor.signalAll()
        }
    }

    private func locked<T>(_ body: () -> T) -> T { monitor.locked(body) }

    // MARK: Under the monitor

    private func enqueue(_ line: LogLine, _ time: String) {
        var bytes = style.bytes(line, at: time)
        if bytes.count > Self.longestLine, !style.isStructured {
            bytes = Array(String(decoding: bytes.prefix(Self.longestLine), as: UTF8.self).utf8)
            bytes += Array((style.isColoured ? "…\u{1B}[0m\n" : "…\n").utf8)
        }
        queue.add(bytes)
    }

    /// Starts the thread at the first line. If that fails, lines wait in the queue, and the next one tries again.
    private func start() {
        guard !isStarted else { return }
        isStarted = true
        var attributes = pthread_attr_t()
        unsafe pthread_attr_init(&attributes)
        unsafe pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        unsafe pthread_attr_setstacksize(&attributes, 256 << 10)
        var thread = pthread_t()
        let writer = unsafe Unmanaged.passRetained(self)
        let status = SystemCalls.blockingSignals {
            unsafe pthread_create(
                &thread, &attributes,
                { pointer in
                    if let pointer = unsafe pointer { unsafe Unmanaged<LogWriter>.fromOpaque(pointer).takeRetainedValue().run() }
                    return nil
                }, writer.toOpaque())
        }
        unsafe pthread_attr_destroy(&attributes)
        if status != 0 {
            unsafe writer.release()
            isStarted = false
        } else if finishesAtExit {
            atexit { _ = LogWriter.standardError.finish() }
        }
    }

    private func wait(until deadline: ContinuousClock.Instant?) {
        if let deadline { monitor.wait(for: deadline - .now + .milliseconds(1)) } else { monitor.wait() }
    }

    // MARK: The thread

    private func run() {
        while let (bytes, dropped) = next() {
            write(bytes)
            if dropped > 0 { write(locked { droppedLine(dropped) }) }
            locked {
                isWriting = false
                monitor.signalAll()
            }
        }
    }

    /// Waits for lines; nil when the thread must end.
    private func next() -> (bytes: [UInt8], dropped: Int)? {
        locked {
            while true {
                for line in repeated.due(at: .now) { enqueue(line, style.time) }
                if !queue.isEmpty {
                    isWriting = true
                    return queue.take()
                }
                if isEnding { return nil }
                wait(until: repeated.nextDue)
            }
        }
    }

    private func droppedLine(_ count: Int) -> [UInt8] {
        style.bytes(
            LogLine(
                level: .warning,
                text: "\(counted(count, "line")) of the log were dropped here: standard error was not read fast enough"),
            at: style.time)
    }

    /// Writes everything, however long it takes; drops it when the stream is closed.
    private func write(_ bytes: [UInt8]) {
        SystemCalls.writeAll(bytes.span, to: descriptor) { written in
            locked {
                progress += written
                monitor.signalAll()
            }
        }
    }
}
