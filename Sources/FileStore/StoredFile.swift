internal import Digest
package import HTTPMessage
internal import Synchronization

/// One version of one file: its content or access to it, and its identity. Immutable, shared.
package final class StoredFile: BlockSource {
    enum Content {
        case memory([UInt8])
        case blocks(FileDescriptor)
    }

    /// The path below the root.
    package let path: RelativePath
    /// Identifies the version.
    package let stamp: FileStamp
    /// Derived from the extension of the name.
    package let mediaType: String
    let content: Content
    private let proof: FileProof
    private let isSettled = Atomic(false)
    private let digest = Mutex<String?>(nil)
    private let derivedSlot = Mutex<(any AnyObject & Sendable)?>(nil)
    private let shared = Mutex<(variant: (any AnyObject & Sendable)?, response: Response)?>(nil)

    init(path: RelativePath, stamp: FileStamp, content: Content, watch: ChangeWatch) {
        proof = FileProof([FileLook.Sight(path: path, stamp: stamp)], watch)
        self.path = path
        self.stamp = stamp
        self.content = content
        mediaType = FileMediaTypes.of(path.fileExtension)
    }

    /// Length in bytes.
    package var size: Int {
        switch content {
        case .memory(let bytes): bytes.count
        case .blocks: stamp.size
        }
    }

    /// Whether the content is in memory; otherwise it is read while it is sent.
    package var isInMemory: Bool { if case .memory = content { true } else { false } }

    /// The time of the last modification, in whole seconds.
    package var lastModified: HTTPDate { stamp.lastModified }

    /// Whether this version is known to be the one at its path. False also when that cannot be decided without reading.
    package var isCurrent: Bool { isSettled.load(ordering: .relaxed) && proof.holds() }

    /// Whether the open file is still this version. One in memory always is.
    package var isUnchanged: Bool {
        switch content {
        case .memory: true
        case .blocks(let descriptor): (try? descriptor.status())?.stamp == stamp
        }
    }

    /// From now on every change of the file changes its stamp.
    func settle() { isSettled.store(true, ordering: .relaxed) }

    /// The whole content.
    package var body: BodySource {
        switch content {
        case .memory(let bytes): bytes.isEmpty ? .empty : .bytes(bytes)
        case .blocks: .blocks(self, 0..<size)
        }
    }

    /// A part of the content, not copied.
    package func body(_ range: Range<Int>) -> BodySource { .blocks(self, range) }

    /// The whole content in memory; reads a large file.
    /// - Throws: `FileError`.
    package func bytes() throws(FileError) -> [UInt8] {
        switch content {
        case .memory(let bytes): bytes
        case .blocks(let descriptor): try descriptor.readAll(size: size)
        }
    }

    /// Fills the front of the buffer and returns how many bytes; 0 only at the end. Any thread.
    /// - Throws: `FileError`.
    package func read(at offset: Int, into buffer: inout MutableRawSpan) throws -> Int {
        switch content {
        case .blocks(let descriptor): return try descriptor.read(at: offset, into: &buffer)
        case .memory(let bytes):
            guard offset < bytes.count else { return 0 }
            return unsafe buffer.withUnsafeMutableBytes { target in
                unsafe bytes.withUnsafeBytes { source in
                    let part = unsafe UnsafeRawBufferPointer(rebasing: source[offset..<min(source.count, offset + target.count)])
                    unsafe target.copyMemory(from: part)
                    return part.count
                }
            }
        }
    }

    /// Up to `limit` bytes from `offset` on; empty only at the end. Any thread.
    /// - Throws: `FileError`.
    package func read(at offset: Int, limit: Int) throws(FileError) -> [UInt8] {
        switch content {
        case .memory(let bytes): Array(bytes.dropFirst(offset).prefix(limit))
        case .blocks(let descriptor): try descriptor.read(at: offset, limit: limit)
        }
    }

    /// Whether `md5` is known or takes less than a millisecond.
    package var isQuicklyDigested: Bool {
        if case .memory(let bytes) = content, bytes.count <= FileStore.quickBytes { return true }
        return digest.withLock { $0 != nil }
    }

    /// MD5 of the content in hexadecimal digits, which S3 uses as the ETag. Computed once.
    /// - Throws: `FileError` when a large file cannot be read any more.
    package func md5() throws(FileError) -> String {
        if let known = digest.withLock({ $0 }) { return known }
        let hex: String
        switch content {
        case .memory(let bytes): hex = MessageDigest.of(bytes, .md5).hex
        case .blocks(let descriptor): hex = try descriptor.md5(size: size).hex
        }
        digest.withLock { $0 = hex }
        return hex
    }

    /// A strong tag: from the content, or for a file that is not in memory from its size, times and inode.
    package var entityTag: EntityTag {
        if case .memory = content, let hex = try? md5() { return EntityTag(hex) }
        let numbers = [UInt64(stamp.size), UInt64(bitPattern: Int64(stamp.modified)), UInt64(stamp.modifiedNanoseconds), stamp.inode]
        return EntityTag(numbers.map { String($0, radix: 16) }.joined(separator: "-"))
    }

    /// An object that was derived from the content and is cached with this version; nil when there is none.
    package var derived: (any AnyObject & Sendable)? {
        get { derivedSlot.withLock { $0 } }
        set { derivedSlot.withLock { $0 = newValue } }
    }

    /// A response for this version and variant, made at the first use and again when the variant changes, and shared.
    /// - Parameter variant: what else the response depends on, such as the description with its header fields; compared by identity.
    package func sharedResponse(variant: (any AnyObject & Sendable)? = nil, _ make: () -> Response) -> Response {
        if let known = shared.withLock({ $0?.variant === variant ? $0?.response : nil }) { return known }
        let response = make()
        shared.withLock { $0 = (variant, response) }
        return response
    }
}
