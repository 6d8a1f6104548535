internal import Glibc

/// The memory of one connection: the functions below take the place of libmicrohttpd's own, which the linker then leaves out.
/// See docs/decisions/0010-library-overrides.md.
///
/// The library's own keeps what it notes of each header field and cookie (64 bytes) in the piece that bounds the head, so that a head of
/// many short fields is refused far below its limit; and it zeroes that piece between requests. Here notes lie beside the piece, and grow
/// as they must; nothing is zeroed.
@safe struct ConnectionMemory {
    /// Room for the notes of as many fields as most requests have, so that these allocate nothing.
    private static let ownNotes = 1024
    private static let chunkSize = 4096
    /// At the beginning of a chunk.
    private static let linkSize = rounded(MemoryLayout<Int>.size)
    /// Where the piece begins: behind this value, at an address that everything may have.
    private static let offset = rounded(MemoryLayout<ConnectionMemory>.size)

    /// What is received, and behind it what is sent, in one piece.
    private let piece: UnsafeMutableRawPointer
    private let size: Int
    private var used = 0
    /// The next note, and the end of the room for it.
    private var note: UnsafeMutableRawPointer
    private var notesEnd: UnsafeMutableRawPointer
    /// Further rooms for notes, until the end of the request: each begins with the address of the one before.
    private var chunks: UnsafeMutableRawPointer?

    /// - Parameter block: has room for this value, the piece, and the first notes.
    private init(_ block: UnsafeMutableRawPointer, size: Int) {
        unsafe piece = block + Self.offset
        self.size = size
        unsafe note = piece + size
        unsafe notesEnd = note + Self.ownNotes
        unsafe chunks = nil
    }

    static func make(size: Int) -> UnsafeMutablePointer<ConnectionMemory>? {
        let size = rounded(size)
        guard let block = unsafe malloc(offset + size + ownNotes) else { return nil }
        let memory = unsafe block.bindMemory(to: ConnectionMemory.self, capacity: 1)
        unsafe memory.initialize(to: ConnectionMemory(block, size: size))
        return unsafe memory
    }

    var free: Int { size - used }

    /// From the piece; nil when there is no room.
    mutating func allocate(_ count: Int) -> UnsafeMutableRawPointer? {
        let count = Self.rounded(count)
        guard count <= free else { return nil }
        defer { used += count }
        return unsafe piece + used
    }

    /// Beside the piece. Nil when the system has no memory.
    mutating func allocateNote(_ count: Int) -> UnsafeMutableRawPointer? {
        let count = Self.rounded(count)
        if unsafe count > notesEnd - note {
            let room = max(Self.chunkSize, count + Self.linkSize)
            guard let chunk = unsafe malloc(room) else { return nil }
            unsafe chunk.storeBytes(of: chunks, as: UnsafeMutableRawPointer?.self)
            unsafe chunks = chunk
            unsafe note = chunk + Self.linkSize
            unsafe notesEnd = chunk + room
        }
        defer { unsafe note += count }
        return unsafe note
    }

    /// In place where it lies last or shrinks; else what it holds moves. Nil when there is no room: it stays as it was.
    mutating func resize(_ old: UnsafeMutableRawPointer?, from oldCount: Int, to count: Int) -> UnsafeMutableRawPointer? {
        if let old = unsafe old {
            let start = unsafe old - piece
            if used == Self.rounded(start + oldCount) {
                guard Self.rounded(start + count) <= size else { return nil }
                used = Self.rounded(start + count)
                return unsafe old
            }
            if count <= oldCount { return unsafe old }
        }
        guard let new = unsafe allocate(count) else { return nil }
        if let old = unsafe old { unsafe new.copyMemory(from: old, byteCount: oldCount) }
        return unsafe new
    }

    /// The request is over: all is given back but `count` bytes, of which the first come from `kept`.
    mutating func reset(keeping kept: UnsafeMutableRawPointer?, _ keptCount: Int, of count: Int) -> UnsafeMutableRawPointer {
        if let kept = unsafe kept, unsafe kept != piece { unsafe memmove(piece, kept, keptCount) }
        releaseChunks()
        used = Self.rounded(count)
        return unsafe piece
    }

    mutating func releaseChunks() {
        while let chunk = unsafe chunks {
            unsafe chunks = chunk.load(as: UnsafeMutableRawPointer?.self)
            unsafe Glibc.free(chunk)
        }
        unsafe note = piece + size
        unsafe notesEnd = note + Self.ownNotes
    }

    /// To what every value's address may be a multiple of.
    private static func rounded(_ count: Int) -> Int { (count + 15) & ~15 }
}

/// Called by the library alone, once. There is nothing to prepare.
@_cdecl("MHD_init_mem_pools_")
public func understudyPrepareConnectionMemory() {}

/// Called by the library alone, for a new connection. Nil when the system has no memory.
@_cdecl("MHD_pool_create")
public func understudyMakeConnectionMemory(_ size: Int) -> UnsafeMutableRawPointer? {
    unsafe UnsafeMutableRawPointer(ConnectionMemory.make(size: size))
}

/// Called by the library alone, when the connection is closed.
@_cdecl("MHD_pool_destroy")
public func understudyReleaseConnectionMemory(_ memory: UnsafeMutableRawPointer?) {
    guard let memory = unsafe memory else { return }
    unsafe the(memory).pointee.releaseChunks()
    unsafe free(memory)
}

/// Called by the library alone: the bytes that are left in the piece.
@_cdecl("MHD_pool_get_free")
public func understudyFreeConnectionMemory(_ memory: UnsafeMutableRawPointer) -> Int { unsafe the(memory).pointee.free }

/// Called by the library alone. Nil when there is no room.
/// - Parameter isNote: what the library puts at the end of its own piece, and we beside ours.
@_cdecl("MHD_pool_allocate")
public func understudyAllocate(_ memory: UnsafeMutableRawPointer, _ count: Int, _ isNote: Bool) -> UnsafeMutableRawPointer? {
    unsafe isNote ? the(memory).pointee.allocateNote(count) : the(memory).pointee.allocate(count)
}

/// Called by the library alone, for what it notes of a header field. Nil when the system has no memory.
/// - Parameter missing: gets how much would have to be given back; notes never ask for that.
@_cdecl("MHD_pool_try_alloc")
public func understudyAllocateNote(
    _ memory: UnsafeMutableRawPointer, _ count: Int, _ missing: UnsafeMutablePointer<Int>
) -> UnsafeMutableRawPointer? {
    let note = unsafe the(memory).pointee.allocateNote(count)
    if unsafe note == nil { unsafe missing.pointee = -1 }
    return unsafe note
}

/// Called by the library alone. Nil when there is no room: the old bytes stay as they were.
@_cdecl("MHD_pool_reallocate")
public func understudyResize(
    _ memory: UnsafeMutableRawPointer, _ old: UnsafeMutableRawPointer?, _ oldCount: Int, _ count: Int
) -> UnsafeMutableRawPointer? {
    unsafe the(memory).pointee.resize(old, from: oldCount, to: count)
}

/// Called by the library alone, between two requests of a connection; the addresses of all that was not kept end here.
@_cdecl("MHD_pool_reset")
public func understudyResetConnectionMemory(
    _ memory: UnsafeMutableRawPointer, _ kept: UnsafeMutableRawPointer?, _ keptCount: Int, _ count: Int
) -> UnsafeMutableRawPointer {
    unsafe the(memory).pointee.reset(keeping: kept, keptCount, of: count)
}

private func the(_ memory: UnsafeMutableRawPointer) -> UnsafeMutablePointer<ConnectionMemory> {
    unsafe memory.assumingMemoryBound(to: ConnectionMemory.self)
}
