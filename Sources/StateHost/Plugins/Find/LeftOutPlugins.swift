/// Plugins that are not loaded, so that nobody knows what they offer: what is missed may be theirs.
package struct LeftOutPlugins: Equatable, Sendable {
  private let failures: [PluginFailure]

  /// Nil where there are none.
  init?(_ failures: [PluginFailure]) {
    self.failures = failures.filter(\.problem.hidesChildren)
    if self.failures.isEmpty { return nil }
  }

  /// Why something may not be there, and what to do about it.
  ///
  /// - Parameter missed: what that is, such as `the child com.example.one`.
  /// - Returns: as a line has them.
  package func text(missing missed: String) -> (what: String, remedy: String) {
    let paths = failures.map(\.path)
    guard paths.count == 1, let (what, remedy) = failures.first?.problem.text else {
      let some = paths.prefix(3).joined(separator: ", ") + (paths.count > 3 ? ", …" : "")
      return ("\(missed) may be of a plugin that is not loaded (\(some))", "see statehost plugins")
    }
    return ("\(missed) may be of \(paths[0]), which is not loaded (\(what))", remedy)
  }
}

extension PluginCatalogue {
  /// Nil where all that was found is loaded.
  package var leftOut: LeftOutPlugins? { LeftOutPlugins(failures) }
}

extension PluginProblem {
  /// Whether there may be children that nobody knows of for it.
  package var hidesChildren: Bool {
    switch self {
    case .directoryMissing, .directoryEmpty, .notADirectory, .child: false
    default: true
    }
  }
}
