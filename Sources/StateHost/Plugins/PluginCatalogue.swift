/// What is installed: the plugins of a search path, loaded, and the children that they offer.
package final class PluginCatalogue {
  package private(set) var plugins: [LoadedPlugin] = []

  /// The children on offer, in the order in which they were found.
  package private(set) var types: [ChildType] = []

  /// What was not loaded, and why, in the order in which it was found.
  package private(set) var failures: [PluginFailure] = []

  private let program: ProgramName
  private let mapping: PluginMapping
  private var typeByID: [String: Int] = [:]
  private var seen: Set<PluginFile.Identity> = []

  /// An empty catalogue; plugins are told the program's name and version.
  package init(for program: ProgramName, mapping: PluginMapping = .sealedCopy) {
    self.program = program
    self.mapping = mapping
  }

  /// Finds and loads all plugins of a search path.
  ///
  /// What fails is noted and stops nothing.
  ///
  /// - Parameters:
  ///   - searchPath: where they are.
  ///   - program: what plugins are told of the program.
  ///   - mapping: how other plugins than the program's own are put into memory.
  ///   - loaded: called after each file has been loaded, or has failed to.
  package convenience init(
    loading searchPath: PluginSearchPath, for program: ProgramName,
    mapping: PluginMapping = .sealedCopy, loaded: (_ file: String) -> Void = { _ in }
  ) {
    self.init(for: program, mapping: mapping)
    let finder = PluginFinder(searching: searchPath)
    failures = finder.failures
    for candidate in finder.candidates {
      load(candidate)
      loaded(candidate.path)
    }
  }

  /// Loads one file, unless it is loaded already, whatever its name then.
  package func load(_ candidate: PluginCandidate) {
    do throws(PluginProblem) {
      let callee = PluginCallee(file: candidate.path)
      let file = try PluginFile(opening: candidate.path, for: callee)
      guard seen.insert(file.identity).inserted else { return }
      // The program's own are mapped as its other libraries are: replacing them is an installation.
      let library = try file.load(candidate.origin == .bundled ? .file : mapping)
      let plugin = try LoadedPlugin(
        library, at: candidate.path, from: candidate.origin, for: program, callee: callee)
      add(plugin)
    } catch {
      failures.append(PluginFailure(path: candidate.path, problem: error))
    }
  }

  private func add(_ plugin: LoadedPlugin) {
    plugins.append(plugin)
    let (found, problems) = plugin.readDescriptors()
    failures += problems.map { PluginFailure(path: plugin.path, problem: $0) }
    for (index, var type) in found {
      if let taken = typeByID[type.id] {
        let problem = ChildProblem.idTaken(file: self.plugin(of: types[taken]).path)
        failures.append(
          PluginFailure(
            path: plugin.path, problem: .child(index: index, id: type.id, problem)))
        continue
      }
      type.plugin = plugins.count - 1
      typeByID[type.id] = types.count
      types.append(type)
    }
  }

  /// The type of an id.
  package subscript(id: String) -> ChildType? { typeByID[id].map { types[$0] } }

  /// The plugin that makes a type of this catalogue.
  package func plugin(of type: ChildType) -> LoadedPlugin { plugins[type.plugin] }

  /// Makes a child of a type of this catalogue.
  ///
  /// - Parameters:
  ///   - type: what to make; any number of times.
  ///   - services: whom it asks; kept as long as the child.
  /// - Returns: the child, off screen.
  /// - Throws: why the plugin made none.
  package func makeChild(
    _ type: ChildType, services: any ChildServices
  ) throws(PluginChild.CreationError) -> PluginChild {
    try plugin(of: type).makeChild(type, services: services)
  }

  /// Calls `deinit` of every plugin, last loaded first; no child of theirs may be left.
  ///
  /// - Parameter ended: called after each.
  package func end(ended: (_ file: String) -> Void = { _ in }) {
    for plugin in plugins.reversed() {
      plugin.end()
      ended(plugin.path)
    }
  }
}
