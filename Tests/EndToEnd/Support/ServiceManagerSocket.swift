import Foundation
import Synchronization
import TestSupport

/// A service manager as a program sees it: the socket that `NOTIFY_SOCKET` names. It keeps what it is told.
final class ServiceManagerSocket: Sendable {
    /// Below the folder for temporary files; a path as systemd gives it.
    let address: String
    private let descriptor: Int32
    private let bell = Bell()
    private let told = Mutex<[String]>([])

    init() throws {
        address = NSTemporaryDirectory() + "notify-\(UUID().uuidString.prefix(8))"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        let path = Array(address.utf8) + [0]
        guard path.count <= MemoryLayout.size(ofValue: name.sun_path) else { throw POSIXError(.ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path) }
        let bound = withUnsafeBytes(of: &name) {
            bind(descriptor, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        }
        guard bound == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        Thread.detachNewThread { [weak self, descriptor] in
            var bytes = [UInt8](repeating: 0, count: 4096)
            while true {
                // `deinit` shuts the socket down.
                let count = recv(descriptor, &bytes, bytes.count, 0)
                guard count > 0, let self else { break }
                self.receive(String(decoding: bytes[..<count], as: UTF8.self))
            }
            close(descriptor)
        }
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        unlink(address)
    }

    private func receive(_ message: String) {
        told.withLock { $0.append(message) }
        bell.ring()
    }

    /// All messages so far, oldest first; fields of one are lines.
    var messages: [String] { told.withLock { $0 } }

    /// Waits until there are so many messages that begin so.
    /// - Returns: the last of these, nil when it did not come.
    func message(_ number: Int, beginning prefix: String) async -> String? {
        let found = { @Sendable in self.messages.filter { $0.hasPrefix(prefix) } }
        guard await bell.eventually({ found().count >= number }) else { return nil }
        return found()[number - 1]
    }
}
