import Foundation
import Testing

@testable import HostPlugins

extension PluginTests {
  /// Libraries that plugins bring along are a part of them.
  @Suite struct `The libraries of a plugin` {
    private let folder: PluginFolder

    init() throws {
      folder = try PluginFolder()
      for part in ["parts", "more", "plugin"] { try folder.makeFolder(part) }
    }

    @Test(arguments: [
      ("/a/b", true), ("a/b", false), ("", false), (".", false), ("/a/$LIB", false),
      ("$LIB/a", false), ("$ORIGIN", true), ("${ORIGIN}", true), ("$ORIGIN/../a", true),
      ("${ORIGIN}/a", true), ("$ORIGINAL/a", false), ("$ORIGIN/$PLATFORM", false),
      ("a$ORIGIN", false),
    ])
    func `are looked for only where no start folder matters`(path: String, isAbsolute: Bool) {
      #expect(RunPath.isAbsolute(path) == isAbsolute)
    }

    private func plugin(_ flags: String...) throws -> PluginFile {
      try folder.compile(
        FixturePlugin(), to: "plugin/right.so", flags: ["-Wl,--no-as-needed"] + flags)
      return try file()
    }

    private func file(by trust: PluginTrust = PluginTrust()) throws -> PluginFile {
      try PluginFile(checking: folder.path(of: "plugin/right.so"), by: trust)
    }

    private func path(_ name: String) -> String { folder.path(of: name) }

    @Test func `are found in the order in which they are loaded`() throws {
      // The first needs the fourth, the second the third.
      try folder.library("four", in: "more")
      try folder.library("three", in: "parts")
      try folder.library("one", in: "parts", path("more/libfour.so"), "-Wl,-rpath,$ORIGIN/../more")
      // One that two of them need is there once.
      try folder.library(
        "two", in: "parts", path("parts/libthree.so"), path("more/libfour.so"),
        "-Wl,-rpath,$ORIGIN:$ORIGIN/../more")
      let file = try plugin(
        path("parts/libone.so"), path("parts/libtwo.so"), "-Wl,-rpath,\(path("parts"))")
      let names = try file.neededFiles().libraries.map { $0.path.split(separator: "/").last ?? "" }
      #expect(names == ["libone.so", "libtwo.so", "libfour.so", "libthree.so"])
    }

    @Test(arguments: ["library", "text", "folder", "missing"])
    func `are those of the first folder that has one of the name`(first: String) throws {
      try folder.library("one", in: "more")
      switch first {
      case "library": try folder.library("one", in: "parts", value: 2)
      case "text": try folder.write(Array("a key".utf8), to: "parts/libone.so")
      case "folder": try folder.makeFolder("parts/libone.so")
      default: break
      }
      let file = try plugin(path("more/libone.so"), "-Wl,-rpath,\(path("parts")):\(path("more"))")
      let place = first == "library" ? "parts" : "more"
      #expect(try file.neededFiles().paths == [path("\(place)/libone.so")])
    }

    @Test func `are those that an old run path of who needs them leads to, too`() throws {
      try folder.library("two", in: "more")
      try folder.library("one", in: "parts", path("more/libtwo.so"))
      let flags = [path("parts/libone.so"), "-Wl,-rpath,\(path("parts")):\(path("more"))"]
      try #require(
        try plugin(flags[0], flags[1], "-Wl,--enable-new-dtags").neededFiles().paths.count == 1)
      let old = try plugin(flags[0], flags[1], "-Wl,--disable-new-dtags")
      #expect(try old.neededFiles().paths.count == 2)
    }

    @Test(.enabled(if: Self.isX86, "its folders are of that machine"))
    func `are those for newer processors, too`() throws {
      try folder.library("one", in: "parts")
      let file = try plugin(path("parts/libone.so"), "-Wl,-rpath,\(path("parts"))")
      let before = try file.contents()
      try folder.makeFolder("parts/glibc-hwcaps/x86-64-v2")
      try folder.library("one", in: "parts/glibc-hwcaps/x86-64-v2", value: 2)
      #expect(try self.file().contents().libraries.count == 2)
      #expect(try self.file().contents() != before)
    }

    private static var isX86: Bool {
      #if arch(x86_64)
        true
      #else
        false
      #endif
    }

    @Test func `are not those of the system`() throws {
      let file = try plugin("-lm", "-Wl,-rpath,/usr/lib:/lib:/usr/lib/x86_64-linux-gnu:/lib64")
      #expect(try file.neededFiles().paths.isEmpty)
    }

    @Test func `are those that are needed by a path`() throws {
      try folder.compile(
        "int one(void) { return 1; }", to: "parts/libone.so", flags: ["-shared", "-fPIC"])
      let file = try plugin(path("parts/libone.so"))
      #expect(try file.neededFiles().paths == [path("parts/libone.so")])
    }

    @Test(arguments: [
      "", "lib", "./lib", "$ORIGINAL", "/a:", ":/a", "/a::/b", "$ORIGIN/../x:y", "$LIB",
    ])
    func `are refused where they are looked for in the current folder`(runPath: String) throws {
      let refused = try #require(
        ["", "lib", "./lib", "$ORIGINAL", "$LIB", "y"].first {
          runPath.split(separator: ":", omittingEmptySubsequences: false).contains(Substring($0))
        })
      try folder.compile(FixturePlugin(), to: "right.so", flags: Self.flags(runPath))
      let failures = folder.load().failures
      #expect(failures.map(\.problem) == [.relativeRunPath(refused)])
      #expect(
        failures.first?.line.hasPrefix(
          "statehost: its run path has \"\(refused)\", so it loads libraries from the current folder: "
        )
          == true)
      // The same of a library that it brings.
      try folder.makeFolder("parts/deep")
      try folder.library("one", in: "parts/deep", Self.flags(runPath)[0])
      try folder.compile(
        FixturePlugin(), to: "right.so",
        flags: [
          "-Wl,--no-as-needed", path("parts/deep/libone.so"), "-Wl,-rpath,$ORIGIN/parts/deep",
        ])
      guard case .libraryUnsafe(let unsafe, let what, _)? = folder.load().failures.first?.problem
      else {
        Issue.record("\(folder.load().failures)")
        return
      }
      #expect(unsafe.hasSuffix("/parts/deep/libone.so") && what.hasPrefix("its run path has"))
    }

    /// A linker leaves an empty one out: an empty part is put beside another.
    private static func flags(_ runPath: String) -> [String] {
      ["-Wl,-rpath,\(runPath.isEmpty ? ":" : runPath)"]
    }

    @Test func `are refused where they are needed by a path from the current folder`() throws {
      try folder.compile(
        "int one(void) { return 1; }", to: "parts/libone.so",
        flags: ["-shared", "-fPIC", "-Wl,-soname,parts/libone.so"])
      let file = try plugin(path("parts/libone.so"))
      #expect(throws: PluginProblem.relativeLibrary("parts/libone.so")) { try file.checkContents() }
    }

    @Test(arguments: ["libone.so", "libtwo.so"])
    func `have to be what they were when their plugin was pinned`(changed: String) throws {
      try folder.library("two", in: "more")
      try folder.library("one", in: "parts", path("more/libtwo.so"), "-Wl,-rpath,$ORIGIN/../more")
      _ = try plugin(path("parts/libone.so"), "-Wl,-rpath,$ORIGIN/../parts")
      let search = PluginSearchPath(flags: [path("plugin")])
      var pins = PluginPins()
      func load() throws -> PluginCatalogue {
        let trust = try PluginTrust(exceptions: [], pins: PluginPins(reading: pins.fileBytes))
        let cache = PluginCache(in: path("cache"), version: "1")
        return PluginCatalogue(loading: search, for: PluginFolder.program, by: trust, cache: cache)
      }
      let plugins = try load().plugins
      #expect(pins.pin(plugins).isEmpty)
      // What is known of the plugin's own file says nothing of its libraries.
      let known = PluginCache(in: path("cache"), version: "1")
      let description = try #require(plugins.first).description
      known.shelf(of: .flag).record(.described(description), for: try file())
      known.write()
      #expect(try load().plugins.map(\.ground) == [.pinned])
      if changed == "libtwo.so" {
        try folder.library("two", in: "more", value: 2)
      } else {
        try folder.library(
          "one", in: "parts", value: 2, path("more/libtwo.so"), "-Wl,-rpath,$ORIGIN/../more")
      }
      let failures = try load().failures
      guard case .libraryChanged(let path)? = failures.first?.problem else {
        Issue.record("\(failures)")
        return
      }
      #expect(path.hasSuffix(changed))
      // One that is not there any more has changed, too.
      try FileManager.default.removeItem(atPath: folder.path(of: "more/libtwo.so"))
      #expect(try !load().failures.isEmpty)
    }

    @Test func `are no broken plugins where they lie among plugins`() throws {
      try folder.makeFolder("plugin/lib")
      try folder.library("one", in: "plugin/lib")
      try folder.library("two", in: "plugin/lib")
      _ = try plugin(path("plugin/lib/libone.so"), "-Wl,-rpath,$ORIGIN/lib")
      let search = PluginSearchPath(flags: [path("plugin"), path("plugin/lib")])
      let catalogue = PluginCatalogue(loading: search, for: PluginFolder.program)
      #expect(
        catalogue.failures
          == [PluginFailure(path: path("plugin/lib/libtwo.so"), problem: .entryMissing)])
      #expect(catalogue.plugins.map(\.path) == [path("plugin/right.so")])
    }

    @Test func `end a grant when they change`() throws {
      try folder.library("one", in: "parts")
      let file = try plugin(path("parts/libone.so"), "-Wl,-rpath,$ORIGIN/../parts")
      let grant = PluginGrant(GrantedNeeds(.run), to: .contents(try file.contents()))
      #expect(try grant.holds(for: self.file()))
      try folder.library("one", in: "parts", value: 2)
      #expect(try !grant.holds(for: self.file()))
    }

    @Test func `and it are granted what is built below a folder that the user names`() throws {
      let file = try plugin()
      func holds(_ folder: String) throws -> Bool {
        try PluginGrant(GrantedNeeds(.run), to: .builds(below: folder)).holds(for: file)
      }
      let below = try [folder.path, path("plugin"), "/"].map(holds)
      let beside = try [path("plug"), path("parts"), path("plugin/right.so")].map(holds)
      #expect(below == [true, true, true] && beside == [false, false, false])
    }
  }
}
