import Foundation

/// The program behind `make generate`: writes the Swift, Rust and documentation files that are
/// generated from childplugin.h, the C header of the plugin ABI, and the codec of the messages to
/// worker processes.
@main struct ABIGenerator {
  /// Usage: `ABIGenerator PACKAGE TARGET`: reads the sources of a package, and writes the generated
  /// files below another folder, which may be the package's own.
  static func main() throws {
    guard CommandLine.arguments.count == 3 else {
      throw HeaderReader.Unreadable("usage: ABIGenerator PACKAGE TARGET")
    }
    let files = try GeneratedFiles(ofPackage: CommandLine.arguments[1])
    for (path, text) in files.all {
      let file = URL(filePath: CommandLine.arguments[2]).appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }
}

/// The texts of all files that are generated from childplugin.h, the layouts of its earlier
/// versions and the declared messages to worker processes, with their paths in the package.
struct GeneratedFiles {
  let all: [(path: String, text: String)]

  init(ofPackage package: String) throws {
    let header = try String(
      contentsOfFile: package + "/Sources/ChildPluginAPI/include/childplugin.h", encoding: .utf8)
    let layout = try HeaderReader(header).table()
    let functions = try HostFunction.all(in: header)
    let swift = "// Made from childplugin.h by `make generate`: do not edit.\n"
    let host = "Sources/StateHost/Plugins/Host/Generated/"
    all = [
      (host + "HostFunction.swift", swift + HostFunctionGenerator(functions: functions).text),
      (host + "HostTables.swift", swift + HostTablesGenerator(functions: functions).text),
      (
        "Sources/StateHost/Plugins/Child/Generated/ChildExtensions.swift",
        swift + (try ChildExtensionsGenerator(header).text)
      ),
      (
        "Sources/StateHost/Workers/Wire/Generated/WireCodec.swift",
        "// Made from the types that conform to GeneratedWireValue by `make generate`: "
          + "do not edit.\n" + (try WireCodecGenerator(ofPackage: package).text)
      ),
      (
        host + "StructSizes.swift",
        swift + StructSizesGenerator(versions: try Self.versions(package, layout)).text
      ),
      (
        "Tests/PluginTests/Versions/Generated/SwiftLayouts.swift",
        swift + SwiftLayoutsGenerator(layout: layout).text
      ),
      (
        "Templates/rust/childplugin_raw.rs",
        RustBindingGenerator(layout: layout, header: header).text
      ),
      ("docs/Generated/host-functions.md", ReferencePageGenerator(functions: functions).text),
    ]
  }

  /// The layout tables of the minors before the header's, and the header's own.
  private static func versions(
    _ package: String, _ layout: LayoutTable
  ) throws -> [(minor: Int, table: LayoutTable)] {
    let word = layout.words["CHILDPLUGIN_ABI_MINOR"]?.split(separator: " ")[1] ?? "0"
    let minor = Int(word) ?? 0
    let earlier = try (0..<minor).map { number in
      let path = package + "/Tests/ABI/1.\(number)/layout.txt"
      return (number, try LayoutTable(String(contentsOfFile: path, encoding: .utf8)))
    }
    return earlier + [(minor, layout)]
  }
}
