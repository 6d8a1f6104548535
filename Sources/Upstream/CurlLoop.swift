internal import CCurl
#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif
internal import HTTPMessage
internal import Synchronization
internal import SystemCalls

/// The thread that performs all transfers, over one multi handle.
///
/// Unchecked because it holds a C pointer and state that only its thread touches. Other threads post commands.
@safe final class CurlLoop: @unchecked Sendable {
    enum Command: Sendable {
        case start(Transfer)
        case resume(Transfer)
        case cancel(Transfer)
    }

    private struct Inbox: Sendable {
        var commands: [Command] = []
        var isStopping = false
        /// The multi handle is closed.
        var isOver = false
    }

    private let library: CurlLibrary
    private let settings: CurlClient.Settings
    private let multi: UnsafeMutableRawPointer
    private let inbox = Mutex(Inbox())
    private var thread = pthread_t()

    // Touched by the loop's thread only.
    private var handles: [ObjectIdentifier: CurlHandle] = [:]
    /// Transfers whose head is complete, the first one first, and when each hands over its response without its whole body. Those that
    /// have handed it over meanwhile stay until then.
    private var heads: [(transfer: Transfer, due: ContinuousClock.Instant)] = []

    init(_ settings: CurlClient.Settings) throws {
        library = try CurlLibrary.shared()
        self.settings = settings
        guard let multi = unsafe library.table.pointee.curl_multi_init() else { throw UpstreamError.failed("libcurl is out of memory") }
        unsafe self.multi = unsafe multi
        var started = pthread_t()
        let retained = unsafe Unmanaged.passRetained(self)
        let status = SystemCalls.blockingSignals {
            unsafe pthread_create(
                &started, nil,
                { context in
                    if let context = unsafe context { unsafe Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().run() }
                    return nil
                }, retained.toOpaque())
        }
        guard status == 0 else {
            unsafe retained.release()
            unsafe _ = library.table.pointee.curl_multi_cleanup(multi)
            throw UpstreamError.failed("the thread for requests to other servers could not be started")
        }
        thread = started
    }

    /// Any thread. Once the loop has ended, a transfer that should start is cancelled, and all other commands do nothing.
    func post(_ command: Command) {
        let isTaken = change { inbox in
            guard !inbox.isOver else { return false }
            inbox.commands.append(command)
            return true
        }
        if !isTaken, case .start(let transfer) = command { transfer.complete(.cancelled) }
    }

    /// Cancels all transfers, and waits for the thread to end. Called on that thread itself, where a completion may release the client's
    /// last reference, it does not wait: the thread ends after the completion.
    func stop() {
        change { $0.isStopping = true }
        if pthread_equal(pthread_self(), thread) != 0 { pthread_detach(thread) } else { pthread_join(thread, nil) }
    }

    /// Wakes the thread unless it was woken already. Takes the lock under which the thread closes the multi handle.
    private func change<Result>(_ body: (inout Inbox) -> Result) -> Result {
        inbox.withLock { inbox in
            let result = body(&inbox)
            if !inbox.isOver, inbox.commands.count <= 1 { unsafe _ = library.table.pointee.curl_multi_wakeup(multi) }
            return result
        }
    }

    // MARK: The thread

    private func run() {
        while obey() {
            var running: Int32 = 0
            unsafe _ = library.table.pointee.curl_multi_perform(multi, &running)
            collect()
            deliverOverdue()
            unsafe _ = library.table.pointee.curl_multi_poll(multi, nil, 0, timeout, nil)
        }
        for handle in handles.values {
            unsafe _ = library.table.pointee.curl_multi_remove_handle(multi, handle.easy)
            handle.transfer.complete(.cancelled)
        }
        handles = [:]
        heads = []
        let left = inbox.withLock { inbox in
            inbox.isOver = true
            defer { inbox.commands = [] }
            return inbox.commands
        }
        for case .start(let transfer) in left { transfer.complete(.cancelled) }
        unsafe _ = library.table.pointee.curl_multi_cleanup(multi)
    }

    /// - Returns: false when the loop must end.
    private func obey() -> Bool {
        let (commands, isStopping) = inbox.withLock { inbox in
            defer { inbox.commands = [] }
            return (inbox.commands, inbox.isStopping)
        }
        for command in commands {
            switch command {
            case .start(let transfer): start(transfer)
            case .resume(let transfer):
                if let handle = handles[ObjectIdentifier(transfer)] {
                    unsafe _ = library.table.pointee.curl_easy_pause(handle.easy, CURLPAUSE_CONT)
                }
            case .cancel(let transfer): end(transfer, .cancelled)
            }
        }
        return !isStopping
    }

    private func start(_ transfer: Transfer) {
        guard let handle = CurlHandle(transfer, self, library, settings) else {
            transfer.complete(.failed("libcurl is out of memory"))
            return
        }
        let code = unsafe library.table.pointee.curl_multi_add_handle(multi, handle.easy)
        guard code == CURLM_OK else {
            // No message would ever come for it.
            transfer.complete(.failed("libcurl does not take the request (error \(code.rawValue))"))
            return
        }
        handles[ObjectIdentifier(transfer)] = handle
    }

    /// Completes the transfers that have ended.
    private func collect() {
        var left: Int32 = 0
        while let message = unsafe library.table.pointee.curl_multi_info_read(multi, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle,
                let context = unsafe curl_context(library.table, easy)
            else { continue }
            let handle = unsafe Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
            end(handle.transfer, handle.error(unsafe curl_result(message)))
        }
    }

    private func end(_ transfer: Transfer, _ error: UpstreamError?) {
        if let handle = handles.removeValue(forKey: ObjectIdentifier(transfer)) {
            unsafe _ = library.table.pointee.curl_multi_remove_handle(multi, handle.easy)
        }
        transfer.complete(error)
    }

    /// The head of a transfer's response is complete.
    func headIsComplete(_ transfer: Transfer) {
        if transfer.request.maximumWholeBodyBytes == nil { heads.append((transfer, .now + Transfer.patience)) }
    }

    private func deliverOverdue() {
        guard !heads.isEmpty else { return }
        let now = ContinuousClock.now
        let overdue = heads.prefix { $0.due <= now }
        heads.removeFirst(overdue.count)
        for head in overdue { head.transfer.deliver(self) }
    }

    /// Milliseconds until the loop has work without being woken.
    private var timeout: Int32 {
        let limit = heads.first.map { max(Duration.zero, $0.due - ContinuousClock.now) } ?? .seconds(1)
        return Int32(limit.wholeMilliseconds) + 1
    }
}
