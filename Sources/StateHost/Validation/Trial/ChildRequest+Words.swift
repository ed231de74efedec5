internal import HostPlugins

extension ChildRequest {
  /// What somebody asks for with it where only what the user has done may lead to it; nil: it is something else.
  ///
  /// A load may be asked for by a plugin that is granted that.
  var wordsForTheUser: String? {
    guard case .action(let action) = self else { return nil }
    return switch action {
    case .quit: "the end of the program"
    case .clipboard: "the clipboard"
    case .acceptRow, .acceptRows, .acceptText: "a choice"
    case .reload, .title, .bell: nil
    }
  }
}
