import Foundation
import TestSupport
import Testing

/// A plugin in Swift, made with the sources of the kit as they are and a header of another version.
enum KitPlugin {
  /// Structs that may grow without a change to the kit, which names no field that it does not use.
  ///
  /// The others it fills whole; their growth is a compile error in the kit.
  static let growable: Set = [
    "childplugin_host", "childplugin_canvas", "childplugin_content", "childplugin_column",
    "childplugin_row", "childplugin_terminal", "childplugin_insets", "childplugin_key",
    "childplugin_key_help_item", "childplugin_place", "childplugin_descriptor",
  ]

  private static let source = """
    import ChildPluginAPI
    import ChildPluginKit

    final class Greeting: ChildPlugin, InputChild {
      static let descriptor = ChildDescriptor(
        id: "org.example.greeting", name: "Greeting", places: [ChildPlace("content", place: 1)],
        takesFocus: true)
      let host: Host
      init?(host: Host) { self.host = host }
      func draw(on canvas: borrowing Canvas) {
        canvas.put("\\(host.content?.rows ?? -1) rows", column: 0, row: 0)
      }
      func key(_ key: Key) -> Bool {
        host.log("\\(key.text) in \\(host.terminal.columns) columns")
        return true
      }
    }

    @c @implementation
    public func childplugin_entry(_ major: UInt32, _ minor: UInt32) -> PluginEntry {
      exportPlugin(Greeting.self)
    }
    """

  /// Compiles it into a folder with the header that stands there.
  static func compile(into folder: PluginFolder) throws {
    let map = "module ChildPluginAPI { header \"childplugin.h\" export * }\n"
    try folder.write(Array(map.utf8), to: "module.modulemap", mode: 0o644)
    try folder.write(Array(source.utf8), to: "Greeting.swift", mode: 0o644)
    let kit = PluginFolder.package.appending(path: "Sources/ChildPluginKit").path
    let sources = (FileManager.default.subpaths(atPath: kit) ?? [])
      .filter { $0.hasSuffix(".swift") }.map { kit + "/" + $0 }
    let flags = ["-Onone", "-wmo", "-swift-version", "6", "-parse-as-library", "-I", folder.path]
    try swiftc(
      flags + [
        "-module-name", "ChildPluginKit", "-emit-library", "-static", "-emit-module",
        "-emit-module-path", folder.path(of: "ChildPluginKit.swiftmodule"), "-o",
        folder.path(of: "libChildPluginKit.a"),
      ] + sources)
    try swiftc(
      flags + [
        "-module-name", "Greeting", "-emit-library", "-o", folder.path(of: "greeting.so"),
        folder.path(of: "Greeting.swift"), folder.path(of: "libChildPluginKit.a"),
      ])
    try folder.setMode(0o755, of: "greeting.so")
  }

  private static func swiftc(_ arguments: [String]) throws {
    let run = try ProgramRun.run(arguments, program: "swiftc", seconds: 300)
    try #require(run.status == 0, "\(run.errors)")
  }
}
