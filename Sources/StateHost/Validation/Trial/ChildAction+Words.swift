internal import HostPlugins

extension ChildAction {
  /// Whether only what the user has done may lead to it.
  var isForTheUser: Bool {
    switch self {
    case .quit, .acceptRow, .acceptRows, .acceptText, .clipboard: true
    case .reload, .title, .bell: false
    }
  }

  /// What somebody asks for with it.
  var words: String {
    switch self {
    case .quit: "the end of the program"
    case .clipboard: "the clipboard"
    case .acceptRow, .acceptRows, .acceptText: "a choice"
    case .reload, .title, .bell: "an action"
    }
  }
}
