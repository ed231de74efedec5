// swift-tools-version: 6.0
import PackageDescription

// Programs that use only the engine: no host, plugins, terminal or Foundation.
// `make dependency` builds and runs them, by path as here, and by version.
let package = Package(
  name: "Engine",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "StateHost", path: "../..")],
  targets: ["Tutorial", "Enumeration", "Content", "ByHand"].map { name in
    .executableTarget(
      name: name, dependencies: [.product(name: "StateContainer", package: "StateHost")])
  } + [
    .executableTarget(
      name: "Clocked",
      dependencies: [
        .product(name: "StateContainer", package: "StateHost"),
        .product(name: "StateContainerEvents", package: "StateHost"),
      ]),
    .executableTarget(
      name: "OnTime",
      dependencies: [
        .product(name: "StateContainer", package: "StateHost"),
        .product(name: "StateContainerEvents", package: "StateHost"),
        .product(name: "StateContainerTesting", package: "StateHost"),
      ]),
  ]
)
