import Foundation
import TestSupport
import Testing

@Suite("The guide for authors")
struct GuideTests {
  @Test(.needsSandbox) func `shows what its commands print, one after the other`() throws {
    let page = try GuidePage()
    let folder = try ScratchFolder()
    for (name, text) in page.files { try folder.write(text, to: name) }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/include",
      withDestinationPath: BuiltProducts.repository + "/Sources/ChildPluginAPI/include")
    #expect(page.commands.count >= 12)
    let home = folder.path
    for command in page.commands {
      let run = try ProgramRun.run(
        ["-c", "cd \"$HOME\" && umask 022 && \(command.line)"], program: "/bin/sh",
        environment: [
          "HOME": home,
          "PATH": BuiltProducts.programFolder + ":"
            + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"),
        ])
      #expect(run.status == 0, "\(command.line): \(run.errors)")
      let output = (run.output + run.errors).replacingOccurrences(of: home, with: "~")
      var lines = output.components(separatedBy: "\n")
      while lines.last?.isEmpty == true { lines.removeLast() }
      #expect(command.shows(lines), "\(command.line)\n\(output)")
    }
  }

  @Test(arguments: Mistake.all.indices)
  func `shows what a mistake looks like`(index: Int) throws {
    let mistake = Mistake.all[index]
    let message = try #require(try GuidePage().messages[mistake.title], "\(mistake.title)")
    let said = try mistake.happen()
    #expect(said.split(separator: "\n").contains { $0.hasSuffix(message) }, "\(said)")
  }

  @Test func `shows no mistake that is not made here`() throws {
    let titles = Mistake.all.map(\.title)
    #expect(try GuidePage().messages.keys.filter { !titles.contains($0) }.isEmpty)
  }

  @Test func `names every extension of the header`() throws {
    let header = try String(
      contentsOfFile: BuiltProducts.repository
        + "/Sources/ChildPluginAPI/include/childplugin.h", encoding: .utf8)
    let page = try String(
      contentsOfFile: BuiltProducts.repository + "/docs/plugins.md", encoding: .utf8)
    let ids = header.components(separatedBy: "\"").filter {
      $0.hasPrefix("childplugin.") && $0.contains("/")
    }
    #expect(ids.count >= 9)
    for id in ids { #expect(page.contains("| `\(id)` |"), "\(id)") }
  }
}
