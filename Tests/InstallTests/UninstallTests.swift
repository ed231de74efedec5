import Foundation
import TestSupport
import Testing

@Suite(
  "Installing and removing",
  .enabled(if: ReleaseBuild.isThere, "make build has not been run"))
struct UninstallTests {
  @Test(arguments: ["/usr/local", "/opt/state host", ""])
  func `leaves nothing behind`(_ prefix: String) throws {
    let tree = try InstalledTree(prefix: prefix)
    #expect(try !InstalledTree.files(below: tree.root.path).isEmpty)
    try FileManager.default.removeItem(atPath: tree.path + "/include/childplugin.h")
    let run = try tree.install("--remove")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try InstalledTree.everything(below: tree.root.path) == [])
  }

  @Test func `leaves what is not its own`() throws {
    let root = try ScratchFolder()
    let own = [
      "usr/lib/statehost/plugins/mine.so", "usr/share/man/man1/other.1", "usr/bin/other",
    ]
    let folder = root.path + "/usr/share/zsh/site-functions"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try root.write("theirs", to: "usr/share/man/man1/other.1")
    let tree = try InstalledTree(prefix: "/usr", in: root)
    try root.write("mine", to: "usr/lib/statehost/plugins/mine.so")
    try root.write("theirs", to: "usr/bin/other")
    try tree.install("--remove")
    #expect(
      try InstalledTree.everything(below: root.path) == [
        "usr", "usr/bin", "usr/bin/other", "usr/lib", "usr/lib/statehost",
        "usr/lib/statehost/plugins", "usr/lib/statehost/plugins/mine.so", "usr/share",
        "usr/share/man", "usr/share/man/man1", "usr/share/man/man1/other.1", "usr/share/zsh",
        "usr/share/zsh/site-functions",
      ])
    #expect(try InstalledTree.files(below: root.path) == own.sorted())
  }

  @Test func `takes away what an older one had and this one has not`() throws {
    let tree = try InstalledTree(prefix: "/usr")
    let list = tree.path + "/share/statehost/installed-files"
    let names = try String(contentsOfFile: list, encoding: .utf8)
    try tree.root.write("old", to: "usr/share/statehost/old/page")
    try tree.root.write("mine", to: "usr/share/statehost/mine")
    try tree.root.write(
      names + "file share/statehost/old/page\nfolder share/statehost/old\n",
      to: "usr/share/statehost/installed-files")
    try tree.install()
    #expect(!FileManager.default.fileExists(atPath: tree.path + "/share/statehost/old"))
    #expect(FileManager.default.fileExists(atPath: tree.path + "/share/statehost/mine"))
    #expect(try String(contentsOfFile: list, encoding: .utf8) == names)
    try FileManager.default.removeItem(atPath: tree.path + "/share/statehost/mine")
    try tree.install("--remove")
    #expect(try InstalledTree.everything(below: tree.root.path) == [])
  }

  @Test func `removes nothing where nothing is installed`() throws {
    let root = try ScratchFolder()
    try root.write("mine", to: "usr/bin/statehost")
    let run = try Shell.run(
      "sh Scripts/install.sh --remove", environment: ["DESTDIR": root.path, "PREFIX": "/usr"])
    #expect(run.status == 0)
    #expect(run.output == "StateHost is not installed in \(root.path)/usr: nothing was removed\n")
    #expect(try InstalledTree.files(below: root.path) == ["usr/bin/statehost"])
  }

  @Test func `needs an absolute prefix where it is staged`() throws {
    let root = try ScratchFolder()
    let run = try Shell.run(
      "sh Scripts/install.sh", environment: ["DESTDIR": root.path, "PREFIX": "usr"])
    #expect(run.status == 2)
    #expect(
      run.errors
        == "install: not an absolute path: PREFIX=usr: begin it with a slash\n")
    #expect(try InstalledTree.everything(below: root.path) == [])
  }
}
