internal import Glibc

/// How many files and sockets this process may have open.
public enum Descriptors {
    /// Raises the limit when it is lower.
    /// - Returns: whether so many are allowed.
    public static func allow(_ count: Int) -> Bool {
        var limit = rlimit()
        let kind = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard unsafe getrlimit(kind, &limit) == 0 else { return false }
        if limit.rlim_cur >= count { return true }
        limit.rlim_cur = min(limit.rlim_max, rlim_t(count))
        return unsafe setrlimit(kind, &limit) == 0 && limit.rlim_cur >= count
    }
}
