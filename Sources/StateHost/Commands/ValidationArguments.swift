internal import HostPlugins
internal import HostRuntime
internal import HostStates
internal import HostText
internal import HostValidation

/// Distributes inputs on the command line of `statehost validate`, such as options and permissions, among the plugins
/// to test.
///
/// The inputs are `--argument`, `-o`, `--grant` and `--programs`.
struct ValidationArguments {
  let options: ValidateOptions

  var isAny: Bool { !words.isEmpty }

  /// The options as the user would type them.
  var words: [String] {
    (options.argument.map { ["--argument", $0] } ?? [])
      + options.plugins.childOptions.flatMap(\.words) + options.plugins.grants.flatMap(\.words)
      + (options.programsFile.map { ["--programs", $0] } ?? [])
  }

  /// The options as JSON.
  var json: JSONValue {
    func texts(_ words: [[String]]) -> JSONValue? {
      words.isEmpty ? nil : .texts(words.map { $0[1] })
    }
    return .object(present: [
      "argument": options.argument.map { .text($0) },
      "options": texts(options.plugins.childOptions.map(\.words)),
      "grants": texts(options.plugins.grants.map(\.words)),
      "programs": options.programsFile.map { .text($0) },
    ])
  }

  /// Distributes the inputs among plugins, given the types of each, nil for a plugin that cannot be read; fails when an
  /// input fits no plugin or is invalid.
  func divided(among plugins: [[ChildType]?]) throws(CommandFailure) -> [ValidationInputs] {
    let all = plugins.flatMap { $0 ?? [] }
    let areKnown = !plugins.contains { $0 == nil }
    if let argument = options.argument, areKnown, !all.contains(where: \.isSource) {
      throw CommandFailure(
        "no source takes it", "--argument \(argument)", "leave it out: only a source has one")
    }
    var choices: [OptionChoice] = []
    for choice in options.plugins.childOptions {
      do throws(ArrangementProblem) {
        choices += try chosen(choice, among: all, areKnown: areKnown)
      } catch {
        throw CommandFailure(error, file: "")
      }
    }
    var grants: [(id: String, needs: GrantedNeeds)] = []
    for grant in options.plugins.grants where areKnown || all.contains(where: { $0.id == grant.id })
    {
      let type = try GrantUpdater.type(
        grant, among: all, toldBy: "statehost inspect PLUGIN.so")
      grants.append((type.id, try grant.resolvedNeeds()))
    }
    let programs = try readPrograms()
    return plugins.map { types in
      let ids = Set(types?.map(\.id) ?? [])
      var inputs = ValidationInputs()
      inputs.argument = options.argument
      inputs.programs = programs
      inputs.options = choices.filter { ids.contains($0.id) }
      // Children of one plugin share a process.
      for grant in grants where ids.contains(grant.id) { inputs.needs.formUnion(grant.needs) }
      return inputs
    }
  }

  private func readPrograms() throws(CommandFailure) -> [UInt8] {
    guard let file = options.programsFile else { return [] }
    do throws(StatesFileError) {
      let bytes = try ScriptedProgram.checkedBytes(of: file)
      // They are part of the message that orders each check.
      guard bytes.count <= 4 << 20 else {
        throw StatesFileError(unreadable: file, reason: "it has more than 4 MiB")
      }
      return bytes
    } catch {
      throw CommandFailure(line: error.text)
    }
  }

  /// Finds the children and sources that an option is for.
  ///
  /// - Returns: the option once for each of them.
  private func chosen(
    _ choice: OptionChoice, among types: [ChildType], areKnown: Bool
  ) throws(ArrangementProblem) -> [OptionChoice] {
    var meant: [ChildType]
    if choice.id.isEmpty {
      meant = types.filter { type in type.options.contains { $0.name == choice.name } }
      // A plugin that declares no options may accept any.
      if meant.isEmpty { meant = types.filter(\.options.isEmpty) }
      if meant.isEmpty, areKnown { meant = types }
    } else {
      meant = types.filter { $0.id == choice.id }
      if meant.isEmpty, areKnown { throw choice.problem(noneOf: types) }
    }
    for type in meant { try type.check(choice) }
    return meant.map { OptionChoice(id: $0.id, name: choice.name, text: choice.text) }
  }
}
