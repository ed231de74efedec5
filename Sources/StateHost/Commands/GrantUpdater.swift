internal import HostPlugins
internal import HostSystem
internal import HostText

/// The updater of the saved permissions of plugins by `--grant`, `--builds` and `--revoke` of
/// `run`, `play` and `plugins`: checks them against what plugins declare, saves and reports.
enum GrantUpdater {
  /// Saves and returns the grants as changed by the options; reports new ones on standard error.
  static func grants(
    _ options: PluginOptions, of catalogue: PluginCatalogue
  ) throws(CommandFailure) -> PluginGrants {
    var grants = try SavedSettings.read(PluginGrants.self)
    let before = grants
    for id in options.revocations where !grants.revoke(id) {
      throw CommandFailure("nothing is granted to it", "--revoke \(id)", "see statehost plugins")
    }
    let builds = try options.buildsFolder.map { path throws(CommandFailure) in
      try folder(path, isNeeded: !options.grants.isEmpty)
    }
    var lines: [String] = []
    for choice in options.grants {
      let type = try type(
        choice, among: catalogue.types, leftOut: catalogue.leftOut, toldBy: "statehost plugins")
      let plugin = catalogue.plugin(of: type)
      let grant = PluginGrant(
        try choice.resolvedNeeds(), to: try basis(of: plugin, builtBelow: builds, choice), type,
        of: plugin)
      let old = grants[choice.id]
      grants.grant(grant, to: choice.id)
      if let new = grants[choice.id], new.needs != old?.needs || new.basis != old?.basis {
        lines.append(line(new, to: choice.id, at: plugin.path))
      }
    }
    if grants != before { try SavedSettings.keep(grants) }
    for line in lines { Diagnostic.write(line) }
    return grants
  }

  /// The message that reports a grant.
  static func line(_ grant: PluginGrant, to id: String, at path: String) -> String {
    let place =
      if case .builds(let folder) = grant.basis {
        "\(path), and whatever is built below \(folder)"
      } else {
        path
      }
    return Diagnostic.line(
      "\(id) is granted \(grant.needs.warning)", place, "--revoke \(id) takes it back")
  }

  private static func folder(
    _ path: String, isNeeded: Bool
  ) throws(CommandFailure) -> String {
    guard isNeeded else {
      throw CommandFailure("--builds needs --grant", "--builds \(path)", "add --grant ID=NEEDS")
    }
    guard let real = (try? Folder(opening: path))?.path else {
      throw CommandFailure("no such folder", "--builds \(path)", "give one that is there")
    }
    return real
  }

  /// What a grant is bound to: the contents of the plugin file, or the folder that it is built in.
  private static func basis(
    of plugin: CataloguedPlugin, builtBelow folder: String?, _ choice: GrantChoice
  ) throws(CommandFailure) -> PluginGrant.Basis {
    do throws(PluginProblem) {
      let file = try plugin.openFile()
      guard let folder else { return .contents(try file.contents()) }
      if file.isBelow(folder) { return .builds(below: folder) }
    } catch {
      throw CommandFailure(line: PluginFailure(path: plugin.path, problem: error).line)
    }
    throw CommandFailure(
      "\(choice.id) is not built there", "--builds \(folder ?? "")",
      "give a folder that \(plugin.path) lies below")
  }

  /// Finds the child or source of a `--grant`; fails if it is missing or does not declare the need.
  ///
  /// The message about a missing one mentions plugins left out, and the command to list the needs.
  static func type(
    _ choice: GrantChoice, among types: [ChildType], leftOut: UnavailablePlugins? = nil,
    toldBy teller: String
  ) throws(CommandFailure) -> ChildType {
    let place = choice.words.joined(separator: " ")
    guard let type = types.first(where: { $0.id == choice.id }) else {
      let nearest = NearestName.nearest(to: choice.id, among: types.map(\.id))
      let meant = nearest.map { "did you mean \($0)?" }
      if let (what, remedy) = leftOut?.text(missing: "this child") {
        let advice = remedy + (meant.map { "; or \($0)" } ?? "")
        throw CommandFailure(what, place, advice)
      }
      throw CommandFailure("no plugin offers this child", place, meant ?? "see \(teller)")
    }
    let others = choice.needs.needs.subtracting(PluginNeeds(words: type.needs))
      .subtracting(.always).words
    guard others.isEmpty else {
      throw CommandFailure(
        "it does not declare the need \(others.joined(separator: ", "))", place,
        "grant only what \(teller) lists")
    }
    return type
  }
}

extension GrantChoice {
  /// The needs to grant, with resolved paths.
  ///
  /// - Throws: `CommandFailure` when a path does not exist or cannot be granted.
  func resolvedNeeds() throws(CommandFailure) -> GrantedNeeds {
    var needs = needs
    needs.paths = try needs.paths.map { path throws(CommandFailure) in
      // A shell does not expand "~" after "=".
      let home = path.hasPrefix("~/") ? Environment.home : nil
      guard let real = GrantablePath.real(home.map { $0 + path.dropFirst() } ?? path) else {
        throw CommandFailure(
          "no such file or folder", words.joined(separator: " "), "give one that is there")
      }
      guard GrantablePath.canBeGranted(real) else {
        throw CommandFailure(
          "access to this path cannot be granted", words.joined(separator: " "),
          "name your own files, or grant files:read")
      }
      return real
    }
    return needs
  }
}
