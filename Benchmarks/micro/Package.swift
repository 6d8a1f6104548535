// swift-tools-version: 6.2
import PackageDescription

/// Measures the engine without a socket: `swift run -c release --package-path Benchmarks/micro`.
let package = Package(
    name: "EngineBenchmark",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Understudy", path: "../..")],
    targets: [
        .executableTarget(name: "EngineBenchmark", dependencies: [.product(name: "UnderstudyRooms", package: "Understudy")])
    ],
    swiftLanguageModes: [.v6]
)
