// swift-tools-version:5.9
// `build.sh` writes the framework and the Swift sources to which this package refers.
import PackageDescription

let package = Package(
    name: "Farandole",
    platforms: [.iOS(.v13), .macOS(.v11)],
    products: [.library(name: "Farandole", targets: ["Farandole"])],
    targets: [
        .binaryTarget(name: "FarandoleFFI", path: "FarandoleFFI.xcframework"),
        .target(name: "Farandole", dependencies: ["FarandoleFFI"]),
        .executableTarget(name: "Example", dependencies: ["Farandole"]),
    ]
)
