import Foundation
import Testing

@testable import ABIGenerator

/// Today's header as another version of it may be.
struct OtherHeader {
  var text = `The layout of the header`.headerText

  /// Says that it is another version.
  mutating func setVersion(major: Int, minor: Int) throws {
    text = text.replacing(/_ABI_MAJOR \d+/, with: "_ABI_MAJOR \(major)")
      .replacing(/_ABI_MINOR \d+/, with: "_ABI_MINOR \(minor)")
    try #require(text.contains("_ABI_MAJOR \(major)\n") && text.contains("_ABI_MINOR \(minor)\n"))
  }

  /// Adds two fields at the end of each struct that begins with its size, or of the named ones.
  mutating func growStructs(_ names: Set<String>? = nil) throws {
    text.replace(/CHILDPLUGIN_ASSERT\(sizeof.*\n/, with: "")
    var grown = 0
    text.replace(/struct (childplugin_\w+) \{\n[\s\S]*?\n\}/) { match in
      guard match.0.contains("  uint32_t size;"), names?.contains(String(match.1)) != false else {
        return String(match.0)
      }
      grown += 1
      return match.0.dropLast() + "  uint64_t later_number;\n  void (*later_function)(void);\n}"
    }
    let sized = try `The layout of the header`.now.table.structs.count { $0.isSized }
    #expect(grown == names?.count ?? sized)
  }

  /// Puts it into a folder, for what is compiled there.
  func write(to folder: PluginFolder) throws {
    try folder.write(Array(text.utf8), to: "childplugin.h", mode: 0o644)
  }
}

extension PluginFolder {
  /// Compiles a plugin of Tests/ABI with a header in this folder.
  func compile(versionTest name: String) throws {
    let source = FrozenVersion.folder.appending(path: name + ".c")
    let file = source.lastPathComponent
    try write(Array(try Data(contentsOf: source)), to: file, mode: 0o644)
    try compile(
      "#include \"\(file)\"\n", to: file.replacing(".c", with: ".so"),
      flags: ["-shared", "-fPIC", "-Wall", "-Werror"])
  }
}
