internal import CPCRE2
#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// PCRE2's working memory: one per thread, kept between matches, so that a match does not allocate.
enum MatchData {
    /// How many groups a thread's own memory has room for.
    private static let keptGroups = 31
    /// Working memory grows with the subject; after a longer one it is freed.
    private static let keptSubjectCount = 4096

    /// Calls the body with memory for that many groups.
    static func withData<Result>(groups: Int, subjectCount: Int, _ body: (OpaquePointer) -> Result) -> Result {
        if groups <= keptGroups, subjectCount <= keptSubjectCount { return unsafe body(ofThisThread()) }
        let data = unsafe create(groups)
        defer { unsafe pcre2_match_data_free_8(data) }
        return unsafe body(data)
    }

    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = unsafe pthread_key_create(&key) { unsafe pcre2_match_data_free_8(OpaquePointer($0)) }
        precondition(status == 0, "no thread-specific key left")
        return key
    }()

    private static func ofThisThread() -> OpaquePointer {
        if let kept = unsafe pthread_getspecific(key) { return OpaquePointer(kept) }
        let data = unsafe create(keptGroups)
        unsafe pthread_setspecific(key, UnsafeRawPointer(data))
        return unsafe data
    }

    private static func create(_ groups: Int) -> OpaquePointer {
        guard let data = unsafe pcre2_match_data_create_8(UInt32(groups + 1), nil) else { fatalError("out of memory") }
        return unsafe data
    }
}
