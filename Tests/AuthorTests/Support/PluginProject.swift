import Foundation
import TestSupport
import Testing

/// A project that `statehost new` made in a folder of its own.
struct PluginProject {
  let name: String
  private let parent: ScratchFolder

  /// A project in Swift, built by one `make`.
  static let swift = Result {
    let flags = ["--language", "swift"]
    let project = try PluginProject("my-swift", flags: flags, in: .untilExit())
    try project.build()
    return project
  }

  /// The argument of `make` for the kit that `swift` has compiled.
  static var sharedKit: String { get throws { try "KIT_BUILD=\(swift.get().folder)/build" } }

  init(_ name: String, language: String, states: [String] = []) throws {
    try self.init(
      name, flags: ["--language", language] + states.flatMap { ["--state", $0] },
      in: ScratchFolder())
  }

  init(_ name: String, like example: String) throws {
    try self.init(name, flags: ["--like", example], in: ScratchFolder())
  }

  private init(_ name: String, flags: [String], in parent: ScratchFolder) throws {
    self.name = name
    self.parent = parent
    let run = try Tools.run([BuiltProducts.program, "new", name] + flags, in: parent.path)
    try #require(run.status == 0, "\(run.errors)")
    try #require(run.output.hasPrefix("made \(name), a plugin in "))
  }

  var folder: String { "\(parent.path)/\(name)" }
  var library: String { "\(folder)/\(name).so" }

  /// Builds it as its author would, with variables of `make`, and expects no warning.
  func build(_ variables: [String] = []) throws {
    let run = try Tools.run(["make"] + variables, in: folder)
    try #require(run.status == 0, "\(run.errors)")
    #expect(!run.errors.contains("warning"), "\(run.errors)")
  }

  /// What the program prints when it searches the project's folder too.
  func statehost(_ arguments: [String]) throws -> ProgramRun {
    try Tools.run([BuiltProducts.program] + arguments, in: folder)
  }

  /// The rows of a frame of the program, with this plugin and a file of three rows.
  func frame(_ options: String...) throws -> [String] {
    _ = try parent.write("one\ntwo\nthree\n", to: "rows.txt")
    let run = try statehost(
      ["--plugins", ".", "--snapshot", "-", "--size", "30x6", "../rows.txt"] + options)
    #expect(run.errors.isEmpty)
    return run.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
