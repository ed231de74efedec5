import Foundation
import TestSupport
import Testing

/// Header names that the bindings in Rust write by hand: no compiler finds missing ones.
@Suite struct `The names of the bindings in Rust` {
  private let header: String
  private let bindings: String

  init() throws {
    let root = BuiltProducts.repository
    header = try String(
      contentsOfFile: root + "/Sources/ChildPluginAPI/include/childplugin.h", encoding: .utf8)
    bindings = try String(contentsOfFile: root + "/Templates/rust/childplugin.rs", encoding: .utf8)
  }

  /// The ids of the header whose names begin so, with what comes after that.
  private func ids(_ kind: String) -> [(name: String, id: String)] {
    header.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      guard words.count == 3, words[0] == "#define", words[2].hasPrefix("\"childplugin."),
        words[1].hasPrefix("CHILDPLUGIN_\(kind)_")
      else { return nil }
      return (String(words[1].dropFirst("CHILDPLUGIN_\(kind)_".count)), String(words[2]))
    }
  }

  /// How many lines of the bindings begin so.
  private func count(of beginning: String) -> Int {
    bindings.split(separator: "\n").count { $0.hasPrefix(beginning) }
  }

  @Test func `lead from every extension to its table`() {
    for (name, _) in ids("EXTENSION") {
      #expect(
        bindings.contains("EXTENSION_\(name) => (&raw const *Self::\(name)).cast(),"), "\(name)")
    }
    #expect(count(of: "            EXTENSION_") == ids("EXTENSION").count)
  }
}
