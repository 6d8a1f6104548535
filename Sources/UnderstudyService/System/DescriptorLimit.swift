internal import Glibc

/// The process's limit on open descriptors.
enum DescriptorLimit {
    /// Raises the soft limit to the hard one.
    /// - Returns: what it is then.
    static func raise() -> Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        let wanted = limit.rlim_max
        if limit.rlim_cur < wanted {
            limit.rlim_cur = wanted
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        return Int(clamping: limit.rlim_cur)
    }
}
