// swift-tools-version: 6.3
import PackageDescription

/// What every Swift target is held to: warnings are errors, and every use of an unsafe pointer is
/// marked where it stands, which is at the two borders (the C ABI and system calls) only.
let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// A plugin exports its entry and nothing else.
let exportsEntryOnly: [LinkerSetting] = [
  .unsafeFlags([
    "-Xlinker", "--version-script=\(Context.packageDirectory)/Plugins/exports.map",
  ])
]

/// A program that carries a runtime keeps it to itself: that of a plugin never takes a symbol of it.
let exportsNothing: [LinkerSetting] = [
  .unsafeFlags(["-Xlinker", "--no-export-dynamic"])
]

/// A part of the host program: a folder of Sources/StateHost that is a module of its own, so that
/// what it may depend on is checked by the compiler.
func hostPart(_ folder: String, dependsOn dependencies: [Target.Dependency]) -> Target {
  .target(
    name: "Host\(folder)", dependencies: dependencies, path: "Sources/StateHost/\(folder)",
    swiftSettings: strict)
}

func plugin(_ name: String) -> Target {
  .target(
    name: name, dependencies: ["ChildPluginKit"], path: "Plugins/\(name)", swiftSettings: strict,
    linkerSettings: exportsEntryOnly)
}

func tests(
  _ name: String, of dependencies: [Target.Dependency], leavingOut folders: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], path: "Tests/\(name)",
    exclude: folders, swiftSettings: strict)
}

let package = Package(
  name: "StateHost",
  // The program runs on Linux; the engine, the three libraries of StateContainer, on all of these, too.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "statehost", targets: ["StateHost"]),
    .library(name: "StateContainer", targets: ["StateContainer"]),
    .library(name: "StateContainerEvents", targets: ["StateContainerEvents"]),
    .library(name: "StateContainerTesting", targets: ["StateContainerTesting"]),
    .library(name: "ChildPluginKit", targets: ["ChildPluginKit"]),
    .library(name: "LoadingChild", type: .dynamic, targets: ["LoadingChild"]),
    .library(name: "ListChild", type: .dynamic, targets: ["ListChild"]),
    .library(name: "ErrorChild", type: .dynamic, targets: ["ErrorChild"]),
  ],
  targets: [
    .target(name: "ChildPluginAPI"),
    // Makes what follows from the header, and the codec of the messages to workers: `make generate`.
    .executableTarget(name: "ABIGenerator", swiftSettings: strict),
    .target(name: "ChildPluginKit", dependencies: ["ChildPluginAPI"], swiftSettings: strict),
    .target(name: "StateContainer", swiftSettings: strict),
    .target(
      name: "StateContainerEvents", dependencies: ["StateContainer"], swiftSettings: strict),
    .target(
      name: "StateContainerTesting", dependencies: ["StateContainer", "StateContainerEvents"],
      swiftSettings: strict),

    .target(name: "CHostSystem", path: "Sources/StateHost/System/C"),
    .target(
      name: "HostSystem", dependencies: ["CHostSystem"], path: "Sources/StateHost/System",
      exclude: ["C"], swiftSettings: strict),
    hostPart("Text", dependsOn: []),
    hostPart("Surface", dependsOn: ["HostText", "StateContainer"]),
    hostPart("Terminal", dependsOn: ["HostText"]),
    hostPart("Content", dependsOn: ["CHostSystem", "HostSystem", "HostText"]),
    hostPart(
      "States",
      dependsOn: ["CHostSystem", "HostSystem", "HostText", "HostSurface", "StateContainer"]),
    hostPart(
      "Plugins",
      dependsOn: [
        "ChildPluginAPI", "CHostSystem", "HostSystem", "HostText", "HostSurface", "HostContent",
        "StateContainer",
      ]),
    hostPart(
      "Workers",
      dependsOn: [
        "StateContainer", "CHostSystem", "HostSystem", "HostText", "HostSurface", "HostContent",
        "HostPlugins",
      ]),
    hostPart(
      "Validation",
      dependsOn: [
        "ChildPluginAPI", "CHostSystem", "HostSystem", "HostText", "HostSurface", "HostPlugins",
        "HostContent", "HostStates", "HostWorkers", "StateContainer",
      ]),
    hostPart(
      "Runtime",
      dependsOn: [
        "StateContainer", "CHostSystem", "HostSystem", "HostText", "HostSurface", "HostTerminal",
        "HostContent", "HostStates", "HostPlugins", "HostWorkers",
      ]),
    hostPart(
      "Simulation",
      dependsOn: ["CHostSystem", "HostSystem", "HostText", "HostSurface", "HostStates"]),
    hostPart(
      "Play",
      dependsOn: [
        "StateContainer", "HostSystem", "HostText", "HostSurface", "HostTerminal", "HostContent",
        "HostStates", "HostPlugins", "HostWorkers", "HostRuntime", "HostSimulation",
      ]),
    .executableTarget(
      name: "StateHost",
      dependencies: [
        "StateContainer", "CHostSystem", "HostSystem", "HostText", "HostSurface", "HostTerminal",
        "HostContent", "HostStates", "HostPlugins", "HostWorkers", "HostRuntime", "HostPlay",
        "HostValidation",
      ],
      path: "Sources/StateHost",
      exclude: [
        "System", "Text", "Surface", "Terminal", "Content", "States", "Plugins", "Workers",
        "Runtime", "Simulation", "Play", "Validation",
      ],
      swiftSettings: strict, linkerSettings: exportsNothing),

    plugin("LoadingChild"),
    plugin("ListChild"),
    plugin("ErrorChild"),

    .target(name: "AllocationCounter", path: "Benchmarks/AllocationCounter"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "AllocationCounter", "PluginSupport", "StateContainer", "HostSystem", "HostContent",
        "HostSurface", "HostPlugins", "HostWorkers",
      ],
      path: "Benchmarks", exclude: ["Programs", "AllocationCounter"], swiftSettings: strict),

    .target(
      name: "StateContainerModel", dependencies: ["StateContainer"],
      path: "Tests/StateContainerModel", swiftSettings: strict),
    .target(
      name: "ExpressionModel", path: "Tests/ExpressionModel", swiftSettings: strict),
    .target(
      name: "Simulation",
      dependencies: [
        "StateContainer", "HostSystem", "HostText", "HostSurface", "HostContent", "HostStates",
        "HostPlugins", "HostWorkers", "HostRuntime", "HostSimulation", "HostPlay",
      ],
      path: "Tests/Simulation", exclude: ["simulated.c", "simulation.h", "steady.c", "Found"],
      swiftSettings: strict),
    .executableTarget(
      name: "Simulator",
      dependencies: ["Simulation", "StateContainerModel", "HostStates", "HostSystem"],
      path: "Tests/Simulator", swiftSettings: strict,
      linkerSettings: [
        "swift_Concurrency", "swift_StringProcessing", "swift_RegexParser", "stdc++",
      ].map {
        .linkedLibrary($0, .when(configuration: .release))
      }),
    .target(
      name: "TestSupport", dependencies: ["HostSystem"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .target(
      name: "PluginSupport", dependencies: ["HostContent", "HostPlugins", "HostSurface"],
      path: "Tests/PluginSupport", swiftSettings: strict),
    tests(
      "StateContainerTests",
      of: [
        "StateContainer", "StateContainerEvents", "StateContainerTesting", "StateContainerModel",
      ]),
    tests("ChildPluginKitTests", of: ["ChildPluginKit", "ChildPluginAPI"]),
    tests("HostTextTests", of: ["HostText"]),
    tests("HostSurfaceTests", of: ["HostSurface", "HostText", "StateContainer"]),
    tests("HostSystemTests", of: ["CHostSystem", "HostSystem"]),
    tests("HostTerminalTests", of: ["HostTerminal", "HostText"]),
    tests("HostContentTests", of: ["HostContent", "HostSystem", "ExpressionModel"]),
    tests(
      "HostStatesTests", of: ["HostStates", "HostSurface", "HostText", "StateContainer"]),
    tests(
      "HostPlayTests",
      of: [
        "HostPlay", "HostSimulation", "HostRuntime", "HostTerminal", "HostSurface", "HostStates",
        "HostText", "StateContainer",
      ]),
    tests("SimulationTests", of: ["Simulation", "HostSimulation", "HostStates", "HostSystem"]),
    tests(
      "PluginTests",
      of: [
        "HostPlugins", "CHostSystem", "HostSystem", "HostSurface", "HostContent", "ChildPluginAPI",
        "StateContainer", "ABIGenerator",
      ]),
    tests(
      "HostValidationTests", of: ["HostValidation", "StateHost"],
      leavingOut: ["Gallery"]),
    tests(
      "HostRuntimeTests",
      of: [
        "PluginSupport", "HostRuntime", "HostSystem", "HostText", "HostContent", "HostStates",
        "HostPlugins", "HostSurface", "HostTerminal", "HostWorkers", "StateContainer",
      ]),
    tests(
      "HostWorkersTests",
      of: [
        "PluginSupport", "HostWorkers", "HostPlugins", "HostContent", "HostSystem", "HostSurface",
        "StateHost", "ChildPluginAPI",
      ]),
    tests(
      "StateHostTests",
      of: [
        "StateHost", "HostPlugins", "HostRuntime", "HostSurface", "HostSystem", "HostWorkers",
      ], leavingOut: ["Gallery"]),
    tests("AuthorTests", of: ["StateHost", "HostPlugins", "ChildPluginAPI"]),
    tests("InstallTests", of: ["StateHost", "HostStates", "HostText"]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c11,
  cxxLanguageStandard: .cxx17
)

// `make fuzz` builds everything again, in a folder of its own, with instrumentation for libFuzzer; the tests run the
// same fuzzers over their corpora.
let fuzzed: [Target.Dependency] = [
  "CHostSystem", "HostSystem", "HostText", "HostSurface", "HostTerminal", "HostStates",
  "HostContent", "HostPlugins", "HostWorkers", "StateContainer", "ExpressionModel",
]
if Context.environment["STATEHOST_FUZZ"] != nil {
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Fuzz/Driver"),
    .executableTarget(
      name: "Fuzz", dependencies: fuzzed + ["CFuzzer"], path: "Fuzz",
      exclude: ["Corpora", "Driver", "CorpusTests.swift"], swiftSettings: strict),
  ]
} else {
  package.targets.append(
    .testTarget(
      name: "FuzzTests", dependencies: fuzzed, path: "Fuzz",
      exclude: ["Corpora", "Driver", "main.swift"], swiftSettings: strict))
}

// `make test-asan` and `make test-tsan` build those tests alone that they run.
if let names = Context.environment["STATEHOST_TESTS"]?.split(separator: " ").map(String.init) {
  package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
}

// `make build` builds the bundled plugins apart, in Embedded Swift: they carry no runtime, are a
// twentieth of the size, and are loaded with a fiftieth of the relocations.
if Context.environment["STATEHOST_PLUGINS"] != nil {
  let plugins = ["LoadingChild", "ListChild", "ErrorChild"]
  let embedded = ["-enable-experimental-feature", "Embedded"]
  package.products.removeAll { !plugins.contains($0.name) }
  package.targets.removeAll {
    !(["ChildPluginAPI", "ChildPluginKit"] + plugins).contains($0.name)
  }
  for target in package.targets where target.name != "ChildPluginAPI" {
    target.swiftSettings?.append(.unsafeFlags(embedded))
  }
  for target in package.targets where plugins.contains(target.name) {
    target.dependencies.append("EmbeddedSupport")
    target.linkerSettings? += [
      .unsafeFlags(embedded + ["-Xlinker", "--strip-all", "-Xlinker", "--no-undefined"]),
      .linkedLibrary("swiftUnicodeDataTables"), .linkedLibrary("m"),
    ]
  }
  package.targets.append(
    .target(name: "EmbeddedSupport", path: "Plugins/Support", publicHeadersPath: "."))
}
