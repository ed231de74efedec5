import ChildPluginAPI
import Foundation
import Testing

@testable import ABIGenerator

/// What to do when one of these fails: docs/abi.md, "A new minor, step by step".
@Suite struct `The layout of the header` {
  /// The version that the header says it is.
  static let now = FrozenVersion(
    major: Int(CHILDPLUGIN_ABI_MAJOR), minor: Int(CHILDPLUGIN_ABI_MINOR))

  @Test func `is that of the table of its version`() throws {
    let file = try? Self.now.table
    let table = try #require(
      file,
      """
      The header says it is \(Self.now), and Tests/ABI/\(Self.now) is not there: \
      STATEHOST_RECORD_ABI=1 makes it.
      """)
    let read = try HeaderReader(Self.headerText).table()
    let growth = LayoutChanges(from: table, to: read)
    #expect(
      growth.broken == [],
      """
      A plugin built with \(Self.now) would break. Take the change back; what must differ gets a \
      new name, at the end.
      """)
    #expect(
      growth.added == [],
      """
      This is more than \(Self.now) has, which never changes. Raise CHILDPLUGIN_ABI_MINOR, then \
      record the new version with STATEHOST_RECORD_ABI=1.
      """)
    #expect(read == table)
  }

  @Test(arguments: FrozenVersion.all.filter { $0.major == `The layout of the header`.now.major })
  func `keeps all that an earlier version has`(_ version: FrozenVersion) throws {
    let growth = LayoutChanges(
      from: try version.table, to: try HeaderReader(Self.headerText).table())
    #expect(growth.broken == [], "A plugin built with \(version) would break.")
  }

  @Test(arguments: [("clang", "c"), ("c++", "cc")])
  func `is the same to every compiler`(_ compiler: String, _ suffix: String) throws {
    let reader = try HeaderReader(Self.headerText)
    #expect(try reader.table(compiler: compiler, suffix: suffix) == reader.table())
  }

  @Test(arguments: FrozenVersion.all)
  func `of a frozen version is what its table says`(_ version: FrozenVersion) throws {
    #expect(try HeaderReader(version.headerText).table() == version.table)
  }

  @Test func `is read whole`() throws {
    let table = try HeaderReader(Self.headerText).table()
    #expect(try LayoutTable(table.text) == table)
    // Counted without a compiler: each pair of braces, each semicolon in one, each definition.
    let text = Self.headerText.replacing(/\/\*[\s\S]*?\*\//, with: "")
    let bodies = text.matches(of: /struct \w+ \{([\s\S]*?)\n\}/)
    let fields = bodies.map { body in
      body.1.split(separator: ";").filter { $0.contains(/\w/) }
        .map { $0.replacing(/\([\s\S]*/, with: "").count { $0 == "," } + 1 }.reduce(0, +)
    }
    #expect(table.structs.map(\.fields.count) == fields)
    let names = Set(text.matches(of: /#define (CHILDPLUGIN_\w+)/).map { String($0.1) })
    #expect(names.isSubset(of: table.words.keys))
    #expect(table.words.count == names.count + 3)
  }

  /// Changes to the header, what they break and what they add.
  static let changes: [(String, String, broken: [String], added: [String])] = [
    (
      "int64_t duration_nanoseconds;", "int64_t duration_nanoseconds; int64_t later;", [],
      ["childplugin_timing_t.later"]
    ),
    (
      "uint32_t reserved;\n  /* Fills a buffer: ", "uint32_t later;\n  /* Fills a buffer: ", [],
      ["childplugin_accessibility_t.later"]
    ),
    (
      "uint32_t curve;  ", "uint32_t easing; ",
      [
        "childplugin_timing_t.curve is not at 4 as uint32_t",
        "childplugin_timing_t.easing is new and not at the end",
      ],
      ["childplugin_timing_t.easing"]
    ),
    (
      "int64_t delay_nanoseconds;", "uint64_t delay_nanoseconds;",
      ["childplugin_timing_t.delay_nanoseconds is not at 16 as int64_t"], []
    ),
    (
      "int32_t column; ", "uint32_t later; int32_t column;",
      [
        "childplugin_mouse_t.column is not at 16 as int32_t",
        "childplugin_mouse_t.later is new and not at the end",
        "childplugin_mouse_t.reserved is not at 28 as uint32_t",
        "childplugin_mouse_t.row is not at 20 as int32_t",
        "childplugin_mouse_t.wheel is not at 24 as int32_t",
      ],
      ["childplugin_mouse_t.later"]
    ),
    (
      "uint64_t length;   /* bytes */", "uint64_t length; uint64_t room;",
      ["childplugin_text_t had 16 bytes, has 24"], ["childplugin_text_t.room"]
    ),
    (
      "void (*wake)(const childplugin_host_t *host);",
      "bool (*wake)(const childplugin_host_t *host);",
      ["childplugin_host_t.wake is not at 56 as void (*)(const childplugin_host_t *)"], []
    ),
    (
      "#define CHILDPLUGIN_ROLE_MUTED 2u", "#define CHILDPLUGIN_ROLE_MUTED 12u",
      ["CHILDPLUGIN_ROLE_MUTED was constant 2 uint32, is constant 12 uint32"], []
    ),
    (
      "\"childplugin.wake/1\"", "\"childplugin.wake/2\"",
      [
        "CHILDPLUGIN_EXTENSION_WAKE was constant \"childplugin.wake/1\", is constant "
          + "\"childplugin.wake/2\""
      ], []
    ),
    (
      "#define CHILDPLUGIN_ROLE_BACKGROUND 11u",
      "#define CHILDPLUGIN_ROLE_BACKGROUND 11u\n#define CHILDPLUGIN_ROLE_LINK 12u", [],
      ["CHILDPLUGIN_ROLE_LINK"]
    ),
    (
      "uint32_t host_abi_minor);", "uint32_t host_abi_minor, const char *path);",
      [
        "childplugin_entry was function const childplugin_plugin_t *(uint32_t, uint32_t), is "
          + "function const childplugin_plugin_t *(uint32_t, uint32_t, const char *)"
      ], []
    ),
    ("#define CHILDPLUGIN_ABI_MINOR 0", "#define CHILDPLUGIN_ABI_MINOR 1", [], []),
    (
      "typedef struct childplugin_wake {",
      "typedef struct childplugin_later { uint32_t size; } childplugin_later_t;\n"
        + "typedef struct childplugin_wake {", [], ["childplugin_later_t"]
    ),
  ]

  @Test(arguments: changes.indices)
  func `tells growth from breakage`(_ index: Int) throws {
    let (before, after, broken, added) = Self.changes[index]
    let version = try #require(FrozenVersion.all.first)
    // The assertions in the header would stop the compiler first.
    let text = try version.headerText.replacing(/CHILDPLUGIN_ASSERT\(sizeof.*\n/, with: "")
    #expect(text.ranges(of: before).count == 1, "\(before)")
    let changed = try HeaderReader(text.replacing(before, with: after)).table()
    let growth = LayoutChanges(from: try version.table, to: changed)
    // A struct that grows moves what stands after it in others.
    #expect(Set(broken).isSubset(of: growth.broken), "\(growth.broken)")
    #expect(growth.broken.isEmpty == broken.isEmpty)
    #expect(growth.added == added)
  }

  static let headerText: String =
    (try? String(
      contentsOf: URL(filePath: PluginFolder.headerFolder + "/childplugin.h"), encoding: .utf8))
    ?? ""
}
