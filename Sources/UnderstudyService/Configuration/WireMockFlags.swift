/// WireMock's command line. Each of its flags is another flag here, has no effect, or is refused with a sentence. The table leaves out
/// flags that have the same name and meaning here.
package enum WireMockFlags {
    enum Fate: Sendable {
        /// Another flag here.
        case renamed(String)
        /// The folder of fixtures, which is an argument here.
        case mocks
        /// Another flag here, with this value.
        case means(String, String)
        /// Accepted without effect, for this reason.
        case idle(takesValue: Bool, String)
        case refused(String)
    }

    private static let tls = "certificates are PEM files here; use --https-certificate, --https-key and --https-client-ca"
    private static let plain = "the plain port stays open; on the loopback nobody else can listen to it"
    private static let noThreads = "delayed responses need no threads here; --threads sets the worker threads"
    private static let proxyCertificate = "browser proxying is not part of this server; point the client's base URL here"
    private static let noChannels = "the WebSocket channels of WireMock 4 are not part of this server"

    static let table: [String: Fate] = [
        "bind-address": .renamed("host"),
        "root-dir": .mocks,
        "verbose": .means("log-level", "debug"),
        "disable-http": .refused(plain),
        "disable-http2-plain": .idle(takesValue: false, "HTTP/2 is never spoken"),
        "disable-http2-tls": .idle(takesValue: false, "HTTP/2 is never spoken"),
        "https-keystore": .refused(tls),
        "keystore-password": .refused(tls),
        "keystore-type": .refused(tls),
        "key-manager-password": .refused(tls),
        "https-truststore": .refused(tls),
        "truststore-password": .refused(tls),
        "truststore-type": .refused(tls),
        "https-require-client-cert": .refused(tls),
        "admin-api-require-https": .refused(plain),
        "load-resources-from-classpath": .refused("there is no class path; name the folder itself"),
        "disable-request-logging": .idle(takesValue: false, "requests are logged only with --access-log"),
        "print-all-network-traffic": .idle(takesValue: false, "read GET /__admin/requests, or use --access-log"),
        "local-response-templating": .idle(takesValue: false, "it is the default"),
        "max-template-cache-entries": .idle(takesValue: true, "templates are compiled once, with their stub"),
        "proxy-via": .refused("targets are reached directly; a second proxy in between is not supported"),
        "preserve-user-agent-proxy-header": .idle(takesValue: false, "User-Agent is always passed on"),
        "proxy-pass-through": .idle(takesValue: true, "it is about browser proxying, which is not part of this server"),
        "supported-proxy-encodings": .idle(takesValue: true, "the body is passed on in the encoding in which the target sent it"),
        "enable-browser-proxying": .refused(proxyCertificate),
        "trust-all-proxy-targets": .idle(takesValue: false, "certificates of proxy targets are not checked"),
        "trust-proxy-target": .idle(takesValue: true, "certificates of proxy targets are not checked"),
        "ca-keystore": .refused(proxyCertificate),
        "ca-keystore-password": .refused(proxyCertificate),
        "ca-keystore-type": .refused(proxyCertificate),
        "max-http-client-connections": .idle(takesValue: true, "connections to targets are pooled by need"),
        "disable-connection-reuse": .idle(takesValue: true, "connections to targets are reused"),
        "use-chunked-encoding": .idle(
            takesValue: true, "a body whose length is known is sent with Content-Length, and with chunkedDribbleDelay in chunks"),
        "disable-strict-http-headers": .idle(takesValue: false, "headers are sent as written"),
        "disable-optimize-xml-factories-loading": .idle(takesValue: false, "there is no Java here"),
        "timeout": .idle(takesValue: true, "it is for WireMock's Java client"),
        "container-threads": .idle(takesValue: true, noThreads),
        "async-response-enabled": .idle(takesValue: true, noThreads),
        "async-response-threads": .idle(takesValue: true, noThreads),
        "webhook-threadpool-size": .idle(takesValue: true, noThreads),
        "jetty-acceptor-threads": .idle(takesValue: true, noThreads),
        "jetty-accept-queue-size": .idle(takesValue: true, "there is no Jetty here"),
        "jetty-header-buffer-size": .renamed("max-head-bytes"),
        "jetty-header-request-size": .renamed("max-head-bytes"),
        "jetty-header-response-size": .idle(takesValue: true, "the header fields of a response may have 256 KiB"),
        "jetty-stop-timeout": .idle(takesValue: true, "--drain-seconds says how long the end may take"),
        "jetty-idle-timeout": .idle(takesValue: true, "idle connections are closed after 60 s"),
        "extensions": .refused("Java extensions cannot run here; docs/wiremock.md says what takes their place"),
        "disable-extensions-scanning": .idle(takesValue: false, "there are no extensions"),
        "disable-banner": .idle(takesValue: false, "there is no banner"),
        "websocket-idle-timeout": .idle(takesValue: true, noChannels),
        "websocket-max-text-message-size": .idle(takesValue: true, noChannels),
    ]

    /// WireMock's flags that have the same name and meaning here.
    static let shared: Set<String> = [
        "port", "https-port", "global-response-templating", "disable-response-templating", "disable-gzip", "enable-stub-cors",
        "permitted-system-keys", "filename-template", "allow-proxy-targets", "deny-proxy-targets", "proxy-all", "preserve-host-header",
        "proxy-timeout", "record-mappings", "match-headers", "no-request-journal", "max-request-journal-entries",
        "logged-response-body-size-limit", "admin-api-basic-auth",
    ]

    /// Whether WireMock has a flag of this name.
    static func has(_ name: String) -> Bool { table[name] != nil || shared.contains(name) }

    /// Whether it is a flag of WireMock's that has no value.
    static func isSwitch(_ name: String) -> Bool {
        switch table[name] {
        case .means, .idle(takesValue: false, _): true
        case .renamed, .mocks, .idle, .refused: false
        case nil: shared.contains(name) && Setting.all.contains { $0.name == name && $0.isSwitch }
        }
    }

    /// All flags of both programs, those of the settings first.
    static var names: [String] { Setting.all.map(\.name) + table.keys.sorted() + ["help", "version"] }

    /// The flags that begin so.
    static func names(beginningWith text: String) -> [String] { text.isEmpty ? [] : names.filter { $0.hasPrefix(text) } }
}
