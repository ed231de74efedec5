import Foundation
import TestSupport
import Testing

@testable import StateHost

@Suite("A new plugin")
struct NewCommandTests {
  @Test(.needsSandbox, arguments: ["c", "cpp", "rust", "swift"])
  func `is built by one make and shown, in each language`(language: String) throws {
    let project: PluginProject
    if language == "swift" {
      project = try PluginProject.swift.get()
    } else {
      project = try PluginProject("my-\(language)", language: language)
      try project.build()
    }
    let installed = try project.statehost(["plugins", "--plugins", "."])
    let cells = installed.output.split(separator: "\n").dropFirst().first?.split(separator: " ")
    #expect(
      cells?.map(String.init) == [
        "com.example.my-\(language)", "0.1.0", "content", "1.2", "-", "./my-\(language).so",
      ])
    #expect(!installed.output.contains("not loaded"))
    #expect(
      try project.frame().prefix(5) == [
        " my-\(language): 3 rows", "", " one", " two", " three",
      ])
    #expect(try numberedRows(of: project, "com.example.my-\(language)") == ["1 one", "2 two"])
    if ["c", "cpp"].contains(language) {
      #expect(
        try project.frame("--filter", "t").prefix(4) == [
          " my-\(language): 2 rows", "", " two", " three",
        ])
    }
    let checked = try project.statehost(["validate", project.library])
    #expect(checked.status == 0, "\(checked.output)")
    let copy = project.folder + "/plugins/my-\(language).so"
    for (target, isThere) in [("install", true), ("uninstall", false)] {
      #expect(try Tools.run(["make", target, "PLUGINS=plugins"], in: project.folder).status == 0)
      #expect(FileManager.default.fileExists(atPath: copy) == isThere)
    }
  }

  /// What it shows of two rows once its key was pressed.
  private func numberedRows(of project: PluginProject, _ id: String) throws -> [String] {
    let scenario = """
      { "initial": "content", "states": { "content": ["panel"] },
        "children": { "panel": { "use": "\(id)" } },
        "actions": [ { "at": "0ms", "do": "willAppear", "animated": false },
                     { "at": "0ms", "do": "didAppear" },
                     { "at": "1ms", "do": "output", "text": "one\\ntwo\\n" },
                     { "at": "2ms", "do": "key", "key": "n" } ] }
      """
    try scenario.write(
      toFile: project.folder + "/numbers.json", atomically: true, encoding: .utf8)
    let run = try project.statehost(["play", "--frames", "1s", "--plugins", ".", "numbers.json"])
    #expect(run.status == 0, "\(run.errors)")
    return run.output.split(separator: "\n").dropFirst(2).prefix(2).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }

  @Test func `in Rust is understood by cargo`() throws {
    let project = try PluginProject("my-crate", language: "rust")
    let run = try Tools.run(
      ["cargo", "build", "--release", "--offline", "--quiet"], in: project.folder)
    #expect(run.status == 0, "\(run.errors)")
    let checked = try project.statehost(
      ["inspect", project.folder + "/target/release/libmy_crate_child.so"])
    #expect(checked.output.contains("com.example.my-crate"), "\(checked.errors)")
  }

  @Test(.enabled(if: ProgramRun.canRun("pkg-config"), "pkg-config is not installed"))
  func `in Swift takes the kit that pkg-config knows`() throws {
    let project = try PluginProject("my-swift", language: "swift")
    let place = project.folder + "/place"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    try "kitdir=/of/pkg-config\nName: x\nDescription: x\nVersion: 1\n".write(
      toFile: place + "/childplugin.pc", atomically: true, encoding: .utf8)
    let run = try Tools.run(
      ["env", "PKG_CONFIG_PATH=" + place, "make", "check"], in: project.folder)
    #expect(run.errors.contains("no ChildPluginKit in /of/pkg-config: "), "\(run.errors)")
  }

  @Test(.needsSandbox) func `in Swift is made without a runtime, too`() throws {
    let project = try PluginProject("bare", language: "swift")
    let run = try Tools.run(["make", "EMBEDDED=1"], in: project.folder)
    #expect(run.status == 0, "\(run.errors)")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: project.library))
    #expect(bytes.range(of: Data("libswift".utf8)) == nil && bytes.count < 1_000_000)
    #expect(try project.frame().first == " bare: 3 rows")
    let checked = try project.statehost(["validate", project.library])
    #expect(checked.status == 0, "\(checked.output)")
  }

  @Test(arguments: ProjectLanguage.allCases)
  fileprivate func `may be copied freely, and so may the header`(language: ProjectLanguage) throws {
    let project = try PluginProject("free", language: language.rawValue)
    let files =
      FileManager.default.enumerator(atPath: project.folder)?.compactMap { $0 as? String } ?? []
    let names = Set(files.filter { $0 != ".gitignore" && !["include", "src"].contains($0) })
    #expect(names.isSuperset(of: [language.source(of: try ProjectName("free")), "Makefile"]))
    for file in names {
      let text = try String(contentsOfFile: project.folder + "/" + file, encoding: .utf8)
      #expect(text.contains("SPDX-License-Identifier: 0BSD"), "\(file)")
    }
    let header = "/include/childplugin.h"
    #expect(
      FileManager.default.contentsEqual(
        atPath: project.folder + header,
        andPath: BuiltProducts.repository + "/Sources/ChildPluginAPI" + header))
  }

  @Test(
    arguments: [
      ("hexview", "c"), ("confirm", "c"), ("git-log", "c"), ("chart", "cpp"), ("json", "rust"),
      ("details", "swift"),
    ])
  func `like an example is that example under its own name`(
    _ example: String, _ language: String
  ) throws {
    let project = try PluginProject("mine", like: example)
    let source = try #require(ProjectLanguage(rawValue: language)).source(of: ProjectName("mine"))
    let text = try String(contentsOfFile: "\(project.folder)/\(source)", encoding: .utf8)
    #expect(text.contains("com.example.mine") && !text.contains("com.example.\(example)"))
    let makefile = try String(contentsOfFile: project.folder + "/Makefile", encoding: .utf8)
    #expect([text, makefile].allSatisfy { $0.contains("SPDX-License-Identifier: 0BSD") })
    try project.build(language == "swift" ? [PluginProject.sharedKit] : [])
    let inspected = try project.statehost(["inspect", project.library])
    #expect(inspected.status == 0, "\(inspected.output)")
    #expect(inspected.output.contains("com.example.mine"))
  }

  @Test(arguments: [
    ("detials", "did you mean details?"),
    (
      "x",
      "take one of bars, changes, chart, clock, confirm, details, git-log, hexview, json, trail"
    ),
  ])
  func `like what is no example names the nearest, or all`(
    _ example: String, _ remedy: String
  ) throws {
    let folder = try ScratchFolder()
    let run = try Tools.run(
      [BuiltProducts.program, "new", "mine", "--like", example], in: folder.path)
    #expect(run.status == 2)
    #expect(run.errors == "statehost: not an example: \(example): \(remedy)\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func `like an example cannot have the name of another of its files`() throws {
    let folder = try ScratchFolder()
    let run = try Tools.run(
      [BuiltProducts.program, "new", "tree", "--like", "json"], in: folder.path)
    #expect(
      run.errors == "statehost: a file of the example has this name: tree: take another one\n")
    #expect(run.status == 2)
  }

  @Test(arguments: ["c", "cpp", "rust", "swift"])
  func `presents the states that are named, each once`(_ language: String) throws {
    let project = try PluginProject(
      "clock", language: language, states: ["loading", "sync-2", "loading"])
    let name = ProjectLanguage(rawValue: language)?.source(of: try ProjectName("clock")) ?? ""
    let source = try String(contentsOfFile: project.folder + "/" + name, encoding: .utf8)
    #expect(source.contains("com.example.clock"))
    #expect(source.components(separatedBy: "\n").count { $0.contains("\"loading\"") } == 1)
    #expect(source.components(separatedBy: "\n").count { $0.contains("\"sync-2\"") } == 1)
    #expect(!source.contains("\"content\""))
    #expect(!source.contains("@name@") && !source.contains("@id@") && !source.contains("@state@"))
  }

  @Test func `is not made where there is something of its name`() throws {
    let folder = try ScratchFolder()
    _ = try folder.write("mine", to: "clock")
    let run = try Tools.run(
      [BuiltProducts.program, "new", "clock", "-l", "c"], in: folder.path)
    #expect(run.status == 2)
    #expect(
      run.errors
        == "statehost: already there, and nothing was changed: clock: "
        + "take another name, or remove it\n")
    #expect(try String(contentsOfFile: folder.path + "/clock", encoding: .utf8) == "mine")
  }

  @Test(arguments: [
    ("my-clock", "my-clock", "com.example.my-clock", "MyClock", "my_clock"),
    ("org.acme.Bars_2", "Bars_2", "org.acme.Bars_2", "Bars2", "Bars_2"),
    ("a.b", "b", "a.b", "B", "b"),
  ])
  func `takes its names from one`(
    _ given: String, _ folder: String, _ id: String, _ type: String, _ identifier: String
  ) throws {
    let name = try ProjectName(given)
    #expect(name.folder == folder)
    #expect(name.id == id)
    #expect(name.typeName == type)
    #expect(name.identifier == identifier)
  }

  @Test(arguments: [
    "", ".", "..", "a..b", ".a", "a.", "9", "-a", "a.9", "a/b", "../a", "a b", "a\n", "ü", "a\"b",
    "childplugin", "org.acme.childplugin", String(repeating: "a", count: 101),
  ])
  func `has no other name`(_ given: String) throws {
    #expect(throws: UsageError.self) { try ProjectName(given) }
  }

  @Test(arguments: [
    (
      "/opt/x/bin", "/opt/x/share/statehost/templates", "/opt/x/share/doc/statehost/Examples",
      "/opt/x/include/childplugin.h", "statehost"
    ),
    (
      "/src/.build/linux/debug", "/src/Templates", "/src/Examples",
      "/src/Sources/ChildPluginAPI/include/childplugin.h", "/src/.build/linux/debug/statehost"
    ),
  ])
  func `finds its templates beside an installed program or in the repository`(
    _ folder: String, _ templates: String, _ examples: String, _ header: String, _ program: String
  ) throws {
    let there = [
      "/opt/x/share/statehost/templates", "/src/Templates", "/src/Sources/ChildPluginKit",
    ]
    let files = try #require(AuthoringResources.beside(folder, isFolder: there.contains))
    #expect(files.templates == templates)
    #expect(files.examples == examples)
    #expect(files.header == header)
    #expect(files.program == program)
    #expect(AuthoringResources.beside("/elsewhere/bin", isFolder: there.contains) == nil)
  }
}
