package import HostPlugins
package import HostStates
internal import HostText

/// The source of a plugin's that the user asks for, and what it is given.
package struct ChosenSource {
  package let type: ChildType
  /// As a path or an address; may be empty.
  package let argument: String
  package let options: ChildOptions

  /// - Parameters:
  ///   - description: what is asked for.
  ///   - file: has it; nil: the command line does.
  ///   - catalogue: what there is.
  ///   - choices: options for it.
  /// - Throws: that there is no such source, or an option that cannot be.
  package init(
    _ description: SourceDescription, in file: StatesFile?, of catalogue: PluginCatalogue,
    choosing choices: [OptionChoice]
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
    options = try GivenOptions(choices: choices, file: file)
      .options(of: type, description.options, at: "source")
  }
}

extension PluginCatalogue {
  /// The id that was probably meant, of a source or of a child.
  func nearestID(to id: String, isSource: Bool) -> String? {
    NearestName.nearest(to: id, among: types.filter { $0.isSource == isSource }.map(\.id))
  }
}
