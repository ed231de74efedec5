package import HostPlugins
package import HostStates
internal import HostText

/// The resolver of the options that the user gives each child or source: the command line's value
/// comes before the states file's; throws an error for an invalid value, or for an option that a
/// plugin with declared options does not declare.
struct OptionResolver {
  let choices: [OptionAssignment]
  let file: StatesFile?

  /// User options for a child or source, checked if it declares any; a blank child has no type.
  func options(
    of type: ChildType?, _ value: JSONValue?, at path: String
  ) throws(ArrangementProblem) -> ChildOptionValues {
    let declared = type?.options ?? []
    if !declared.isEmpty, let value { try check(value, at: path, declared) }
    var options = ChildOptionValues(value)
    for choice in choices where choice.id == type?.id {
      try type?.check(choice)
      options.set(choice.name, choice.text)
    }
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
    _ options: JSONValue, at path: String, _ declared: [OptionDeclaration]
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
        throw .value(
          ChildOptionValues.text(of: member.value), of: type, origin(member.value.offset))
      }
    }
  }
}

extension ChildType {
  /// Checks an option that the user chose; any option is valid if the type declares none.
  package func check(_ choice: OptionAssignment) throws(ArrangementProblem) {
    if options.isEmpty { return }
    guard let type = options.first(where: { $0.name == choice.name }) else {
      throw .unknownOption(choice.name, options, choice.origin)
    }
    if !type.takes(choice.text) { throw .value(choice.text, of: type, choice.origin) }
  }
}

extension OptionAssignment {
  package var words: [String] { ["-o", (id.isEmpty ? "" : id + ".") + "\(name)=\(text)"] }

  /// The error that no child or source with this id exists.
  package func problem(
    noneOf types: [ChildType], leftOut: UnavailablePlugins? = nil
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
    _ name: String, _ declared: [OptionDeclaration], _ origin: Origin
  ) -> ArrangementProblem {
    ArrangementProblem(
      kind: .unknownOption(name), origin: origin,
      nearest: NearestName.nearest(to: name, among: declared.map(\.name)))
  }

  fileprivate static func value(
    _ text: String, of type: OptionDeclaration, _ origin: Origin
  ) -> ArrangementProblem {
    ArrangementProblem(
      kind: .optionValue(name: type.name, wanted: type.wanted), origin: origin,
      nearest: NearestName.nearest(to: text, among: type.choices))
  }
}

/// The plugin's data source that the command line or states file requested, of which `run` makes a
/// `PluginSource`: its type in the catalogue, argument (a path or address), and checked options.
package struct ChosenSource {
  package let type: ChildType
  /// A path or an address; may be empty.
  package let argument: String
  package let options: ChildOptionValues

  /// Resolves a source that was requested on the command line, or in the states file; throws an
  /// error for an unknown source or an invalid option.
  package init(
    _ description: PluginSourceDescription, in file: StatesFile?, of catalogue: PluginCatalogue,
    choosing choices: [OptionAssignment]
  ) throws(ArrangementProblem) {
    let id = description.use
    let origin: ArrangementProblem.Origin =
      file == nil ? .commandLine("--source \(id)") : .file(nil, path: "source.use")
    guard let type = catalogue[id] else {
      throw ArrangementProblem(
        kind: .unknownSource(id: id), origin: origin,
        nearest: catalogue.nearestID(to: id, isSource: true), leftOut: catalogue.leftOut)
    }
    guard type.isSource else {
      throw ArrangementProblem(
        kind: .otherKind(id: id, isSource: false), origin: origin, nearest: nil)
    }
    self.type = type
    argument = description.argument
    var options = try OptionResolver(choices: choices, file: file)
      .options(of: type, description.options, at: "source")
    options.addFallbacks(of: type.options)
    self.options = options
  }
}

extension PluginCatalogue {
  func nearestID(to id: String, isSource: Bool) -> String? {
    NearestName.nearest(to: id, among: types.filter { $0.isSource == isSource }.map(\.id))
  }
}
