import Foundation
import TestSupport
import Testing

/// An example as `make` builds it, once for all tests.
private final class ExampleLibrary: @unchecked Sendable {
  private static let names = [
    "bars", "changes", "chart", "clock", "confirm", "details", "git-log", "hexview", "json",
    "trail",
  ]
  private static let all = Dictionary(
    uniqueKeysWithValues: names.map { ($0, ExampleLibrary($0)) })

  private let name: String
  private let lock = NSLock()
  private var folder: ScratchFolder?

  private init(_ name: String) { self.name = name }

  /// Builds it, unless it has been built.
  private func path() throws -> String {
    try lock.withLock {
      if let folder { return "\(folder.path)/\(name).so" }
      let folder = try ScratchFolder.untilExit()
      let kit = name == "details" ? try [PluginProject.sharedKit] : []
      let run = try Tools.run(
        ["make", "OUT=\(folder.path)"] + kit, in: BuiltProducts.repository + "/Examples/" + name)
      try #require(run.status == 0, "\(run.errors)")
      #expect(!run.errors.contains("warning"), "\(run.errors)")
      self.folder = folder
      return "\(folder.path)/\(name).so"
    }
  }

  static func path(of name: String) throws -> String { try #require(all[name]).path() }
}

/// An example in a folder of a test's own, and rows to show it with.
struct BuiltExample {
  let folder: ScratchFolder
  let name: String

  init(_ name: String, rows: String) throws {
    self.name = name
    folder = try ScratchFolder()
    try FileManager.default.copyItem(
      atPath: ExampleLibrary.path(of: name), toPath: "\(folder.path)/\(name).so")
    _ = try folder.write(rows, to: "rows")
  }

  var library: String { "\(folder.path)/\(name).so" }

  /// The rows of a frame when all has settled.
  func frame(_ size: String, _ flags: String...) throws -> [String] {
    let numbers = size.split(separator: "x").compactMap { Int($0) }
    let run = try Tools.run(
      [
        BuiltProducts.program, "--plugins", ".", "--snapshot", "-", "--size",
        "\(numbers[0])x\(numbers[1] + 1)",
      ] + flags + ["rows"], in: folder.path)
    #expect(run.errors.isEmpty)
    // Below the rows of children is the host's.
    var rows = run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    rows.remove(at: numbers[1])
    return rows
  }

  /// What a command of the program says of the plugin.
  func said(by command: String...) throws -> ProgramRun {
    try Tools.run([BuiltProducts.program] + command + [library], in: folder.path)
  }

  /// A terminal with the program, this example and its rows, read anew by `r`.
  ///
  /// - Parameter flags: of the program, as a shell takes them.
  /// - Returns: the terminal.
  /// - Throws: what tmux throws.
  func terminal(_ flags: String = "") throws -> TmuxTerminal {
    try TmuxTerminal(
      columns: 60, rows: 11,
      command: """
        cd \(folder.path) && XDG_CONFIG_HOME="$PWD" \(BuiltProducts.program) --plugins . \(flags) -- cat rows
        """)
  }
}
