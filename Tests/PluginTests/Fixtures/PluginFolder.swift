import Foundation
import HostPlugins
import Testing

/// A directory of plugins of a test's own; removed when it goes.
final class PluginFolder {
  let path: String

  init() throws {
    let template = FileManager.default.temporaryDirectory.path + "/plugins.XXXXXX"
    var bytes = Array(template.utf8CString)
    let made = unsafe mkdtemp(&bytes)
    path = unsafe String(cString: try #require(unsafe made))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(of name: String) -> String { path + "/" + name }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(of: name), withIntermediateDirectories: true)
  }

  func write(_ bytes: [UInt8], to name: String, mode: Int = 0o755) throws {
    try Data(bytes).write(to: URL(filePath: path(of: name)))
    try setMode(mode, of: name)
  }

  func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: path(of: name))))
  }

  func setMode(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(of: name))
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(of: name), withDestinationPath: target)
  }

  /// Compiles a plugin into this directory.
  func compile(
    _ plugin: FixturePlugin, to name: String = "right.so", flags: [String] = []
  ) throws {
    try compile(plugin.source, to: name, flags: ["-shared", "-fPIC"] + flags)
  }

  /// Compiles a source text as C11, or with the compiler that is named.
  func compile(
    _ source: String, to name: String, compiler: String = "cc", suffix: String = "c",
    flags: [String]
  ) throws {
    let file = path + "/\(UUID().uuidString).\(suffix)"
    try Data(source.utf8).write(to: URL(filePath: file))
    defer { try? FileManager.default.removeItem(atPath: file) }
    let command = Process()
    command.executableURL = URL(filePath: "/usr/bin/env")
    command.arguments =
      [compiler, "-I", Self.headerFolder, "-o", path(of: name), file] + flags
    let errors = Pipe()
    command.standardError = errors
    try command.run()
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    command.waitUntilExit()
    try #require(
      command.terminationStatus == 0,
      "\(compiler) \(flags): \(String(decoding: said, as: UTF8.self))")
  }

  /// Compiles a library of one function, which is called what it is.
  func library(_ name: String, in place: String, value: Int = 1, _ flags: String...) throws {
    try compile(
      "int \(name)(void) { return \(value); }", to: "\(place)/lib\(name).so",
      flags: ["-shared", "-fPIC", "-Wl,-soname,lib\(name).so", "-Wl,--no-as-needed"] + flags)
  }

  /// What is in this directory, or in one inside, loaded as `--plugins` would.
  func load(_ name: String? = nil, by trust: PluginTrust = PluginTrust()) -> PluginCatalogue {
    PluginCatalogue(
      loading: PluginSearchPath(flags: [name.map(path(of:)) ?? path]), for: Self.program, by: trust)
  }

  /// A plugin in a directory of its own.
  static func load(_ plugin: FixturePlugin) throws -> PluginCatalogue {
    let folder = try PluginFolder()
    try folder.compile(plugin)
    return folder.load()
  }

  /// A plugin in a directory of its own, loaded as a worker would.
  static func open(_ plugin: FixturePlugin) throws -> (folder: PluginFolder, LoadedPlugin) {
    let folder = try PluginFolder()
    try folder.compile(plugin)
    let path = folder.path(of: "right.so")
    return (
      folder,
      try LoadedPlugin(
        from: try PluginFile(checking: path).handedOver(), at: path, for: program)
    )
  }

  static let program = HostIdentity(version: "1.0.0")

  /// The root of the package.
  static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let headerFolder = package.appending(path: "Sources/ChildPluginAPI/include").path
}
