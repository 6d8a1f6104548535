// swift-tools-version: 6.2
import PackageDescription

/// Fuzzing, apart from the tests: `script/fuzz TARGET SECONDS|EXECUTIONS`. CONTRIBUTING.md says how to add a target.
let package = Package(
    name: "Fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Understudy", path: "../..")],
    targets: [
        .executableTarget(name: "Fuzz", dependencies: [.product(name: "UnderstudyFuzzing", package: "Understudy")])
    ],
    swiftLanguageModes: [.v6]
)
