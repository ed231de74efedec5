import HostRuntime
import HostValidation
import Testing

@testable import HostPlugins
@testable import StateHost

/// What the user gives to `statehost validate`, among several plugins.
@Suite struct `What validate is given` {
  /// A child for each id, with one option of this name, or with none that it declares.
  private func types(_ ids: [(id: String, option: String?)]) throws -> [ChildType] {
    try ids.map { id, option in
      var type = ChildType(id: id)
      type.options = try option.map { [try OptionDeclaration(name: $0, kind: .integer)] } ?? []
      type.needs = ["network", "run"]
      return type
    }
  }

  private func arguments(_ words: [String]) throws -> ValidationArguments {
    guard case .validate(let options) = try ArgumentParser.parse(["validate", "x.so"] + words)
    else { throw UsageError("not validate", "", "") }
    return ValidationArguments(options: options)
  }

  private func first() throws -> [ChildType] {
    try types([("a.one", "count"), ("a.two", "other")])
  }
  private func second() throws -> [ChildType] { try types([("b.one", "count"), ("b.free", nil)]) }

  /// The words of options, and what the first and the second plugin get of them.
  @Test(arguments: [
    (["count=3"], ["a.one.count=3"], ["b.one.count=3"]), (["a.two.other=1"], ["a.two.other=1"], []),
    (["new=1"], [], ["b.free.new=1"]), (["b.free.count=2"], [], ["b.free.count=2"]),
    (
      ["count=1", "other=2", "b.one.count=3"], ["a.one.count=1", "a.two.other=2"],
      ["b.one.count=1", "b.one.count=3"]
    ),
  ])
  func `as options goes to each child that has them`(
    choices: [String], ofFirst: [String], ofSecond: [String]
  ) throws {
    let arguments = try arguments(choices.flatMap { ["-o", $0] })
    let inputs = try arguments.divided(among: [try first(), try second()])
    #expect(inputs.map { $0.options.map { $0.words[1] } } == [ofFirst, ofSecond])
  }

  @Test(arguments: [
    ["-o", "new=1"], ["-o", "c.d.count=1"], ["--argument", "x"], ["--grant", "c.d=run"],
  ])
  func `is refused where no plugin takes it, unless one cannot be read`(words: [String]) throws {
    let arguments = try arguments(words)
    #expect(throws: CommandFailure.self) { try arguments.divided(among: [try first()]) }
    let inputs = try arguments.divided(among: [try first(), nil])
    #expect(inputs.count == 2 && inputs.allSatisfy { $0.options.isEmpty })
    #expect(inputs.allSatisfy { $0.needs == GrantedNeeds() })
  }

  @Test func `as permissions is for all children of a plugin together`() throws {
    let arguments = try arguments([
      "--grant", "a.one=run", "--grant", "a.two=network", "--grant", "b.one=network",
    ])
    let plugins = [try first(), try second(), try types([("c.one", nil)])]
    let needs = try arguments.divided(among: plugins).map(\.needs)
    #expect(needs == [GrantedNeeds([.run, .network]), GrantedNeeds(.network), GrantedNeeds()])
  }

  @Test func `as an argument is for every plugin where one has a source`() throws {
    var source = ChildType(id: "c.one")
    source.isSource = true
    let inputs = try arguments(["--argument", "x"]).divided(among: [try first(), [source]])
    #expect(inputs.map(\.argument) == ["x", "x"])
  }
}
