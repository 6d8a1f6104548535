// swift-tools-version: 6.2
import PackageDescription

/// With UNDERSTUDY_LINKS_ITSELF=1 whoever builds names the C libraries to the linker: script/release does, to have them inside the
/// program. Else they are the system's shared ones.
let linksItself = Context.environment["UNDERSTUDY_LINKS_ITSELF"] == "1"

func linked(_ library: String) -> [LinkerSetting] {
    linksItself ? [] : [.linkedLibrary(library)]
}

/// With UNDERSTUDY_WITHOUT_HOOKS=1 libmicrohttpd is used by its public API alone (docs/decisions/0050-hooks.md).
let hooks: [CSetting] = Context.environment["UNDERSTUDY_WITHOUT_HOOKS"] == "1" ? [.define("UNDERSTUDY_WITHOUT_HOOKS")] : []

/// Whether this is a package in somebody's dependencies: SwiftPM reads its manifest without a folder while it resolves, and then from a
/// checkout. Such a package wants the products for apps' tests, so its own dependencies stay behind the trait, and are never fetched.
let isDependency = Context.packageDirectory == "/" || Context.packageDirectory.split(separator: "/").dropLast().last == "checkouts"

/// What other packages offer is for the server's rooms.
let server = TargetDependencyCondition.when(traits: ["Server"])
let serverOnLinux = TargetDependencyCondition.when(platforms: [.linux], traits: ["Server"])

/// The rooms of the house and the doors between them. docs/architecture.md explains them; no arrow goes up.
///
/// Swift 6.0 and 6.1 take Package@swift-6.0.swift, which has the products for apps' tests alone (decision 0120).
let package = Package(
    name: "Understudy",
    platforms: [.macOS(.v12), .iOS(.v15), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
    products: [
        // For the tests of apps: Foundation only.
        .library(name: "UnderstudyClient", targets: ["UnderstudyClient"]),
        .library(name: "UnderstudyTesting", targets: ["UnderstudyTesting"]),
        // The server within a test's process. Linux, with the trait.
        .library(name: "Understudy", targets: ["Understudy"]),
        .executable(name: "understudy", targets: ["understudy"]),
        .library(name: "UnderstudyService", targets: ["UnderstudyService"]),
        // What the package Tests/Fuzz runs.
        .library(name: "UnderstudyFuzzing", targets: ["FuzzTargets"]),
    ],
    traits: [
        .trait(name: "Server", description: "The server's rooms, for its program and for a server within a test's process. Linux."),
        .default(enabledTraits: isDependency ? [] : ["Server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    ],
    targets: [
        // For the tests of apps. They use none of the rooms below, and none of those uses them.
        .target(name: "UnderstudyClient"),
        .target(name: "UnderstudyTesting", dependencies: ["UnderstudyClient"]),

        // C libraries: a module map and header-only shims each; one Swift wrapper imports each of them, and links it into the program
        // (decisions 0014 and 0051).
        .systemLibrary(name: "CMicroHTTPD", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CPCRE2", providers: [.apt(["libpcre2-dev"])]),
        .systemLibrary(name: "CNettle", providers: [.apt(["nettle-dev"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CSystemCalls"),
        .systemLibrary(name: "CLoader"),

        // Loaded at the first use, not linked (decision 0020).
        .systemLibrary(name: "CXML2"),
        .systemLibrary(name: "CYAML"),
        .systemLibrary(name: "CTurboJPEG"),
        .systemLibrary(name: "CGnuTLS", providers: [.apt(["libgnutls28-dev"])]),
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-gnutls-dev"])]),

        // Vocabulary: pure values, no C, no file, no socket.
        .target(name: "HTTPMessage"),
        .target(name: "JSONDocument"),
        // Links of limited speed: rates, delays and losses as arithmetic over time.
        .target(name: "LinkModel", dependencies: ["HTTPMessage"]),
        .target(name: "StubModel", dependencies: ["JSONDocument", "HTTPMessage", "LinkModel"]),

        // What several rooms need of the system in the same form.
        .target(name: "SystemCalls", dependencies: ["CSystemCalls", "HTTPMessage"]),

        // What the work for one request may take.
        .target(name: "Budget"),

        // Wrappers.
        .target(name: "RegularExpression", dependencies: ["CPCRE2", "Budget"], linkerSettings: linked("pcre2-8")),
        .target(name: "Digest", dependencies: ["CNettle"], linkerSettings: linked("nettle")),
        .target(name: "Compression", dependencies: ["CZlib"], linkerSettings: linked("z")),
        .target(name: "XMLDocument", dependencies: ["CXML2", "Budget"]),
        .target(name: "YAMLDocument", dependencies: ["CYAML", "JSONDocument"]),
        .target(name: "TLS", dependencies: ["CGnuTLS", "SystemCalls"]),
        .target(
            name: "MicroHTTPD",
            dependencies: [
                "CMicroHTTPD", "CMicroHTTPDHooks", "TLS", "SystemCalls", "HTTPMessage",
                .product(name: "HeapModule", package: "swift-collections", condition: server),
            ],
            exclude: ["Hooks"],
            linkerSettings: linked("microhttpd")),
        // What MicroHTTPD uses of libmicrohttpd beyond its public API.
        .target(name: "CMicroHTTPDHooks", path: "Sources/MicroHTTPD/Hooks", cSettings: hooks),

        // Languages that stubs use. They know no stub and no request.
        .target(name: "JSONPath", dependencies: ["Budget", "JSONDocument", "RegularExpression"]),
        .target(name: "JSONSchema", dependencies: ["Budget", "JSONDocument", "HTTPMessage", "RegularExpression"]),
        .target(name: "JavaText", dependencies: ["HTTPMessage"]),

        // Which response goes out next, and which orders a test runs under. Values: no socket, no clock.
        .target(name: "ResponseOrders", dependencies: ["HTTPMessage", "JSONDocument"]),
        .target(
            name: "Handlebars",
            dependencies: ["Budget", "JSONPath", "JavaText", "JSONDocument", "HTTPMessage", "RegularExpression", "XMLDocument"]),

        // Pictures without files.
        .target(name: "Placeholders", dependencies: ["CTurboJPEG", "Compression", "Digest", "HTTPMessage"]),

        // S3 as values: addresses, names, errors, XML, signatures. No socket, no file, no session.
        .target(name: "S3Dialect", dependencies: ["HTTPMessage", "JSONDocument", "Digest", "Compression", "XMLDocument"]),

        // The engine: requests in, wire plans out. Knows no socket, no file, no clock of its own.
        .target(
            name: "MockEngine",
            dependencies: [
                "Budget", "ResponseOrders", "StubModel", "LinkModel", "JSONDocument", "HTTPMessage", "RegularExpression", "Digest",
                "Compression", "XMLDocument", "S3Dialect",
                "JSONPath", "JSONSchema", "JavaText", "Handlebars",
                .product(name: "DequeModule", package: "swift-collections", condition: server),
                .product(name: "HashTreeCollections", package: "swift-collections", condition: server),
                .product(name: "HeapModule", package: "swift-collections", condition: server),
            ]),

        // Threads for what a worker of the wire must not wait for.
        .target(
            name: "WorkPool",
            dependencies: ["SystemCalls", "HTTPMessage", .product(name: "DequeModule", package: "swift-collections", condition: server)]),

        // The file system.
        .target(name: "FileStore", dependencies: ["CLinux", "SystemCalls", "HTTPMessage", "JSONDocument", "Digest"]),
        .target(
            name: "FixtureStore",
            dependencies: ["SystemCalls", "StubModel", "JSONDocument", "YAMLDocument", "HTTPMessage", "FileStore", "S3Dialect"]),

        // Requests to other servers over libcurl. The only outgoing network.
        .target(name: "Upstream", dependencies: ["CCurl", "SystemCalls", "HTTPMessage"]),

        // Front rooms.
        .target(name: "AdminAPI", dependencies: ["ResponseOrders", "MockEngine", "StubModel", "LinkModel", "JSONDocument", "HTTPMessage"]),
        // Stubs made of other servers' responses.
        .target(
            name: "Recorder",
            dependencies: [
                "SystemCalls", "MockEngine", "AdminAPI", "StubModel", "JSONDocument", "XMLDocument", "HTTPMessage", "Compression",
                "S3Dialect",
                .product(name: "DequeModule", package: "swift-collections", condition: server),
            ]),
        .target(
            name: "S3Service",
            dependencies: [
                "S3Dialect", "Placeholders", "Digest", "HTTPMessage", "FileStore", "JSONDocument", "XMLDocument", "SystemCalls",
                .product(name: "HashTreeCollections", package: "swift-collections", condition: server),
            ]),
        .target(
            name: "UnderstudyService",
            dependencies: [
                "Budget", "SystemCalls", "ResponseOrders", "MicroHTTPD", "TLS", "AdminAPI", "WorkPool", "Upstream", "Recorder", "S3Service",
                "S3Dialect", "XMLDocument", "Placeholders", "FixtureStore",
                "FileStore", "MockEngine",
                "StubModel", "LinkModel", "JSONDocument", "HTTPMessage", "RegularExpression", "Handlebars", "JSONPath", "JSONSchema",
                "JavaText", .product(name: "Logging", package: "swift-log", condition: server),
            ]),
        // A server within a test's process, with the client's API. Its folder has a name of its own, because some file systems take
        // Understudy and understudy for the same.
        .target(
            name: "Understudy",
            dependencies: [
                "UnderstudyClient", .target(name: "UnderstudyService", condition: serverOnLinux),
                .product(name: "Logging", package: "swift-log", condition: serverOnLinux),
            ], path: "Sources/UnderstudyInProcess"),
        // The process around a service: signals, the service manager, the ready file, a command.
        .target(
            name: "UnderstudyDaemon",
            dependencies: [
                "CLoader", "SystemCalls", "UnderstudyService", .product(name: "Logging", package: "swift-log", condition: server),
            ]),
        .executableTarget(
            name: "understudy",
            dependencies: [
                "UnderstudyDaemon", "UnderstudyService",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: server),
                .product(name: "Logging", package: "swift-log", condition: server),
            ]),

        .testTarget(name: "UnderstudyClientTests", dependencies: ["UnderstudyClient", "understudy"]),
        .testTarget(
            name: "UnderstudyTestingTests", dependencies: ["UnderstudyTesting", "UnderstudyClient", "understudy"], exclude: ["Fixtures"]),
        .testTarget(
            name: "UnderstudyInProcessTests", dependencies: ["Understudy", "UnderstudyTesting", "UnderstudyClient", "TestSupport"]),

        // What tests of several rooms share: a client that speaks in bytes.
        .target(name: "TestSupport", dependencies: ["HTTPMessage", "JavaText"], path: "Tests/TestSupport"),

        // The house rules: what may use what, how much unsafe code there is, how long functions are.
        .testTarget(name: "HouseTests"),
        .testTarget(name: "BudgetTests", dependencies: ["Budget"]),
        .testTarget(name: "SystemCallsTests", dependencies: ["TestSupport", "SystemCalls", "HTTPMessage"]),
        .testTarget(name: "HTTPMessageTests", dependencies: ["TestSupport", "HTTPMessage"]),
        .testTarget(name: "LinkModelTests", dependencies: ["LinkModel", "HTTPMessage"]),
        .testTarget(name: "StubModelTests", dependencies: ["StubModel", "JSONDocument", "HTTPMessage", "LinkModel"]),
        .testTarget(name: "JSONDocumentTests", dependencies: ["TestSupport", "JSONDocument", "HTTPMessage"]),
        .testTarget(name: "CompressionTests", dependencies: ["Compression"]),
        .testTarget(name: "RegularExpressionTests", dependencies: ["Budget", "TestSupport", "RegularExpression"]),
        .testTarget(name: "DigestTests", dependencies: ["Digest"]),
        .testTarget(name: "XMLDocumentTests", dependencies: ["Budget", "XMLDocument"]),
        .testTarget(name: "YAMLDocumentTests", dependencies: ["YAMLDocument", "JSONDocument"]),
        .testTarget(name: "FileStoreTests", dependencies: ["TestSupport", "FileStore", "Digest", "HTTPMessage"]),
        .testTarget(
            name: "FixtureStoreTests",
            dependencies: ["TestSupport", "FixtureStore", "FileStore", "StubModel", "JSONDocument", "HTTPMessage"]),
        .testTarget(name: "TLSTests", dependencies: ["TLS", "TestSupport"]),
        .testTarget(name: "MicroHTTPDTests", dependencies: ["MicroHTTPD", "TLS", "HTTPMessage", "TestSupport"]),
        .testTarget(name: "JSONPathTests", dependencies: ["TestSupport", "JSONPath", "JSONDocument"]),
        .testTarget(name: "JSONSchemaTests", dependencies: ["TestSupport", "JSONSchema", "JSONDocument"]),
        .testTarget(name: "ResponseOrdersTests", dependencies: ["ResponseOrders", "HTTPMessage", "JSONDocument"]),
        .testTarget(name: "JavaTextTests", dependencies: ["TestSupport", "JavaText"]),
        .testTarget(
            name: "HandlebarsTests",
            dependencies: [
                "Budget", "TestSupport", "Handlebars", "MockEngine", "StubModel", "JavaText", "RegularExpression", "JSONDocument",
                "HTTPMessage",
            ]),
        .testTarget(
            name: "MockEngineTests",
            dependencies: [
                "Budget", "ResponseOrders", "TestSupport", "MockEngine", "S3Dialect", "Digest", "Compression", "RegularExpression",
                "XMLDocument",
                "StubModel",
                "LinkModel",
                "JSONDocument", "HTTPMessage", "JSONPath", "JSONSchema", "JavaText", "Handlebars", "WorkPool",
            ]),
        .testTarget(
            name: "AdminAPITests",
            dependencies: [
                "Budget", "TestSupport", "WorkPool", "AdminAPI", "MockEngine", "StubModel", "LinkModel", "JSONDocument", "HTTPMessage",
            ]),
        // A server to ask, for the two below.
        .target(
            name: "UpstreamTestSupport", dependencies: ["TestSupport", "Upstream", "MicroHTTPD", "HTTPMessage"],
            path: "Tests/UpstreamTestSupport"),
        .testTarget(name: "UpstreamTests", dependencies: ["UpstreamTestSupport", "Upstream", "MicroHTTPD", "HTTPMessage"]),
        .testTarget(
            name: "RecorderTests",
            dependencies: [
                "TestSupport", "UpstreamTestSupport", "Upstream", "Recorder", "MockEngine", "AdminAPI", "StubModel", "JSONDocument",
                "HTTPMessage",
            ]),
        .testTarget(name: "WorkPoolTests", dependencies: ["WorkPool", "HTTPMessage"]),
        .testTarget(name: "PlaceholdersTests", dependencies: ["Placeholders", "HTTPMessage"]),
        .testTarget(name: "S3DialectTests", dependencies: ["S3Dialect", "Digest", "JSONDocument", "XMLDocument", "HTTPMessage"]),
        .testTarget(
            name: "S3ServiceTests",
            dependencies: [
                "TestSupport", "S3Service", "Placeholders", "S3Dialect", "JSONDocument", "XMLDocument", "WorkPool", "FileStore",
                "SystemCalls", "Digest",
                "HTTPMessage",
                "MicroHTTPD",
            ]),
        .testTarget(name: "UnderstudyDaemonTests", dependencies: ["UnderstudyDaemon", "UnderstudyService", "SystemCalls"]),
        // The built program, driven from outside.
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "understudy", "UnderstudyService", "FileStore", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: server),
            ],
            path: "Tests/EndToEnd", exclude: ["python"]),
        // Fuzzing: what takes the inputs, and what fuzzing kept. The fuzzer's own program is a package of its own in Tests/Fuzz.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "HTTPMessage", "JSONDocument", "YAMLDocument", "XMLDocument", "StubModel", "MockEngine", "RegularExpression", "Compression",
                "JSONPath", "JSONSchema", "JavaText", "Handlebars", "ResponseOrders", "S3Dialect", "S3Service",
            ],
            path: "Tests/Fuzz/Targets"),
        .testTarget(name: "FuzzReplayTests", dependencies: ["FuzzTargets"], path: "Tests/Fuzz/Replay"),
        .testTarget(
            name: "UnderstudyServiceTests",
            dependencies: [
                "UnderstudyService", "AdminAPI", "Compression", "FixtureStore", "HTTPMessage", "JSONDocument", "LinkModel", "MockEngine",
                "Placeholders", "S3Service", "StubModel", "TestSupport", "WorkPool",
                .product(name: "Logging", package: "swift-log", condition: server),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
    if target.type != .test { target.swiftSettings! += [.strictMemorySafety()] }
}

// Rooms that the usual request does not pass, or passes at one place. script/release builds them for size (decision 0221).
let smallRooms: Set = [
    "understudy", "UnderstudyDaemon", "S3Dialect", "AdminAPI", "Recorder", "FixtureStore", "YAMLDocument", "JSONSchema", "StubModel",
    "ResponseOrders", "Placeholders", "JavaText", "XMLDocument", "JSONPath", "RegularExpression", "UnderstudyService",
    "Upstream", "LinkModel",
]
for target in package.targets where linksItself && smallRooms.contains(target.name) {
    target.swiftSettings! += [.unsafeFlags(["-Osize"])]
}

// A convenience for tests only: with names of test targets in this variable the package is those targets and what they need, so
// that a run under a sanitizer builds nothing else.
if let only = Context.environment["UNDERSTUDY_ONLY_TESTS"] {
    var needed = Set(only.split(separator: " ").map(String.init))
    var size = 0
    while size != needed.count {
        size = needed.count
        for target in package.targets where needed.contains(target.name) {
            for dependency in target.dependencies {
                switch dependency {
                case .byNameItem(let name, _), .targetItem(let name, _): needed.insert(name)
                default: break
                }
            }
        }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products = []
}
