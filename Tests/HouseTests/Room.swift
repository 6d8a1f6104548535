/// A folder of `Sources` that holds Swift: what it may use, and how much unsafe code it has.
struct Room: Sendable {
    let name: String
    /// The target in `Package.swift`; the folder's name, but for one.
    let target: String
    /// The rooms, C modules and packages that it may import.
    let uses: Set<String>
    /// How many unsafe uses there are. The number may only fall: lower it when it has.
    let unsafe: Int
    /// Whether it may import the system's library. The others get sockets, files and time as values or parameters.
    let usesSystem: Bool
    /// What comes with the toolchain, and this room alone may import.
    let mayUse: Set<String>

    init(
        _ name: String, target: String? = nil, uses: Set<String> = [], unsafe: Int = 0, usesSystem: Bool = false, mayUse: Set<String> = []
    ) {
        self.name = name
        self.target = target ?? name
        self.uses = uses
        self.unsafe = unsafe
        self.usesSystem = usesSystem
        self.mayUse = mayUse
    }

    /// All rooms, the lowest first. A room uses only those above it in this list: no arrow goes up. `Package.swift` has the same arrows.
    static let all = [
        // For the tests of apps, on every system that Swift has. The server uses none of them.
        Room("UnderstudyClient", mayUse: ["Foundation", "FoundationNetworking"]),
        Room("UnderstudyTesting", uses: ["UnderstudyClient"], mayUse: ["Foundation", "Testing", "XCTest"]),

        // Vocabulary: pure values.
        Room("JSONDocument"),
        // Requests are filled from raw memory, without generic code (decision 0230).
        Room("HTTPMessage", unsafe: 16),
        Room("LinkModel", uses: ["HTTPMessage"]),
        Room("StubModel", uses: ["JSONDocument", "HTTPMessage", "LinkModel"]),

        // What several rooms need of the system.
        Room("SystemCalls", uses: ["CSystemCalls", "HTTPMessage"], unsafe: 46, usesSystem: true),

        // Threads for work that takes time.
        Room("WorkPool", uses: ["SystemCalls", "HTTPMessage", "DequeModule"], unsafe: 4, usesSystem: true),

        // What the work for one request may take.
        Room("Budget"),

        // One wrapper for each C library.
        Room("RegularExpression", uses: ["CPCRE2", "Budget"], unsafe: 61, usesSystem: true),
        Room("Digest", uses: ["CNettle"], unsafe: 13),
        Room("Compression", uses: ["CZlib"], unsafe: 28),
        Room("XMLDocument", uses: ["CXML2", "Budget"], unsafe: 241),
        Room("YAMLDocument", uses: ["CYAML", "JSONDocument"], unsafe: 32),
        Room("TLS", uses: ["CGnuTLS", "SystemCalls"], unsafe: 60, usesSystem: true),
        Room(
            "MicroHTTPD", uses: ["CMicroHTTPD", "CMicroHTTPDHooks", "TLS", "SystemCalls", "HTTPMessage", "HeapModule"], unsafe: 270,
            usesSystem: true),

        // Languages that stubs use. They know no stub and no request.
        Room("JSONPath", uses: ["Budget", "JSONDocument", "RegularExpression"]),
        Room("JSONSchema", uses: ["Budget", "JSONDocument", "HTTPMessage", "RegularExpression"]),
        Room("JavaText", uses: ["HTTPMessage"]),
        Room("Handlebars", uses: ["Budget", "JSONPath", "JavaText", "JSONDocument", "HTTPMessage", "RegularExpression", "XMLDocument"]),

        // Which response goes out next, and which orders a test runs under.
        Room("ResponseOrders", uses: ["HTTPMessage", "JSONDocument"]),

        // Pictures without files.
        Room("Placeholders", uses: ["CTurboJPEG", "Compression", "Digest", "HTTPMessage"], unsafe: 12),

        // S3 as values.
        Room("S3Dialect", uses: ["HTTPMessage", "JSONDocument", "Digest", "Compression", "XMLDocument"]),

        // The engine.
        Room(
            "MockEngine",
            uses: [
                "Budget", "ResponseOrders", "StubModel", "LinkModel", "JSONDocument", "HTTPMessage", "RegularExpression", "Digest",
                "Compression", "XMLDocument", "S3Dialect",
                "JSONPath", "JSONSchema", "JavaText", "Handlebars", "DequeModule", "HashTreeCollections", "HeapModule",
            ]),

        // Files.
        Room("FileStore", uses: ["CLinux", "SystemCalls", "HTTPMessage", "JSONDocument", "Digest"], unsafe: 49, usesSystem: true),
        Room("FixtureStore", uses: ["SystemCalls", "StubModel", "JSONDocument", "YAMLDocument", "HTTPMessage", "FileStore", "S3Dialect"]),

        // Other servers.
        Room("Upstream", uses: ["CCurl", "SystemCalls", "HTTPMessage"], unsafe: 51, usesSystem: true),

        // Front rooms.
        Room("AdminAPI", uses: ["ResponseOrders", "MockEngine", "StubModel", "LinkModel", "JSONDocument", "HTTPMessage"]),
        Room(
            "Recorder",
            uses: [
                "SystemCalls", "MockEngine", "AdminAPI", "StubModel", "JSONDocument", "XMLDocument", "HTTPMessage", "Compression",
                "S3Dialect", "DequeModule",
            ]),
        Room(
            "S3Service",
            uses: [
                "S3Dialect", "Placeholders", "Digest", "HTTPMessage", "FileStore", "JSONDocument", "XMLDocument", "SystemCalls",
                "HashTreeCollections",
            ]),
        Room(
            "UnderstudyService",
            uses: [
                "Budget", "SystemCalls", "ResponseOrders", "MicroHTTPD", "TLS", "AdminAPI", "WorkPool", "Upstream", "Recorder", "S3Service",
                "S3Dialect", "XMLDocument", "Placeholders", "FixtureStore",
                "FileStore", "MockEngine",
                "StubModel",
                "LinkModel", "JSONDocument", "HTTPMessage", "RegularExpression", "Handlebars", "JSONPath", "JSONSchema", "JavaText",
                "Logging",
            ], unsafe: 24, usesSystem: true),
        // A server within a test's process.
        Room(
            "UnderstudyInProcess", target: "Understudy", uses: ["UnderstudyClient", "UnderstudyService", "Logging"],
            mayUse: ["Foundation"]),
        // The process around a service.
        Room("UnderstudyDaemon", uses: ["CLoader", "SystemCalls", "UnderstudyService", "Logging"], unsafe: 37, usesSystem: true),
        Room("understudy", uses: ["UnderstudyDaemon", "UnderstudyService", "ArgumentParser", "Logging"]),
    ]

    /// What comes with Swift, and every room may use.
    static let language: Set<String> = ["Synchronization"]
    static let system: Set<String> = ["Glibc", "Musl", "Darwin"]
    /// Files that use more than their room does, and why.
    static let exceptions: [String: (modules: Set<String>, reason: String)] = [
        "Sources/HTTPMessage/Mathematics.swift": (["Glibc", "Musl", "Darwin"], "functions of numbers, which keep no state")
    ]
}
