internal import Glibc

/// A client that speaks in bytes, for tests: sends exactly what it is told, at the moment it is told, and can misbehave.
///
/// Blocking, with a time limit on each call, so that a test fails rather than hangs. One thread at a time.
public final class RawClient: @unchecked Sendable {
    // Unchecked: tests hand a client from one thread to another, but never use it on two at once.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    private var descriptor: Int32
    private var buffer: [UInt8] = []

    /// - Parameter host: numeric; `127.0.0.1` or `::1`.
    public init(host: String = "127.0.0.1", port: Int, timeoutSeconds: Int = 60, receiveBuffer: Int32? = nil) throws {
        let isV6 = host.contains(":")
        descriptor = socket(isV6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw Failure(description: "socket: \(unsafe String(cString: strerror(errno)))") }
        if var receiveBuffer {
            unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, socklen_t(MemoryLayout<Int32>.size))
        }
        var result: Int32
        if isV6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = in_port_t(port).bigEndian
            unsafe inet_pton(AF_INET6, host, &address.sin6_addr)
            result = Self.connect(descriptor, address)
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = in_port_t(port).bigEndian
            unsafe inet_pton(AF_INET, host, &address.sin_addr)
            result = Self.connect(descriptor, address)
        }
        guard result == 0 else { throw Failure(description: "connect to \(host):\(port): \(unsafe String(cString: strerror(errno)))") }
        setTimeout(timeoutSeconds)
    }

    public init(unixPath: String, timeoutSeconds: Int = 60) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: unixPath.utf8) }
        guard Self.connect(descriptor, address) == 0 else {
            throw Failure(description: "connect to \(unixPath): \(unsafe String(cString: strerror(errno)))")
        }
        setTimeout(timeoutSeconds)
    }

    deinit { close() }

    private static func connect<Address>(_ descriptor: Int32, _ address: Address) -> Int32 {
        unsafe withUnsafeBytes(of: address) {
            unsafe Glibc.connect(descriptor, $0.baseAddress!.assumingMemoryBound(to: sockaddr.self), socklen_t($0.count))
        }
    }

    private func setTimeout(_ seconds: Int) {
        var time = timeval(tv_sec: seconds, tv_usec: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var on: Int32 = 1
        unsafe setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    // MARK: Sending

    public func send(_ text: String) throws { try send(Array(text.utf8)) }

    public func send(_ bytes: [UInt8]) throws { try send(bytes, flags: 0) }

    /// Sends the text and the end of this side together, in one segment if the text is short enough. Reading goes on.
    public func sendAndEnd(_ text: String) throws {
        try send(Array(text.utf8), flags: Int32(MSG_MORE))
        closeWriting()
    }

    private func send(_ bytes: [UInt8], flags: Int32) throws {
        var sent = 0
        while sent < bytes.count {
            let count = unsafe bytes.withUnsafeBytes {
                unsafe Glibc.send(descriptor, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL) | flags)
            }
            guard count > 0 else { throw Failure(description: "send: \(unsafe String(cString: strerror(errno)))") }
            sent += count
        }
    }

    /// A request with `Host`, and `Content-Length` when there is a body.
    public func request(_ method: String = "GET", _ target: String, headers: [String] = [], body: String = "") throws {
        var text = "\(method) \(target) HTTP/1.1\r\nHost: test\r\n"
        for header in headers { text += header + "\r\n" }
        if !body.isEmpty { text += "Content-Length: \(body.utf8.count)\r\n" }
        try send(text + "\r\n" + body)
    }

    /// Says that nothing more comes; reading goes on.
    public func closeWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    public func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    /// Ends with RST.
    public func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        close()
    }

    /// Segments with data that have come in so far (TCP_INFO).
    public var receivedSegments: Int {
        var info = [UInt8](repeating: 0, count: 256)
        var length = socklen_t(info.count)
        unsafe getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &info, &length)
        return unsafe Int(info.withUnsafeBytes { unsafe $0.load(fromByteOffset: 152, as: UInt32.self) })
    }

    // MARK: Reading

    public enum End: Equatable, Sendable { case closed, reset }

    /// One read into the buffer.
    /// - Returns: nil when bytes came; else how the connection ended.
    private func fill() throws -> End? {
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        var count = unsafe recv(descriptor, &piece, piece.count, 0)
        while count < 0, errno == EINTR { count = unsafe recv(descriptor, &piece, piece.count, 0) }
        if count > 0 {
            buffer += piece[..<count]
            return nil
        }
        if count == 0 { return .closed }
        if errno == ECONNRESET { return .reset }
        throw Failure(
            description: "recv: \(unsafe String(cString: strerror(errno))); so far: \(String(decoding: buffer, as: UTF8.self).prefix(300))")
    }

    /// Reads so many bytes; fewer only when the connection ends.
    public func read(_ count: Int) throws -> [UInt8] {
        while buffer.count < count, try fill() == nil {}
        defer { buffer.removeFirst(min(count, buffer.count)) }
        return Array(buffer.prefix(count))
    }

    /// Reads up to and including that text; what there is when the connection ends first.
    public func read(until text: String) throws -> String {
        let mark = Array(text.utf8)
        var from = 0
        while true {
            var index = from
            while index + mark.count <= buffer.count {
                if buffer[index..<index + mark.count].elementsEqual(mark) {
                    defer { buffer.removeFirst(index + mark.count) }
                    return String(decoding: buffer[..<(index + mark.count)], as: UTF8.self)
                }
                index += 1
            }
            from = index
            guard try fill() == nil else {
                defer { buffer = [] }
                return String(decoding: buffer, as: UTF8.self)
            }
        }
    }

    /// Reads to the end of the connection.
    public func readToEnd() throws -> (bytes: [UInt8], end: End) {
        while true {
            if let end = try fill() {
                defer { buffer = [] }
                return (buffer, end)
            }
        }
    }

    /// Reads one answer: head, and the body as its framing tells.
    /// - Parameter toHead: no body follows, whatever the head says.
    public func response(toHead: Bool = false) throws -> RawResponse {
        let head = try read(until: "\r\n\r\n")
        var lines = head.split(separator: "\r\n", omittingEmptySubsequences: true).map(String.init)
        guard !lines.isEmpty, lines[0].hasPrefix("HTTP/1.") else { throw Failure(description: "no answer: \"\(head)\"") }
        let statusLine = lines.removeFirst()
        let parts = statusLine.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        var response = RawResponse(
            statusLine: statusLine, status: Int(parts[1]) ?? 0, reason: parts.count > 2 ? String(parts[2]) : "", headerLines: lines,
            body: [])
        if toHead || response.status < 200 || response.status == 204 || response.status == 304 { return response }
        if response.header("Transfer-Encoding")?.lowercased() == "chunked" {
            while true {
                let line = try read(until: "\r\n")
                guard let size = Int(line.prefix { $0.isHexDigit }, radix: 16) else { throw Failure(description: "no chunk: \"\(line)\"") }
                response.chunks.append(size)
                response.body += try read(size)
                _ = try read(until: "\r\n")
                if size == 0 { break }
            }
        } else if let length = response.header("Content-Length").flatMap({ Int($0) }) {
            response.body = try read(length)
        } else {
            response.body = try readToEnd().bytes
        }
        return response
    }
}

/// An answer as it came.
public struct RawResponse: Sendable {
    public var statusLine: String
    public var status: Int
    public var reason: String
    /// In order, as spelled.
    public var headerLines: [String]
    public var body: [UInt8]
    /// Sizes of the chunks, the last one (0) included; empty without chunks.
    public var chunks: [Int] = []

    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The first value of that name.
    public func header(_ name: String) -> String? {
        for line in headerLines {
            guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name.lowercased() else { continue }
            return String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        return nil
    }
}
