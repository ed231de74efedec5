import HostPlugins
import HostStates
import TestSupport
import Testing

@testable import HostPlugins
@testable import HostRuntime
@testable import HostText

/// What a child is given of its options by the states file, by the user and by its plugin, as a
/// whole, or why there is no arrangement.
@Suite struct `Options of an arrangement` {
  /// The outcome: name and text of each, in order, or the problem.
  private enum Outcome: Equatable {
    case given([String])
    case problem(ArrangementProblem)
  }

  /// Compiled once: `declares` says what it takes, `takes-all` does not.
  private static let plugins = Result { () throws -> ScratchFolder in
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.id = "a.declares"
    plugin.declarations = """
      static const childplugin_text_t modes[] = {
        CHILDPLUGIN_TEXT("fast"), CHILDPLUGIN_TEXT("slow") };
      """
    plugin.options = [
      """
      .name = CHILDPLUGIN_TEXT("depth"), .kind = CHILDPLUGIN_OPTION_INTEGER,
      .flags = CHILDPLUGIN_OPTION_RANGE, .minimum = 1, .maximum = 9,
      .fallback = CHILDPLUGIN_TEXT("3")
      """,
      """
      .name = CHILDPLUGIN_TEXT("mode"), .kind = CHILDPLUGIN_OPTION_CHOICE, .choices = modes,
      .choice_count = 2, .fallback = CHILDPLUGIN_TEXT("slow")
      """,
      ".name = CHILDPLUGIN_TEXT(\"title\"), .kind = CHILDPLUGIN_OPTION_TEXT",
    ]
    try plugin.compile(into: folder, as: "declares.so")
    plugin = SmallPlugin()
    plugin.id = "a.takes-all"
    try plugin.compile(into: folder, as: "takes-all.so")
    return folder
  }

  private static func catalogue() throws -> PluginCatalogue {
    PluginCatalogue(of: try plugins.get())
  }

  /// A states file of one child in one state.
  private static func text(_ id: String, _ options: String) -> String {
    """
    { "initial": "content", "states": { "content": ["child"] },
      "children": { "child": { "use": "\(id)",
        "options": \(options) } } }
    """
  }

  private func outcome(
    _ id: String, _ options: String, _ choices: [String],
    with remembered: RememberedOptions = RememberedOptions()
  ) throws -> Outcome {
    let file = try StatesFile(parsing: Array(Self.text(id, options).utf8), file: "s.json")
    let catalogue = try Self.catalogue()
    do throws(ArrangementProblem) {
      let arrangement = try Arrangement(
        file, of: catalogue, choosing: choices.compactMap { OptionAssignment($0) })
      let entry = arrangement.entries[0]
      return .given(
        remembered.options(entry.options, of: entry.type ?? ChildType(id: "")).texts.map {
          "\($0.name)=" + String(decoding: $0.text, as: UTF8.self)
        })
    } catch {
      return .problem(error)
    }
  }

  @Test(
    arguments: [
      ("{}", [], ["depth=3", "mode=slow"]),
      (#"{"depth": 9}"#, [], ["depth=9", "mode=slow"]),
      (#"{"title": "späte", "mode": "fast"}"#, [], ["title=späte", "mode=fast", "depth=3"]),
      (#"{"depth": 1, "title": "a"}"#, ["depth=7"], ["title=a", "depth=7", "mode=slow"]),
      ("{}", ["mode=fast", "depth=4", "mode=slow"], ["depth=4", "mode=slow"]),
      ("{}", ["title=x=y"], ["title=x=y", "depth=3", "mode=slow"]),
    ] as [(String, [String], [String])])
  func `are the user's, else the file's, else what it declares`(
    file: String, chosen: [String], expected: [String]
  ) throws {
    let choices = chosen.map { "a.declares.\($0)" }
    #expect(try outcome("a.declares", file, choices) == .given(expected))
    // What is chosen for another is none of its business.
    #expect(
      try outcome("a.declares", file, ["a.takes-all.depth=99"] + choices) == .given(expected))
  }

  /// The `depth` and `mode` of an earlier run, and a `depth` of this one; `-` is the default.
  @Test(
    arguments: [
      (["7", "fast"], nil, "{}", ["depth=7", "mode=fast"]),
      (["7"], nil, #"{"depth": 9}"#, ["depth=9", "mode=slow"]),
      (["7"], "5", #"{"depth": 9}"#, ["depth=5", "mode=slow"]),
      (["7"], "-", #"{"depth": 9}"#, ["depth=3", "mode=slow"]),
      (["7"], "-", "{}", ["depth=3", "mode=slow"]),
      (["10", "faster"], "11", "{}", ["depth=3", "mode=slow"]),
    ] as [([String], String?, String, [String])])
  func `are what was remembered, where the user has not given them before`(
    earlier: [String], now: String?, file: String, expected: [String]
  ) throws {
    let id = "a.declares"
    var remembered = RememberedOptions(
      zip(["depth", "mode"], earlier).map { RememberedOption(child: id, name: $0, value: $1) })
    if let now {
      remembered[id, "depth"] = RememberedOption(
        child: id, name: "depth", value: now == "-" ? nil : now)
    }
    #expect(try outcome(id, file, [], with: remembered) == .given(expected))
    // They are those of one type.
    #expect(try outcome("a.takes-all", "{}", [], with: remembered) == .given([]))
  }

  @Test func `are whatever is said to a child that declares none`() throws {
    #expect(
      try outcome("a.takes-all", #"{"x": [1, true], "depth": 99}"#, ["a.takes-all.y=z"])
        == .given(["x=[1,true]", "depth=99", "y=z"]))
    #expect(try outcome("a.takes-all", "{}", []) == .given([]))
  }

  private static let depth = "a whole number from 1 to 9"

  @Test(
    arguments: [
      (#"{"deph": 3}"#, .unknownOption("deph"), "deph", 17, "depth"),
      (#"{"title": "a", "zzz": 3}"#, .unknownOption("zzz"), "zzz", 31, nil),
      (#"{"depth": 10}"#, .optionValue(name: "depth", wanted: depth), "depth", 26, nil),
      (#"{"depth": "3"}"#, .optionValue(name: "depth", wanted: depth), "depth", 26, nil),
      (
        #"{"title": "a", "mode": "slo"}"#, .optionValue(name: "mode", wanted: "one of fast, slow"),
        "mode", 39, "slow"
      ),
      // The first of two.
      (#"{"depth": 0, "x": 3}"#, .optionValue(name: "depth", wanted: depth), "depth", 26, nil),
    ] as [(String, ArrangementProblem.Kind, String, Int, String?)])
  func `of the file that cannot be are named with their place, and what was probably meant`(
    file: String, kind: ArrangementProblem.Kind, name: String, column: Int, nearest: String?
  ) throws {
    let problem = ArrangementProblem(
      kind: kind,
      origin: .file(TextPosition(line: 3, column: column), path: "children.child.options.\(name)"),
      nearest: nearest)
    // What the user chooses in its place does not make it right.
    for choices in [[], ["a.declares.depth=3"]] {
      #expect(try outcome("a.declares", file, choices) == .problem(problem))
    }
  }

  @Test(
    arguments: [
      ("a.declares.deph=3", .unknownOption("deph"), "depth"),
      ("a.declares.depth=10", .optionValue(name: "depth", wanted: depth), nil),
      ("a.declares.mode=fas", .optionValue(name: "mode", wanted: "one of fast, slow"), "fast"),
      ("a.takes-al.x=1", .unknownUse(id: "a.takes-al"), "a.takes-all"),
    ] as [(String, ArrangementProblem.Kind, String?)])
  func `of the command line that cannot be are named as they were written`(
    choice: String, kind: ArrangementProblem.Kind, nearest: String?
  ) throws {
    let problem = ArrangementProblem(
      kind: kind, origin: .commandLine("-o \(choice)"), nearest: nearest)
    #expect(try outcome("a.declares", "{}", [choice]) == .problem(problem))
    #expect(try outcome("a.declares", "{}", ["a.declares.depth=3", choice]) == .problem(problem))
  }

  @Test func `are given without a states file, too`() throws {
    let choices = ["a.declares.depth=5", "a.takes-all.x=1"].compactMap { OptionAssignment($0) }
    let arrangement = try Arrangement(of: try Self.catalogue(), choosing: choices)
    let given = arrangement.entries.map { entry in
      [entry.name]
        + entry.options.texts.map { "\($0.name)=" + String(decoding: $0.text, as: UTF8.self) }
    }
    #expect(Set(given) == [["a.declares", "depth=5"], ["a.takes-all", "x=1"]])
    // Of those the user names, and no others.
    let one = try Arrangement(of: try Self.catalogue(), choosing: Array(choices.suffix(1)))
    #expect(one.entries.filter(\.isNamed).map(\.name) == ["a.takes-all"])
  }
}
