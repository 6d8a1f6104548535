// swift-tools-version: 6.1
import PackageDescription

/// An app's package: the screens' models, and their tests against a real server.
///
/// An app of yours names Understudy by URL and version, and needs no `traits:`.
let package = Package(
    name: "FeedApp",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [.library(name: "FeedApp", targets: ["FeedApp"])],
    dependencies: [
        .package(name: "Understudy", path: "../..", traits: []),
        // On Apple's systems this is Combine.
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        .target(
            name: "FeedApp",
            dependencies: [
                .product(name: "OpenCombine", package: "OpenCombine"), .product(name: "OpenCombineFoundation", package: "OpenCombine"),
            ]),
        .testTarget(
            name: "FeedAppTests",
            dependencies: [
                "FeedApp", .product(name: "UnderstudyClient", package: "Understudy"),
                .product(name: "UnderstudyTesting", package: "Understudy"),
            ]),
    ]
)
