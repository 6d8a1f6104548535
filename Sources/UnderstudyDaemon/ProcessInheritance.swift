internal import Glibc
internal import SystemCalls
package import UnderstudyService

/// What the process takes from the one that has started it. Call it before anything else, once.
package enum ProcessInheritance {
    /// Opens `/dev/null` for each of standard input, output and error that is closed. Otherwise the next file or socket would get the number, and
    /// what is printed or logged would be written into it.
    package static func openStandardStreams() {
        var descriptor: Int32
        repeat { descriptor = unsafe open("/dev/null", O_RDWR) } while (STDIN_FILENO...STDERR_FILENO).contains(descriptor)
        if descriptor > STDERR_FILENO { close(descriptor) }
    }

    /// The arguments, without the program's name. Swift finds them beside the environment: not after a preloaded library has set a variable, and
    /// not without `/proc`.
    /// - Throws: why they cannot be read.
    package static func arguments() throws(StartFailure) -> [String] {
        let known = CommandLine.arguments
        if known.count > 1 { return Array(known.dropFirst()) }
        do {
            let words = try SystemCalls.contents(of: "/proc/self/cmdline", limit: 16 << 20).split(
                separator: 0, omittingEmptySubsequences: false)
            return words.dropFirst().dropLast().map { String(decoding: $0, as: UTF8.self) }
        } catch {
            throw StartFailure(
                ["The arguments cannot be read — /proc/self/cmdline: \(SystemCalls.reason(error.code)). Mount /proc in this root folder."],
                exit: .software)
        }
    }
}
