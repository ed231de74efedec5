package import HostPlugins
package import HostStates
internal import HostText

/// A plugin's data source that was chosen on the command line or in a states file, in place of a command or file,
/// with its argument and options.
package struct ChosenSource {
  package let type: ChildType
  /// A path or an address; may be empty.
  package let argument: String
  package let options: ChildOptions

  /// - Parameters:
  ///   - description: the requested source.
  ///   - file: the states file with the request; nil if it is from the command line.
  ///   - catalogue: the available plugins.
  ///   - choices: the options that the user chose.
  /// - Throws: an error for an unknown source or an invalid option.
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
    options = try OptionResolver(choices: choices, file: file)
      .options(of: type, description.options, at: "source")
  }
}

extension PluginCatalogue {
  /// The most similar id of a source or child.
  func nearestID(to id: String, isSource: Bool) -> String? {
    NearestName.nearest(to: id, among: types.filter { $0.isSource == isSource }.map(\.id))
  }
}
