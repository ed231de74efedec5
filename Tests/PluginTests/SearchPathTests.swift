import HostPlugins
import Testing

extension PluginTests {
  @Suite struct `The search path` {
    private let folder: PluginFolder

    init() throws { folder = try PluginFolder() }

    /// What is found in the folder.
    private var names: [String] {
      PluginFinder(searching: PluginSearchPath(flags: [folder.path])).candidates.map {
        String($0.path.dropFirst(folder.path.count + 1))
      }
    }

    @Test func `has the flags, the environment, the home and the bundled ones in this order`() {
      let path = PluginSearchPath(
        flags: ["/a", "b"], environment: "/c::/d:", home: "/home/me", bundled: .bundled("/e"))
      #expect(
        path.directories.map(\.path) == [
          "/a", "b", "/c", "/d", "/home/me/.local/lib/statehost/plugins", "/e",
        ])
      #expect(
        path.directories.map(\.origin) == [
          .flag, .flag, .environment, .environment, .home, .bundled,
        ])
    }

    @Test(arguments: [nil, ""]) func `is empty without anything`(_ nothing: String?) {
      let path = PluginSearchPath(flags: [], environment: nothing, home: nothing, bundled: nil)
      #expect(path.directories.isEmpty)
    }

    /// Files that are there, and those of them that are given, in this order.
    private static let folders: [(files: [String], given: [String])] = [
      // Sorted by the bytes of their names.
      (
        [
          "b.so", "plugin-1a.so", "B.so", "é.so", "plugin-100.so", "plugin-.so", "a.so", "a-.so",
          "plugin-10.so",
        ],
        [
          "B.so", "a-.so", "a.so", "b.so", "plugin-.so", "plugin-10.so", "plugin-100.so",
          "plugin-1a.so", "é.so",
        ]
      ),
      // One level down and not two.
      (["a.so", "sub/b.so", "sub/deeper/c.so", "z.so"], ["a.so", "sub/b.so", "z.so"]),
      // Neither what is hidden nor what does not end in .so.
      ([".a.so", ".hidden/b.so", ".so", "c.so.1", "c.SO", "d.txt", "so", "e.so"], ["e.so"]),
    ]

    @Test(arguments: folders.indices) func `gives plugins of a folder and one below`(index: Int)
      throws
    {
      for name in ["sub/deeper", ".hidden"] { try folder.makeFolder(name) }
      for name in Self.folders[index].files { try folder.write([], to: name) }
      #expect(names == Self.folders[index].given)
    }

    @Test func `follows symbolic links to files and to directories`() throws {
      let elsewhere = try PluginFolder()
      try elsewhere.write([], to: "real.so")
      try folder.link("file.so", to: elsewhere.path(of: "real.so"))
      try folder.link("folder", to: elsewhere.path)
      #expect(names == ["file.so", "folder/real.so"])
    }

    @Test func `takes only libraries of children from a build folder`() throws {
      try folder.makeFolder("sub")
      for name in ["libListChild.so", "libOther.so", "ListChild.so", "sub/libSubChild.so"] {
        try folder.write([], to: name)
      }
      let finder = PluginFinder(searching: PluginSearchPath(bundled: .buildFolder(folder.path)))
      #expect(finder.candidates.map(\.path) == [folder.path(of: "libListChild.so")])
    }

    @Test func `says what is wrong with directories that the user named`() throws {
      try folder.makeFolder("empty")
      try folder.makeFolder("open")
      try folder.setMode(0o777, of: "open")
      try folder.write([], to: "file.so")
      let wrong: [(String, PluginProblem)] = [
        ("missing", .directoryMissing), ("empty", .directoryEmpty),
        ("file.so", .notADirectory),
        ("open", .folderWritableByOthers(folder.path(of: "open"), mode: 0o777)),
      ]
      for (name, problem) in wrong {
        let path = folder.path(of: name)
        let named = [
          PluginSearchPath(flags: [path]),
          PluginSearchPath(flags: [], environment: path, home: nil, bundled: nil),
        ]
        for searchPath in named {
          let finder = PluginFinder(searching: searchPath)
          #expect(finder.failures == [PluginFailure(path: path, problem: problem)])
          #expect(finder.candidates.isEmpty)
        }
      }
    }

    @Test func `says what is wrong with a folder inside, and takes the others`() throws {
      for name in ["open", "right"] {
        try folder.makeFolder(name)
        try folder.write([], to: name + "/child.so")
      }
      try folder.setMode(0o777, of: "open")
      let finder = PluginFinder(searching: PluginSearchPath(flags: [folder.path]))
      let path = folder.path(of: "open")
      #expect(
        finder.failures == [
          PluginFailure(path: path, problem: .folderWritableByOthers(path, mode: 0o777))
        ])
      #expect(finder.candidates.map(\.path) == [folder.path(of: "right/child.so")])
    }

    @Test func `says nothing of a home or a bundled directory that is missing or empty`() throws {
      for bundled in [folder.path, folder.path(of: "missing")] {
        let finder = PluginFinder(
          searching: PluginSearchPath(
            flags: [], environment: nil, home: folder.path, bundled: .bundled(bundled)))
        #expect(finder.failures.isEmpty)
      }
    }

    @Test func `says of each directory by itself that it is empty, however others are written`()
      throws
    {
      try folder.makeFolder("empty")
      try folder.write([], to: "a.so")
      let empty = folder.path(of: "empty")
      for flags in [[folder.path, empty], [empty, folder.path + "/"]] {
        let finder = PluginFinder(
          searching: PluginSearchPath(flags: flags, environment: nil, home: nil, bundled: nil))
        #expect(finder.failures == [PluginFailure(path: empty, problem: .directoryEmpty)])
        #expect(finder.candidates.map(\.path) == [folder.path(of: "a.so")])
      }
    }

    @Test func `says nothing of a home that is no folder, but of a file where the plugins are`()
      throws
    {
      let plugins = ".local/lib/statehost/plugins"
      try folder.makeFolder(".local/lib/statehost")
      for name in ["file", plugins] { try folder.write([], to: name) }
      let failures = ["file", "missing", "."].map { home in
        PluginFinder(
          searching: PluginSearchPath(
            flags: [], environment: nil, home: folder.path(of: home), bundled: nil)
        ).failures
      }
      let failure = PluginFailure(path: folder.path(of: "./" + plugins), problem: .notADirectory)
      #expect(failures == [[], [], [failure]])
    }
  }
}
