internal import HostPlugins
internal import HostSystem
internal import HostText

/// `--grant` and `--revoke`.
enum GrantDecision {
  /// What is granted once the user's wishes are followed, which is kept.
  ///
  /// - Parameters:
  ///   - options: the wishes.
  ///   - catalogue: has the plugins that they are about.
  /// - Returns: the grants.
  /// - Throws: that one of them means nothing, or cannot be kept.
  static func grants(
    _ options: some PluginGranting, of catalogue: PluginCatalogue
  ) throws(CommandFailure) -> PluginGrants {
    var grants = try KeptSettings.read(PluginGrants.self)
    let before = grants
    for id in options.revocations where !grants.revoke(id) {
      throw CommandFailure(
        line: Complaint.line(
          "nothing is granted to it", "--revoke \(id)", "see statehost plugins"))
    }
    for choice in options.grants { try grant(choice, of: catalogue, in: &grants) }
    if grants != before { try KeptSettings.keep(grants) }
    return grants
  }

  /// The child or source that a choice applies to.
  ///
  /// - Parameters:
  ///   - choice: what the user grants.
  ///   - types: all that there are.
  ///   - teller: the command that says what they need.
  /// - Returns: the child or source.
  /// - Throws: that it is not there, or does not need it.
  static func type(
    _ choice: GrantChoice, among types: [ChildType], toldBy teller: String
  ) throws(CommandFailure) -> ChildType {
    let place = choice.words.joined(separator: " ")
    guard let type = types.first(where: { $0.id == choice.id }) else {
      let nearest = NearestName.nearest(to: choice.id, among: types.map(\.id))
      throw CommandFailure(
        line: Complaint.line(
          "no plugin offers this child", place,
          nearest.map { "did you mean \($0)?" } ?? "see \(teller)"))
    }
    let others = choice.needs.subtracting(PluginNeeds(words: type.needs))
      .subtracting(.always).words
    guard others.isEmpty else {
      throw CommandFailure(
        line: Complaint.line(
          "it does not say that it needs \(others.joined(separator: ", "))", place,
          "grant what \(teller) says of it"))
    }
    return type
  }

  private static func grant(
    _ choice: GrantChoice, of catalogue: PluginCatalogue, in grants: inout PluginGrants
  ) throws(CommandFailure) {
    let type = try type(choice, among: catalogue.types, toldBy: "statehost plugins")
    let plugin = catalogue.plugin(of: type)
    do throws(PluginProblem) {
      guard let hash = try plugin.openFile().loadedHash() else { return }
      grants.grant(choice.needs, to: choice.id, hash: hash)
    } catch {
      throw CommandFailure(line: PluginFailure(path: plugin.path, problem: error).line)
    }
  }
}
