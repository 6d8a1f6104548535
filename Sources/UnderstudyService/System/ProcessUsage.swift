internal import Glibc
internal import SystemCalls

/// What this process uses of the machine (proc(5)).
struct ProcessUsage {
    let residentBytes: Int
    let cpuSeconds: Double

    /// Nil where `/proc` is hidden.
    static var current: ProcessUsage? {
        guard let memory = numbers(inFile: "/proc/self/statm"), memory.count > 1, let times = numbers(inFile: "/proc/self/stat"),
            times.count > 12
        else { return nil }
        // After the name: the state, which is no number, and ten numbers before utime and stime.
        return ProcessUsage(
            residentBytes: memory[1] * sysconf(Int32(_SC_PAGESIZE)),
            cpuSeconds: Double(times[11] + times[12]) / Double(sysconf(Int32(_SC_CLK_TCK))))
    }

    /// The words of a file, as numbers; those up to the last `)`, which is the end of a process's name, are left out.
    private static func numbers(inFile path: String) -> [Int]? {
        guard let bytes = try? SystemCalls.contents(of: path, limit: 4_096) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split { $0 == ")" }.last ?? ""
        return words.split(whereSeparator: \.isWhitespace).map { Int($0) ?? 0 }
    }
}
