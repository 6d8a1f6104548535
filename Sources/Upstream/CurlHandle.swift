internal import CCurl
#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif
internal import HTTPMessage
internal import SystemCalls

/// Owns one easy handle while its transfer is in the loop. Used on the loop's thread only.
@safe final class CurlHandle {
    let transfer: Transfer
    let easy: UnsafeMutableRawPointer
    private let library: CurlLibrary
    private unowned let loop: CurlLoop
    private let settings: CurlClient.Settings
    private let host: String
    private let port: Int
    private var fields: UnsafeMutablePointer<curl_slist>?
    private let message: UnsafeMutablePointer<CChar>
    private static let messageRoom = Int(CURL_ERROR_SIZE)
    /// How much of the request's body has been sent.
    private var sent = 0
    private var isTooLong = false
    private var hasLongHead = false
    /// Whether a header field could not be added.
    private var lacksMemory = false
    /// The address that was refused last, for the message; nil once there is a connection that may be used.
    private var refused: UpstreamError?
    /// Whether an address of the target may be called. What fails then is the connection, whatever the rules say of other addresses.
    private var isPermitted = false
    /// Whether there is a connection, over which the request is sent.
    private var isConnected = false

    /// Nil when libcurl is out of memory.
    init?(_ transfer: Transfer, _ loop: CurlLoop, _ library: CurlLibrary, _ settings: CurlClient.Settings) {
        guard let easy = unsafe library.table.pointee.curl_easy_init() else { return nil }
        self.transfer = transfer
        self.library = library
        self.loop = loop
        unsafe self.easy = unsafe easy
        self.settings = settings
        (host, port) = Self.authority(transfer.request.origin)
        unsafe message = UnsafeMutablePointer<CChar>.allocate(capacity: Self.messageRoom)
        unsafe message.initialize(repeating: 0, count: Self.messageRoom)
        configure()
        if lacksMemory { return nil }
    }

    deinit {
        unsafe library.table.pointee.curl_easy_cleanup(easy)
        unsafe library.table.pointee.curl_slist_free_all(fields)
        unsafe message.deallocate()
    }

    /// The host and port of `http://user@host:port`.
    static func authority(_ origin: String) -> (host: String, port: Int) {
        let authority = Authority(withoutUser(origin).drop { $0 != "/" }.drop { $0 == "/" })
        return (authority.address, authority.port ?? (origin.lowercased().hasPrefix("https:") ? 443 : 80))
    }

    /// `http://host:port` of `http://user@host:port`.
    static func withoutUser(_ origin: String) -> String {
        guard let mark = origin.lastIndex(of: "@"), let scheme = origin.firstRange(of: "://"), scheme.upperBound <= mark else {
            return origin
        }
        return String(origin[..<scheme.upperBound] + origin[origin.index(after: mark)...])
    }

    private func configure() {
        let request = transfer.request
        set(CURLOPT_URL, request.origin + "/")
        set(CURLOPT_REQUEST_TARGET, request.target)
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_PROXY, "")
        set(CURLOPT_FOLLOWLOCATION, 0)
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectMilliseconds)
        set(CURLOPT_LOW_SPEED_LIMIT, 1)
        set(CURLOPT_LOW_SPEED_TIME, settings.silenceSeconds)
        set(CURLOPT_SSL_VERIFYPEER, 0)
        set(CURLOPT_SSL_VERIFYHOST, 0)
        unsafe _ = curl_set_pointer(library.table, easy, CURLOPT_ERRORBUFFER, message)
        unsafe curl_set_callbacks(library.table, easy, Self.callbacks, Unmanaged.passUnretained(self).toOpaque())

        let length = request.body.count
        if length > 0 {
            set(CURLOPT_UPLOAD, 1)
            unsafe _ = curl_set_size(library.table, easy, CURLOPT_INFILESIZE_LARGE, curl_off_t(length))
            set(CURLOPT_CUSTOMREQUEST, request.method)
        } else if request.method == "HEAD" {
            set(CURLOPT_NOBODY, 1)
        } else {
            set(CURLOPT_CUSTOMREQUEST, request.method)
            if ["POST", "PUT", "PATCH"].contains(request.method) { append("Content-Length: 0") }
        }
        for field in request.headers where !FieldText.breaksLine(field.name) && !FieldText.breaksLine(field.value) {
            append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        // Fields that libcurl would add by itself.
        for name in ["Accept", "Expect", "User-Agent"] where !request.headers.contains(name) { append("\(name):") }
        unsafe _ = curl_set_pointer(library.table, easy, CURLOPT_HTTPHEADER, fields)
    }

    private func set(_ option: CURLoption, _ value: Int) { unsafe _ = curl_set_long(library.table, easy, option, value) }
    private func set(_ option: CURLoption, _ value: String) { unsafe _ = curl_set_text(library.table, easy, option, value) }

    private func append(_ line: String) {
        let bytes = transfer.request.fieldCharset.encode(line).map { CChar(truncatingIfNeeded: $0) } + [0]
        guard let longer = unsafe library.table.pointee.curl_slist_append(fields, bytes) else {
            lacksMemory = true
            return
        }
        unsafe fields = unsafe longer
    }

    /// Why the transfer ended early; nil when it is complete.
    func error(_ code: CURLcode) -> UpstreamError? {
        if code == CURLE_OK { return nil }
        if let refused, !isPermitted { return refused }
        if hasLongHead {
            return .failed(
                "the head of the response has more than \(Transfer.maximumHeadBytes) bytes or \(Transfer.maximumHeaderFields) header fields"
            )
        }
        if isTooLong { return .failed("the response is longer than \(transfer.request.maximumWholeBodyBytes ?? 0) bytes") }
        if code == CURLE_OPERATION_TIMEDOUT, isConnected {
            return .failed("the target was silent for \(settings.silenceSeconds) s (--proxy-timeout)")
        }
        // Versions of libcurl have other words for it.
        if code == CURLE_PARTIAL_FILE { return .failed("the target closed the connection before the end of its response") }
        return Self.isOfTLS(code) ? .tlsFailed(reason(code)) : .failed(reason(code))
    }

    /// What libcurl says about a failure.
    private func reason(_ code: CURLcode) -> String {
        let told = unsafe String(cString: message)
        if told.isEmpty { return unsafe String(cString: curl_meaning(library.table, code)) }
        let system = unsafe code == CURLE_COULDNT_CONNECT ? curl_system_error(library.table, easy) : 0
        var reason = system == 0 ? told : "\(told) (\(SystemCalls.reason(system)))"
        if code == CURLE_OPERATION_TIMEDOUT, settings.connectsWithinSilence { reason += " (--proxy-timeout)" }
        // The target may listen at the address that was refused.
        return refused.map { "\(reason). \($0)" } ?? reason
    }

    /// Whether the TLS connection failed.
    private static func isOfTLS(_ code: CURLcode) -> Bool {
        [CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_PEER_FAILED_VERIFICATION].contains(code)
    }

    // MARK: Callbacks

    private static let callbacks = unsafe curl_callbacks(
        header: { bytes, _, count, context in
            let handle = unsafe CurlHandle.from(context)
            switch handle.transfer.receive(headerLine: unsafe CurlHandle.copy(bytes, count)) {
            case .taken: return count
            case .last:
                handle.loop.headIsComplete(handle.transfer)
                return count
            case .tooLong:
                handle.hasLongHead = true
                return 0
            }
        },
        write: { bytes, _, count, context in
            let handle = unsafe CurlHandle.from(context)
            switch handle.transfer.receive(unsafe CurlHandle.copy(bytes, count), loop: handle.loop) {
            case .taken: return count
            case .pause: return Int(CURL_WRITEFUNC_PAUSE)
            case .tooLong:
                handle.isTooLong = true
                return 0
            }
        },
        read: { bytes, _, room, context in
            let handle = unsafe CurlHandle.from(context)
            guard let piece = handle.nextPiece(room) else { return Int(CURL_READFUNC_ABORT) }
            unsafe piece.withUnsafeBytes { source in
                if let start = source.baseAddress, let bytes = unsafe bytes { unsafe memcpy(bytes, start, source.count) }
            }
            return piece.count
        },
        seek: { context, offset, origin in
            guard origin == SEEK_SET else { return CURL_SEEKFUNC_CANTSEEK }
            unsafe CurlHandle.from(context).sent = Int(offset)
            return CURL_SEEKFUNC_OK
        },
        open: { context, _, address in
            guard let address = unsafe address else { return CURL_SOCKET_BAD }
            return unsafe CurlHandle.from(context).mayTry(address) ? curl_open_socket(address) : CURL_SOCKET_BAD
        },
        connected: { context, address, _, _, _ in
            unsafe CurlHandle.from(context).mayUse(IPAddress(String(cString: address!))) ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        })

    private static func from(_ context: UnsafeMutableRawPointer?) -> CurlHandle {
        unsafe Unmanaged<CurlHandle>.fromOpaque(context!).takeUnretainedValue()
    }

    private static func copy(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> [UInt8] {
        unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    /// Nil when the body cannot be read.
    private func nextPiece(_ room: Int) -> [UInt8]? {
        let piece: [UInt8]
        switch transfer.request.body {
        case .empty: piece = []
        case .bytes(let bytes): piece = Array(bytes[min(sent, bytes.count)...].prefix(room))
        case .spooled(let file):
            guard let read = try? file.read(at: sent, limit: room) else { return nil }
            piece = read
        }
        sent += piece.count
        return piece
    }

    /// Called for each address of the target to which a connection is to be opened.
    private func mayTry(_ address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe Int(curl_address_bytes(address, &bytes))
        guard permits(IPAddress(bytes: Array(bytes.prefix(count)))) else { return false }
        isPermitted = true
        return true
    }

    /// Called before each request, because a connection may be used again that was opened under wider rules for another spelling of the
    /// host.
    private func mayUse(_ address: IPAddress?) -> Bool {
        isPermitted = permits(address)
        if isPermitted {
            refused = nil
            isConnected = true
        }
        return isPermitted
    }

    private func permits(_ address: IPAddress?) -> Bool {
        guard let target = address else { return false }
        if settings.rules.permits(host: host, port: port, address: target, isOperators: transfer.request.isOperators) { return true }
        let text = target.bytes.count == 4 ? "\(target):\(port)" : "[\(target)]:\(port)"
        refused = settings.rules.isDenied(host: host, port: port, address: target) ? .deniedByRule(text) : .denied(text)
        return false
    }
}
