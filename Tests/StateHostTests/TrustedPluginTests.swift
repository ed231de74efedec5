import Foundation
import TestSupport
import Testing

@Suite struct `Plugins that the user decides about` {
  private let folder: ScratchFolder
  private let home: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    home = try ScratchFolder()
    try SmallPlugin().compile(into: folder)
  }

  private func statehost(_ arguments: String...) throws -> ProgramRun {
    let variables = [
      "HOME": home.path, "XDG_CONFIG_HOME": home.path + "/config", "XDG_CACHE_HOME": "",
    ]
    return try ProgramRun.run(arguments, environment: variables)
  }

  private func shown() throws -> ProgramRun {
    try statehost("--plugins", folder.path, "--snapshot", "-", "--", "echo", "a row")
  }

  private func change() throws {
    var plugin = SmallPlugin()
    plugin.text = "a changed child"
    try plugin.compile(into: folder)
  }

  @Test(.needsSandbox)
  func `are refused when they were pinned and have changed, until pinned again`() throws {
    let before = try statehost("plugins", "--plugins", folder.path, "--pin")
    #expect(before.status == 0 && before.errors.isEmpty, "\(before.errors)")
    #expect(before.output.contains("  pinned  \(folder.path)/small.so"), "\(before.output)")
    #expect(before.output.contains("  own     "), "\(before.output)")
    // The program's own are replaced as the program is.
    let pins = try String(
      contentsOfFile: home.path + "/config/statehost/pins.json", encoding: .utf8)
    #expect(pins.contains("small.so") && !pins.contains("libListChild.so"), "\(pins)")
    #expect(try shown().output.contains("a small child"))
    try change()
    let line =
      "statehost: the plugin has changed since it was pinned: \(folder.path)/small.so: if the "
      + "change is intended, run statehost plugins --renew with its path\n"
    let changed = try shown()
    #expect(changed.errors == line)
    #expect(changed.output.contains("a row") && !changed.output.contains("child"))
    #expect(try statehost("plugins", "--plugins", folder.path).output.hasSuffix(line))
    #expect(try statehost("inspect", folder.path + "/small.so").output.contains("pinned"))
    _ = try statehost("plugins", "--plugins", folder.path, "--pin")
    #expect(try shown().output.contains("a changed child"))
  }

  @Test func `stay pinned where others are pinned`() throws {
    _ = try statehost("plugins", "--plugins", folder.path, "--pin")
    let other = try ScratchFolder()
    try SmallPlugin().compile(into: other)
    _ = try statehost("plugins", "--plugins", other.path, "--pin")
    try change()
    #expect(try shown().errors.contains("changed since it was pinned"))
  }

  @Test func `are not shown while it cannot be told what was pinned`() throws {
    let file = home.path + "/config/statehost/pins.json"
    _ = try statehost("plugins", "--plugins", folder.path, "--pin")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)
    for reason in ["others could change it", "it is damaged"] {
      let run = try shown()
      #expect(run.status == 2)
      #expect(
        run.errors == """
          statehost: the saved decisions about plugins cannot be used (\(reason)): \(file): make it \
          a file that only you can change, or remove it

          """)
      try Data("{".utf8).write(to: URL(filePath: file), options: .atomic)
    }
    try FileManager.default.removeItem(atPath: file)
    #expect(try shown().output.contains("a small child"))
  }

  @Test func `come from a folder that others can change where that is trusted`() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    let refused = try statehost("plugins", "--plugins", folder.path)
    #expect(
      refused.output.hasSuffix(
        """
        statehost: others can change the folder \(folder.path) (mode 0777): \(folder.path): chmod \
        go-w it, or give --trust \(folder.path) if you trust whoever can

        """), "\(refused.output)")
    let trusted = try statehost("plugins", "--plugins", folder.path, "--trust", folder.path)
    #expect(trusted.output.contains("  trusted  \(folder.path)/small.so"), "\(trusted.output)")
    let plugin = folder.path + "/small.so"
    #expect(try statehost("inspect", plugin).status == 1)
    #expect(try statehost("inspect", plugin, "--trust", folder.path).status == 0)
    let missing = try statehost("--trust", "/nowhere", "--", "true")
    #expect(missing.status == 2)
    #expect(
      missing.errors == "statehost: no such folder: --trust /nowhere: give one that is there\n")
  }
}
