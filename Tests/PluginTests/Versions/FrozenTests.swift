import Foundation
import TestSupport
import Testing

@testable import ABIGenerator

/// Tests/ABI/MAJOR.MINOR holds a released version as it was on the day of its release.
///
/// Nothing in it is ever edited: what plugins were built with cannot be changed afterwards. A
/// header that has grown is frozen under its own, new minor.
@Suite struct `A frozen version` {
  @Test func `is there, from 1.0 on`() {
    #expect(FrozenVersion.all.first?.description == "1.0")
    let minors = FrozenVersion.all.filter { $0.major == 1 }.map(\.minor)
    #expect(minors == Array(0..<minors.count))
  }

  @Test(arguments: FrozenVersion.all)
  func `has not changed since its release`(_ version: FrozenVersion) throws {
    let sums = try version.text("SHA256SUMS")
    let listed = sums.split(separator: "\n").compactMap { $0.split(separator: " ").last }
    let files = try FileManager.default.contentsOfDirectory(atPath: version.folder.path)
    #expect(listed.map(String.init).sorted() == files.filter { $0 != "SHA256SUMS" }.sorted())
    for line in sums.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      try #require(words.count == 2)
      #expect(
        try Self.sum(of: version.folder.appending(path: words[1]).path) == words[0],
        """
        Tests/ABI/\(version)/\(words[1]) was edited. Take it back: a plugin somewhere was built with \
        it as it was. A change to the ABI goes to Sources/ChildPluginAPI/include/childplugin.h under a \
        new minor, see docs/abi.md.
        """)
    }
  }

  @Test(arguments: FrozenVersion.all)
  func `says in its header which it is`(_ version: FrozenVersion) throws {
    let table = try version.table
    #expect(table.words["CHILDPLUGIN_ABI_MAJOR"] == "constant \(version.major) int32")
    #expect(table.words["CHILDPLUGIN_ABI_MINOR"] == "constant \(version.minor) int32")
  }

  /// Records the header's version: its layout as a draft or, with `release`, all of it for ever.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["STATEHOST_RECORD_ABI"] != nil,
      "nothing is frozen unless STATEHOST_RECORD_ABI asks for it"))
  func `is made of the header when it is asked for`() throws {
    let isReleased = ProcessInfo.processInfo.environment["STATEHOST_RECORD_ABI"] == "release"
    let version = `The layout of the header`.now
    let files = FileManager.default
    try #require(
      version.isDraft || !files.fileExists(atPath: version.folder.path),
      "Tests/ABI/\(version) is there, and stays as it is")
    let header = `The layout of the header`.headerText
    let about = """
      # What childplugin.h \(version) fixes where a pointer has 64 bits; never edited, see docs/abi.md.
      # A struct and its bytes, then of each field: offset, bytes, name, type. Then all other names.

      """
    try files.createDirectory(at: version.folder, withIntermediateDirectories: true)
    func write(_ text: String, to name: String) throws {
      try Data(text.utf8).write(to: version.folder.appending(path: name))
    }
    try write(about + HeaderReader(header).table().text, to: "layout.txt")
    guard isReleased else {
      return try write("A draft: it may change until it is released.\n", to: "DRAFT")
    }
    try write(header, to: "childplugin.h")
    try? files.removeItem(at: version.draftMark)
    // Plugins that use every part of it are written by hand.
    let names = try files.contentsOfDirectory(atPath: version.folder.path)
    let sums = try names.filter { $0 != "SHA256SUMS" }.sorted().map { name in
      "\(try Self.sum(of: version.folder.appending(path: name).path))  \(name)\n"
    }
    try write(sums.joined(), to: "SHA256SUMS")
  }

  private static func sum(of path: String) throws -> String {
    let run = try ProgramRun.run([path], program: "sha256sum")
    try #require(run.status == 0, "\(run.errors)")
    return String(run.output.prefix { $0 != " " })
  }
}
