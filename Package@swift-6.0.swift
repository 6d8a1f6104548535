// swift-tools-version: 6.0
import PackageDescription

/// What Swift 6.0 and 6.1 see of this package: the products for apps' tests, and no dependency. Swift 6.2 and later take Package.swift,
/// which has these two targets in the same words (decision 0120).
let package = Package(
    name: "Understudy",
    platforms: [.macOS(.v12), .iOS(.v15), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
    products: [
        .library(name: "UnderstudyClient", targets: ["UnderstudyClient"]),
        .library(name: "UnderstudyTesting", targets: ["UnderstudyTesting"]),
    ],
    targets: [
        .target(name: "UnderstudyClient"),
        .target(name: "UnderstudyTesting", dependencies: ["UnderstudyClient"]),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ]
}
