// swift-tools-version: 6.1
import PackageDescription

/// Eight pictures at once, and what may become of each, in every order.
///
/// A package of yours names Understudy by URL and version, and needs no `traits:`.
let package = Package(
    name: "ImageLoader",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [.library(name: "ImageLoader", targets: ["ImageLoader"])],
    dependencies: [.package(name: "Understudy", path: "../..", traits: [])],
    targets: [
        .target(name: "ImageLoader"),
        .testTarget(
            name: "ImageLoaderTests",
            dependencies: [
                "ImageLoader", .product(name: "UnderstudyClient", package: "Understudy"),
                .product(name: "UnderstudyTesting", package: "Understudy"),
            ]),
    ]
)
