internal import CMicroHTTPD
internal import Glibc
internal import Synchronization

/// A body in pages that the kernel sends as they are, without a copy: see docs/decisions/0017-bodies-in-pages.md.
///
/// The pages belong to one file that is only in memory. It is mapped, so that its bytes lie at addresses like any other bytes: who sends
/// from such an address finds the place in the file by subtraction, and everybody else need not know. Places are never used twice: what
/// a client has not read yet stays as it was, also when the body is gone here.
@safe final class BodyPages: Sendable {
    /// Of shorter bodies the copy costs less than the second call of the system; longer ones fall out of the processor's caches, and a copy
    /// that is still in them is read sooner.
    static let counts = 16 * 1024...1024 * 1024
    /// How many bytes all of them take together, at most.
    static let capacity = 64 * 1024 * 1024

    /// What all of them take of the memory now, in bytes, as the kernel counts; 0 as long as there was none.
    static var usedBytes: Int { BodyFile.opened?.usedBytes ?? 0 }

    private let place: Int
    let count: Int

    /// Where the bytes lie, for as long as this object does. Read only.
    var address: UnsafeRawPointer { unsafe BodyFile.shared!.base + place }

    /// Nil for a body of another length, when the others have taken the room, and when the system gives no such file.
    init?(_ bytes: [UInt8]) {
        guard Self.counts.contains(bytes.count), let file = BodyFile.shared, let place = file.add(bytes) else { return nil }
        self.place = place
        count = bytes.count
    }

    deinit { BodyFile.shared!.remove(place) }

    @inline(__always)
    static func contains(_ address: UnsafeRawPointer?) -> Bool { unsafe BodyFile.opened?.place(of: address) != nil }

    /// Sends from such an address.
    /// - Returns: how many bytes the socket took; nil when it took none.
    static func send(_ bytes: UnsafeRawPointer?, _ count: Int, to socket: Int32) -> Int? {
        guard let file = BodyFile.opened, let place = unsafe file.place(of: bytes) else { return nil }
        var offset = off_t(place)
        let sent = unsafe sendfile(socket, file.descriptor, &offset, count)
        return sent > 0 ? sent : nil
    }
}

/// The one file of all bodies.
@safe private final class BodyFile: Sendable {
    /// Made when the first body comes; nil when the system has none to give.
    static let shared: BodyFile? = {
        let file = BodyFile()
        if let file { isOpen.store(true, ordering: .releasing) }
        return file
    }()
    private static let isOpen = Atomic(false)
    /// The same, if there is one already.
    @inline(__always)
    static var opened: BodyFile? { isOpen.load(ordering: .acquiring) ? shared : nil }

    /// Each body has so much of the file to itself: as much as the largest page that Linux would put there, so that no page is two
    /// bodies', and one that goes takes whole pages along. (Of a page in part the kernel would overwrite the rest, also where a client
    /// has not read it yet.)
    private static let slot = 2 * 1024 * 1024
    /// Addresses alone, and none of them is used twice.
    private static let extent = 1 << 40

    let descriptor: Int32
    nonisolated(unsafe) let base: UnsafeRawPointer
    private let end = Mutex(0)

    private init?() {
        // Beyond the limit of files' lengths (ulimit -f) the system would end the process.
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0, limit.rlim_cur >= Self.extent else { return nil }
        descriptor = wire_open_memory_file()
        guard descriptor >= 0 else { return nil }
        guard ftruncate(descriptor, off_t(Self.extent)) == 0 else {
            close(descriptor)
            return nil
        }
        let mapped = unsafe mmap(nil, Self.extent, PROT_READ, MAP_SHARED | MAP_NORESERVE, descriptor, 0)
        guard let mapped = unsafe mapped, unsafe mapped != MAP_FAILED else {
            close(descriptor)
            return nil
        }
        // Nobody who looks at a crash wants all those addresses.
        unsafe madvise(mapped, Self.extent, MADV_DONTDUMP)
        unsafe base = UnsafeRawPointer(mapped)
    }

    @inline(__always)
    func place(of address: UnsafeRawPointer?) -> Int? {
        guard let address = unsafe address else { return nil }
        let place = unsafe Int(bitPattern: address) &- Int(bitPattern: base)
        return place >= 0 && place < Self.extent ? place : nil
    }

    func add(_ bytes: [UInt8]) -> Int? {
        let place = end.withLock { end -> Int? in
            guard end + Self.slot <= Self.extent else { return nil }
            defer { end += Self.slot }
            return end
        }
        guard let place else { return nil }
        if write(bytes, at: place), usedBytes <= BodyPages.capacity { return place }
        remove(place)
        return nil
    }

    var usedBytes: Int {
        let count = wire_used_bytes(descriptor)
        return count < 0 ? .max : Int(count)
    }

    func remove(_ place: Int) { _ = wire_punch_hole(descriptor, off_t(place), off_t(Self.slot)) }

    private func write(_ bytes: [UInt8], at place: Int) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let result = unsafe pwrite(descriptor, bytes.baseAddress! + written, bytes.count - written, off_t(place + written))
                if result < 0, errno == EINTR { continue }
                guard result > 0 else { return false }
                written += result
            }
            return true
        }
    }
}

/// Called by the library alone, when it sends a head and as much of the body as goes with it. A body in pages goes behind the head
/// without a copy. What cannot be sent is left to the library, which then finds the same out.
@_cdecl("__wrap_MHD_send_hdr_and_body_")
public func understudySendHeadAndBody(
    _ connection: OpaquePointer?, _ head: UnsafePointer<CChar>?, _ headSize: Int, _ neverPushHead: Bool, _ body: UnsafePointer<CChar>?,
    _ bodySize: Int, _ isComplete: Bool
) -> Int {
    if bodySize >= BodyPages.counts.lowerBound, unsafe BodyPages.contains(body) {
        let socket = unsafe wire_connection_descriptor(connection)
        let sent = unsafe send(socket, head, headSize, Int32(MSG_NOSIGNAL | MSG_MORE))
        if sent == headSize { return unsafe sent + (BodyPages.send(body, bodySize, to: socket) ?? 0) }
        if sent > 0 { return sent }
    }
    return unsafe __real_MHD_send_hdr_and_body_(connection, head, headSize, neverPushHead, body, bodySize, isComplete)
}

/// Called by the library alone, for what the socket had no room for at first.
@_cdecl("__wrap_MHD_send_data_")
public func understudySendData(_ connection: OpaquePointer?, _ bytes: UnsafePointer<CChar>?, _ count: Int, _ pushes: Bool) -> Int {
    if unsafe BodyPages.contains(bytes), let sent = unsafe BodyPages.send(bytes, count, to: wire_connection_descriptor(connection)) {
        return sent
    }
    return unsafe __real_MHD_send_data_(connection, bytes, count, pushes)
}
