internal import Glibc

/// The process's limit on open descriptors.
package enum DescriptorLimit {
    /// The soft limit; 1024 when the system has none.
    static var current: Int {
        var limit = rlimit()
        guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1024 }
        return Int(clamping: limit.rlim_cur)
    }
}
