/// The plugins that could not be loaded, for messages about a missing child that may belong to one of them.
package struct LeftOutPlugins: Equatable, Sendable {
  private let failures: [PluginFailure]

  /// Nil where there are none.
  init?(_ failures: [PluginFailure]) {
    self.failures = failures.filter(\.problem.hidesChildren)
    if self.failures.isEmpty { return nil }
  }

  /// Why something, such as `the child com.example.one`, may be missing, and a remedy.
  package func text(missing missed: String) -> (what: String, remedy: String) {
    let paths = failures.map(\.path)
    guard paths.count == 1, let (what, remedy) = failures.first?.problem.text else {
      let some = paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? ", …" : "")
      return (
        "\(missed) may belong to a plugin that is not loaded (\(some))", "see statehost plugins"
      )
    }
    return ("\(missed) may belong to \(paths[0]), which is not loaded (\(what))", remedy)
  }
}

extension PluginCatalogue {
  /// Nil when all plugins that were found are loaded.
  package var leftOut: LeftOutPlugins? { LeftOutPlugins(failures) }
}

extension PluginProblem {
  /// Whether unknown children may be missing because of this problem.
  package var hidesChildren: Bool {
    switch self {
    case .directoryMissing, .directoryEmpty, .notADirectory, .child: false
    default: true
    }
  }
}
