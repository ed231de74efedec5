import Foundation
import TestSupport
import Testing

/// An example, built into a folder of a test's own, and rows to show it with.
struct BuiltExample {
  let folder: ScratchFolder
  let name: String

  init(_ name: String, rows: String) throws {
    self.name = name
    folder = try ScratchFolder()
    let run = try Tools.run(
      ["make", "OUT=\(folder.path)"], in: BuiltProducts.repository + "/Examples/" + name)
    try #require(run.status == 0, "\(run.errors)")
    #expect(!run.errors.contains("warning"), "\(run.errors)")
    _ = try folder.write(rows, to: "rows")
  }

  var library: String { "\(folder.path)/\(name).so" }

  /// The rows of a frame when all has settled.
  func frame(_ size: String, _ flags: String...) throws -> [String] {
    let run = try Tools.run(
      [BuiltProducts.program, "--plugins", ".", "--snapshot", "-", "--size", size] + flags
        + ["rows"], in: folder.path)
    #expect(run.errors.isEmpty)
    return run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// What a command of the program says of the plugin.
  func said(by command: String...) throws -> ProgramRun {
    try Tools.run([BuiltProducts.program] + command + [library], in: folder.path)
  }

  /// A terminal with the program, this example and its rows, read anew by `r`.
  func terminal() throws -> TmuxTerminal {
    try TmuxTerminal(
      columns: 60, rows: 10,
      command: "cd \(folder.path) && \(BuiltProducts.program) --plugins . -- cat rows")
  }
}
