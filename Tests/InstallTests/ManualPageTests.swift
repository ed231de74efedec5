import Foundation
import HostStates
import HostText
import TestSupport
import Testing

@testable import StateHost

@Suite("The manual pages")
struct ManualPageTests {
  static let options: [(String, [String])] = CommandSummary.all.map { command in
    let usages = command.options.map(\.usage).filter { !$0.hasPrefix("--shell ") }
    return (command.name, usages + (command.name == "run" ? ["-V, --version"] : []))
  }

  @Test func `tell of every command`() throws {
    let page = try ManualPage("statehost.1")
    for command in ArgumentParser.commands {
      #expect(page.lines.contains { $0.hasPrefix(".Cm \(command)") || $0 == ".Op Cm \(command)" })
    }
  }

  @Test(arguments: options)
  func `tell of every option of a command, and of no other`(
    _ command: String, _ options: [String]
  ) throws {
    #expect(try ManualPage("statehost.1").options(of: command) == options)
  }

  @Test(arguments: ManualPage.names)
  func `are in ASCII, for every reader`(_ name: String) throws {
    let page = try ManualPage(name)
    #expect(page.lines.allSatisfy { $0.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } })
  }

  @Test(
    .enabled(if: ProgramRun.canRun("mandoc"), "mandoc is not installed"),
    arguments: ManualPage.names)
  func `have no fault that mandoc finds`(_ name: String) throws {
    let run = try Shell.run("mandoc -Tlint -Wwarning \"$1\"", [try ManualPage(name).path])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.isEmpty)
  }

  @Test(
    .enabled(if: ProgramRun.canRun("groff"), "groff is not installed"), arguments: ManualPage.names)
  func `have no fault that groff finds`(_ name: String) throws {
    let run = try Shell.run("groff -ww -z -mandoc -Tascii \"$1\"", [try ManualPage(name).path])
    #expect(run.status == 0)
    #expect(run.errors.isEmpty, "\(run.errors)")
  }

  @Test func `name every function of the header's tables and every extension`() throws {
    let words = try ManualPage("childplugin.3").words
    let header = try String(
      contentsOfFile: BuiltProducts.repository + "/Sources/ChildPluginAPI/include/childplugin.h",
      encoding: .utf8)
    for table in ["canvas", "host", "child", "plugin"] {
      let start = try #require(
        header.range(of: "\nstruct childplugin_\(table) {")
          ?? header.range(of: "typedef struct childplugin_\(table) {"))
      let body = header[start.upperBound...].prefix { $0 != "}" }
      let functions = body.matches(of: /\(\*(\w+)\)\(/).map { String($0.1) }
      #expect(functions.count >= 3)
      for function in functions { #expect(words.contains(function), "\(table).\(function)") }
    }
    let extensions = header.matches(of: /#define (CHILDPLUGIN_EXTENSION_\w+)/)
    #expect(extensions.count >= 9)
    for one in extensions { #expect(words.contains(String(one.1)), "\(one.1)") }
  }

  @Test func `have an example of a plugin that is right`() throws {
    let source = try ManualPage("childplugin.3").example("rows.c")
    let folder = try ScratchFolder()
    try folder.write(source, to: "rows.c")
    let run = try Shell.run(
      """
      cc -std=c11 -Wall -Wextra -Wpedantic -Werror -shared -fPIC -fvisibility=hidden \
        -I "$2/Sources/ChildPluginAPI/include" -o rows.so rows.c
      chmod go-w rows.so
      "$1" validate rows.so | tail -1
      "$1" --plugins . --snapshot - --size 40x6 --at 500ms -- sleep 9 || true
      """, [BuiltProducts.program, BuiltProducts.repository], in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains(" 0 failed, "), "\(run.output)")
    #expect(run.output.contains("0 rows so far"), "\(run.output)")
  }

  @Test func `have examples of a states file and a scenario that are right`() throws {
    let page = try ManualPage("statehost-states.5")
    let states = try StatesFile(parsing: Array(page.example("states.json").utf8), file: "states")
    #expect(states.states.map(\.name) == ["loading", "content", "empty", "error"])
    let folder = try ScratchFolder()
    let scenario = try folder.write(page.example("scenario.json"), to: "scenario.json")
    let run = try ProgramRun.run(["play", "--check", scenario])
    #expect(run.status == 0, "\(run.errors)")
  }

  /// The parser itself says what it knows, when it meets what it does not know.
  @Test(arguments: [
    #"{"zzzzzzzz": 1}"#,
    #"{"initial": "a", "states": {"a": []}, "children": {"x": {"zzzzzzzz": 1}}}"#,
    #"{"initial": "a", "states": {"a": []}, "children": {"x": {"appear": {"zzzzzzzz": 1}}}}"#,
    #"{"initial": "a", "states": {"a": []}, "children": {"x": {"appear": {"curve": "zzzzzzzz"}}}}"#,
    #"{"initial": "a", "states": {"a": []}, "children": {"x": {"appear": {"effect": "zzzzzzzz"}}}}"#,
    #"{"initial": "a", "states": {"a": []}, "actions": [{"at": "0s", "do": "zzzzzzzz"}]}"#,
    #"{"initial": "a", "states": {"a": []}, "actions": [], "on": [{"zzzzzzzz": 1}]}"#,
    #"{"initial": "a", "states": {"a": []}, "actions": [], "on": [{"event": "zzzzzzzz"}]}"#,
    #"{"initial": "a", "states": {"a": []}, "actions": [{"at": "0s", "do": "request", "state": "a", "zzzzzzzz": 1}]}"#,
    #"{"initial": "a", "states": {"a": []}, "actions": [{"at": "0s", "do": "resize", "columns": 1, "rows": 1, "zzzzzzzz": 1}]}"#,
  ])
  func `name what a states file or a scenario may say`(_ text: String) throws {
    let words = try ManualPage("statehost-states.5").words
    let error = try #require(throws: StatesFileError.self) {
      try Scenario(parsing: Array(text.utf8), file: "file")
    }
    let known = error.text.components(separatedBy: "known are ").last ?? ""
    let names = known.matches(of: /"([\w-]+)"/).map { String($0.1) }
    #expect(names.count >= 4 && !names.contains("zzzzzzzz"), "\(error.text)")
    for name in names { #expect(words.contains(name), "\(name)") }
  }

  @Test func `name every key of the keyboard that has a name`() throws {
    let words = try ManualPage("statehost-states.5").words
    let others = (2...12).map { "f\($0)" }
    for name in Key.names where !others.contains(name) {
      #expect(words.contains(name), "\(name)")
    }
  }
}
