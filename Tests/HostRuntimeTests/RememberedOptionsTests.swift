import Foundation
import TestSupport
import Testing

@testable import HostPlugins
@testable import HostRuntime
@testable import HostWorkers

/// The file of options for each source, and what a child in a worker may keep there.
@Suite struct `Options that are remembered` {
  private static let wraps = RememberedOption(child: "a.list", name: "wrap", value: "true")
  private static let numbers = RememberedOption(child: "a.list", name: "numbers", value: "ä\"\n")
  private static let version = "{\"version\":1}\n"
  private static let line =
    #"{"source":"5f2c","child":"a.list","option":"wrap","value":"true"}"# + "\n"

  private func changed(
    _ text: String, by changes: [RememberedOption], of source: String = "5f2c"
  ) -> String {
    String(
      decoding: RememberedOptionsFile.changed(Array(text.utf8), by: changes, of: source),
      as: UTF8.self)
  }

  private func options(of source: String, in text: String) -> [RememberedOption] {
    RememberedOptionsFile.options(of: source, in: Array(text.utf8))
  }

  @Test func `are those of one source, the last changes behind the others`() {
    var text = changed("", by: [Self.wraps])
    #expect(text == Self.version + Self.line)
    text = changed(text, by: [Self.numbers], of: "5f")
    text = changed(text, by: [Self.numbers])
    #expect(options(of: "5f2c", in: text) == [Self.wraps, Self.numbers])
    text = changed(text, by: [Self.wraps])
    #expect(options(of: "5f2c", in: text) == [Self.numbers, Self.wraps])
    #expect(options(of: "5f", in: text) == [Self.numbers] && options(of: "5", in: text) == [])
    // The default removes a value.
    let defaults = [Self.wraps, Self.numbers].map {
      RememberedOption(child: $0.child, name: $0.name, value: nil)
    }
    text = changed(text, by: defaults)
    #expect(options(of: "5f2c", in: text) == [] && options(of: "5f", in: text) == [Self.numbers])
  }

  @Test(
    arguments: [
      ("", 0), (version, 0), (line, 0), ("{\"version\":2}\n" + line, 0), ("\0\u{FFFD}\n" + line, 0),
      (version + line, 1), (version + line.dropLast(), 1), (version + line.dropLast(2), 0),
      (version + "damaged\n" + line + "{}\n[]\n", 1),
      (version + #"{"source":"5f2c","child":"a.list","option":"wrap"}"#, 0),
      (version + #"{"source":"5f2c","child":"a.list","option":"wrap","value":true}"#, 0),
      (version + #"{"source":"5f2c","option":"wrap","child":"a.list","value":"true"}"#, 0),
    ] as [(String, Int)])
  func `are read where the file is whole, and what is damaged is replaced`(
    text: String, count: Int
  ) {
    #expect(options(of: "5f2c", in: text) == Array(repeating: Self.wraps, count: count))
    let kept = count > 0 ? Self.line : ""
    let new = Self.line.replacing("5f2c", with: "77")
    #expect(changed(text, by: [Self.wraps], of: "77") == Self.version + kept + new)
  }

  @Test func `are the most recent ones`() {
    let count = RememberedOptionsFile.countLimit
    let lines = (0..<count).map { Self.line.replacing("5f2c", with: "\($0)") }
    let text = changed(Self.version + lines.joined(), by: [Self.wraps], of: "\(count)")
    #expect(options(of: "0", in: text) == [] && options(of: "1", in: text) == [Self.wraps])
    #expect(text.split(separator: "\n").count == count + 1)
  }

  @Test func `are in a file of the user's, which is written when something has changed`() throws {
    let folder = try ScratchFolder()
    let place = folder.path + "/state/statehost"
    let file = RememberedOptionsFile(in: place, source: "5f2c")
    #expect(file.read() == [])
    file.save([])
    #expect(!FileManager.default.fileExists(atPath: place))
    file.save([Self.wraps])
    #expect(file.read() == [Self.wraps])
    #expect(RememberedOptionsFile(in: place, source: "77").read() == [])
    for (path, mode) in [(place, 0o700), (place + "/options.jsonl", 0o600)] {
      let facts = try FileManager.default.attributesOfItem(atPath: path)
      #expect(facts[.posixPermissions] as? Int == mode)
    }
    // One that is too large, or that others can change, counts as none, and is replaced.
    let large = Self.version + String(repeating: Self.line, count: 40_000)
    try folder.write(large, to: "state/statehost/options.jsonl")
    #expect(file.read() == [])
    file.save([Self.numbers])
    #expect(file.read() == [Self.numbers])
    // A folder that cannot be made is none.
    RememberedOptionsFile(in: place + "/options.jsonl/a", source: "5f2c").save([Self.wraps])
    #expect(file.read() == [Self.numbers])
  }

  @Test func `are changes where the value is another one than that of an earlier run`() {
    var remembered = RememberedOptions([Self.wraps])
    #expect(remembered.changes == [] && remembered.values == [Self.wraps])
    let cuts = RememberedOption(child: "a.list", name: "wrap", value: nil)
    remembered["a.list", "wrap"] = cuts
    #expect(remembered.changes == [cuts] && remembered.values == [])
    remembered["a.list", "wrap"] = Self.wraps
    #expect(remembered.changes == [] && remembered.values == [Self.wraps])
    remembered["a.list", "numbers"] = Self.numbers
    #expect(remembered.changes == [Self.numbers])
    #expect(remembered.values == [Self.wraps, Self.numbers])
    remembered["a.list", "numbers"] = nil
    #expect(remembered.changes == [])
  }

  @Test func `of a child in a worker are those that it declares`() throws {
    let scripted = try ScriptedStage()
    let id = scripted.id
    let context = scripted.stage.context
    context.readOptions = { [RememberedOption(child: id, name: "wide", value: "true")] }
    try scripted.appear()
    #expect(scripted.order?.options == ChildOptionValues([("wide", Array("true".utf8))]))
    for (option, value) in [("wide", "yes"), ("other", "false")] {
      scripted.say(.remember(option: option, value: value))
      scripted.turn(at: 1)
      #expect(context.options.changes == [])
    }
    scripted.say(.remember(option: "wide", value: "false"))
    scripted.turn(at: 2)
    #expect(
      context.options.changes == [RememberedOption(child: id, name: "wide", value: "false")])
  }
}
