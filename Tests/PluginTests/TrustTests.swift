import Foundation
import Testing

@testable import HostPlugins

extension PluginTests {
  @Suite struct `The folder of a plugin` {
    private let folder: PluginFolder

    init() throws {
      folder = try PluginFolder()
      try folder.makeFolder("shared/mine")
      try folder.compile(FixturePlugin(), to: "shared/mine/right.so")
    }

    /// What is wrong with what a folder has.
    private func problems(
      of name: String = "shared/mine", by trust: PluginTrust = PluginTrust()
    ) -> [PluginProblem] {
      let catalogue = folder.load(name, by: trust)
      #expect(catalogue.types.isEmpty == !catalogue.failures.isEmpty)
      return catalogue.failures.map(\.problem)
    }

    @Test(arguments: ["", "shared", "shared/mine"], [0o775, 0o757, 0o777])
    func `must not be writable by others, nor one that it is in, however far`(
      _ name: String, _ mode: Int
    ) throws {
      #expect(problems() == [])
      let path = name.isEmpty ? folder.path : folder.path(of: name)
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      #expect(problems() == [.folderWritableByOthers(path, mode: UInt32(mode))])
    }

    @Test
    func `has nothing opened where nothing may be, and one line stands for all that is in it`()
      throws
    {
      let trust = PluginTrust()
      trust.refusal = .told(what: "the sandbox is incomplete", remedy: "none")
      func lines() -> [String] {
        let catalogue = folder.load("shared/mine", by: trust)
        #expect(catalogue.types.isEmpty && catalogue.plugins.isEmpty)
        return catalogue.failures.map(\.path)
      }
      let right = folder.path(of: "shared/mine/right.so")
      #expect(lines() == [right])
      for name in ["second.so", "third.so"] {
        try FileManager.default.copyItem(
          atPath: right, toPath: folder.path(of: "shared/mine/" + name))
      }
      #expect(lines() == [right + " and 2 more"])
    }

    @Test func `must not be writable by others itself where it is the program's own`() throws {
      let path = PluginSearchPath(bundled: .bundled(folder.path(of: "shared/mine")))
      func problems() -> [PluginProblem] {
        PluginCatalogue(loading: path, for: PluginFolder.program).failures.map(\.problem)
      }
      try folder.setMode(0o777, of: "shared")
      #expect(problems() == [])
      try folder.setMode(0o775, of: "shared/mine")
      #expect(problems() == [.folderWritableByOthers(folder.path(of: "shared/mine"), mode: 0o775)])
    }

    @Test func `may be in one such as /tmp, where each has what is his`() throws {
      try folder.setMode(0o1777, of: "shared")
      #expect(problems() == [])
    }

    @Test(
      .enabled(if: geteuid() == 0, "only root may give a folder away"),
      arguments: ["shared/mine", "shared"])
    func `must not be another user's, nor one that it is in`(_ name: String) throws {
      let path = folder.path(of: name)
      try #require(unsafe chown(path, 12345, 12345) == 0)
      #expect(problems() == [.folderOfOtherUser(path, user: 12345)])
    }

    @Test(arguments: ["shared", "shared/mine"])
    func `may be anything where the user trusts it, and the file too`(_ exception: String) throws {
      try folder.setMode(0o777, of: "shared/mine")
      try folder.setMode(0o666, of: "shared/mine/right.so")
      try folder.makeFolder("other")
      let trusted = [exception, "other"].map { folder.path(of: $0) }
      for exceptions in [trusted, trusted.reversed()] {
        #expect(problems(by: try PluginTrust(exceptions: exceptions)) == [])
      }
      let other = try PluginTrust(exceptions: [folder.path(of: "other")])
      #expect(problems(by: other).count == 1)
    }

    @Test func `is looked at anew when a plugin in it is opened later`() throws {
      let plugin = try #require(folder.load("shared/mine").plugins.first)
      try folder.setMode(0o777, of: "shared")
      let problem = PluginProblem.folderWritableByOthers(folder.path(of: "shared"), mode: 0o777)
      #expect(throws: problem) { try plugin.openFile() }
    }

    @Test func `is not trusted by a name that leads nowhere, or to no folder`() throws {
      for (name, problem) in [
        ("missing", PluginProblem.directoryMissing), ("shared/mine/right.so", .notADirectory),
      ] {
        let path = folder.path(of: name)
        #expect(throws: PluginFailure(path: path, problem: problem)) {
          try PluginTrust(exceptions: [path])
        }
      }
    }

    @Test func `is the one that a link leads to`() throws {
      try folder.makeFolder("links")
      try folder.link("links/right.so", to: folder.path(of: "shared/mine/right.so"))
      try folder.setMode(0o777, of: "shared")
      #expect(
        problems(of: "links") == [.folderWritableByOthers(folder.path(of: "shared"), mode: 0o777)])
    }

    @Test(arguments: ["parts/libpart.so", "parts"])
    func `of a library that it brings along is checked as well, and so is that`(
      _ unsafe: String
    ) throws {
      try folder.makeFolder("parts")
      try folder.library("part", in: "parts")
      try folder.compile(
        FixturePlugin(
          willAppear: "note_number(\"part\", part());", declarations: "int part(void);"),
        to: "shared/mine/right.so",
        flags: [folder.path(of: "parts/libpart.so"), "-Wl,-rpath,$ORIGIN/../../parts"])
      #expect(problems() == [])
      try folder.setMode(0o777, of: unsafe)
      guard case .libraryUnsafe(let path, let what, _)? = problems().first else {
        Issue.record("\(problems())")
        return
      }
      #expect(path.hasSuffix("/parts/libpart.so"))
      #expect(what.contains("others can change"))
      let trust = try PluginTrust(exceptions: [folder.path(of: "parts")])
      #expect(problems(by: trust) == [])
    }
  }

  @Suite struct `A pinned plugin` {
    private let folder: PluginFolder

    init() throws {
      folder = try PluginFolder()
      try folder.compile(FixturePlugin())
    }

    /// Trusts what is there now.
    private func pinned() throws -> PluginTrust {
      var pins = PluginPins()
      #expect(pins.pin(folder.load().plugins).isEmpty)
      return try PluginTrust(exceptions: [], pins: try PluginPins(reading: pins.fileBytes))
    }

    @Test func `is loaded as it was, and refused when it has changed, by whatever path`() throws {
      let trust = try pinned()
      #expect(folder.load(by: trust).plugins.map(\.ground) == [.pinned])
      #expect(folder.load().plugins.map(\.ground) == [.safe])
      try folder.compile(FixturePlugin(willAppear: "note_number(\"changed\", 1);"))
      #expect(folder.load(by: trust).failures.map(\.problem) == [.changedSincePinned])
      try folder.link("link", to: folder.path)
      let linked = folder.load("./link/", by: trust)
      #expect(linked.failures.map(\.problem).contains(.changedSincePinned))
      #expect(linked.types.isEmpty)
      #expect(folder.load(by: try pinned()).plugins.map(\.ground) == [.pinned])
    }

    @Test func `is not loaded when it changes after it was found`() throws {
      let catalogue = folder.load(by: try pinned())
      let plugin = try #require(catalogue.plugins.first)
      _ = try plugin.openFile().handedOver()
      try folder.compile(FixturePlugin(willAppear: "note_number(\"changed\", 1);"))
      #expect(throws: PluginProblem.changedSincePinned) { try plugin.openFile().handedOver() }
    }

    @Test func `leaves others alone`() throws {
      let trust = try pinned()
      try folder.compile(FixturePlugin(id: "com.example.other"), to: "other.so")
      #expect(folder.load(by: trust).plugins.map(\.ground) == [.safe, .pinned])
    }

    @Test(arguments: [
      "", "[]", "{\"/a\":1}", "{\"/a\":\"00\"}",
      "{\"/a\":\"\(String(repeating: "g", count: 64))\"}",
    ])
    func `is not told from a file that is none of pins`(_ text: String) {
      #expect(throws: MalformedDecisions.self) { try PluginPins(reading: Array(text.utf8)) }
    }
  }
}
