package import HostPlugins
internal import HostStates
internal import HostText

/// Determines and checks the option values of each child: the user's for this run, else the states file's, else the
/// defaults that the plugin declares.
struct OptionResolver {
  /// The options that the user chose for this run.
  let choices: [OptionChoice]
  let file: StatesFile?

  /// The options of a child, checked if it declares any.
  func options(of entry: Arrangement.Entry) throws(ArrangementProblem) -> ChildOptions {
    try options(of: entry.type, entry.description?.options, at: "children.\(entry.name)")
  }

  /// The options of a plugin's child or source, checked if it declares any.
  ///
  /// - Parameters:
  ///   - type: the type of the child or source; nil for a blank child.
  ///   - value: the options in the states file.
  ///   - path: their path in the states file.
  /// - Throws: an error for an invalid option.
  /// - Returns: the options with defaults added.
  func options(
    of type: ChildType?, _ value: JSONValue?, at path: String
  ) throws(ArrangementProblem) -> ChildOptions {
    let declared = type?.options ?? []
    if !declared.isEmpty, let value { try check(value, at: path, declared) }
    var options = ChildOptions(value)
    for choice in choices where choice.id == type?.id {
      try type?.check(choice)
      options.set(choice.name, choice.text)
    }
    options.addFallbacks(of: declared)
    return options
  }

  /// Checks that children exist for all ids in the user's choices, once the scan is complete.
  func checkIDs(against catalogue: PluginCatalogue?) throws(ArrangementProblem) {
    guard catalogue?.isScanned ?? true else { return }
    for choice in choices where catalogue?[choice.id] == nil {
      throw choice.problem(noneOf: catalogue?.types ?? [], leftOut: catalogue?.leftOut)
    }
  }

  private func check(
    _ options: JSONValue, at path: String, _ declared: [OptionType]
  ) throws(ArrangementProblem) {
    guard case .object(let members) = options.content else { return }
    for member in members {
      func origin(_ offset: Int) -> ArrangementProblem.Origin {
        .file(file?.place(ofByte: offset), path: "\(path).options.\(member.name)")
      }
      guard let type = declared.first(where: { $0.name == member.name }) else {
        throw .unknownOption(member.name, declared, origin(member.nameOffset))
      }
      if !type.takes(member.value) {
        throw .value(ChildOptions.text(of: member.value), of: type, origin(member.value.offset))
      }
    }
  }
}

extension ChildType {
  /// Checks an option that the user chose; any option is valid if the type declares none.
  package func check(_ choice: OptionChoice) throws(ArrangementProblem) {
    if options.isEmpty { return }
    guard let type = options.first(where: { $0.name == choice.name }) else {
      throw .unknownOption(choice.name, options, choice.origin)
    }
    if !type.takes(choice.text) { throw .value(choice.text, of: type, choice.origin) }
  }
}

extension OptionChoice {
  /// The option as command-line arguments.
  package var words: [String] { ["-o", (id.isEmpty ? "" : id + ".") + "\(name)=\(text)"] }

  /// The error that no child or source with this id exists.
  package func problem(
    noneOf types: [ChildType], leftOut: LeftOutPlugins? = nil
  ) -> ArrangementProblem {
    ArrangementProblem(
      kind: .unknownUse(id: id), origin: origin,
      nearest: NearestName.nearest(to: id, among: types.map(\.id)), leftOut: leftOut)
  }

  fileprivate var origin: ArrangementProblem.Origin {
    .commandLine(words.joined(separator: " "))
  }
}

extension ArrangementProblem {
  fileprivate static func unknownOption(
    _ name: String, _ declared: [OptionType], _ origin: Origin
  ) -> ArrangementProblem {
    ArrangementProblem(
      kind: .unknownOption(name), origin: origin,
      nearest: NearestName.nearest(to: name, among: declared.map(\.name)))
  }

  fileprivate static func value(
    _ text: String, of type: OptionType, _ origin: Origin
  ) -> ArrangementProblem {
    ArrangementProblem(
      kind: .optionValue(name: type.name, wanted: type.wanted), origin: origin,
      nearest: NearestName.nearest(to: text, among: type.choices))
  }
}
