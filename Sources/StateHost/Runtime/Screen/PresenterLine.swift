/// Who presents the state that is shown, in one line: its children and the file that each came from.
struct PresenterLine: Equatable {
  /// A child of the state.
  struct Presenter: Equatable {
    let name: String
    /// The plugin's; nil for a blank child.
    let file: String?
  }

  let state: String
  /// The topmost first.
  let presenters: [Presenter]
  /// What tells rows apart; nil where that is not known, or there are none.
  var rowKey: String?
  /// How many loads have failed.
  var failureCount = 0

  /// What stands after the state: whole paths where there is room for them, else as much of their
  /// ends as fits, else the names of the children alone.
  ///
  /// - Parameter fits: whether there is room for a text.
  /// - Returns: the longest of these that fits, or the shortest.
  func text(fitting fits: (String) -> Bool) -> String {
    let ending = [rowKey, failures].compactMap(\.self).map { "; " + $0 }.joined()
    guard !presenters.isEmpty else { return "no child presents it" + ending }
    let longest = presenters.reduce(1) { max($0, Self.parts(of: $1.file ?? "").count) }
    for kept in stride(from: longest, through: 1, by: -1) {
      let text = presenters.map { $0.text(keeping: kept) }.joined(separator: ", ")
      if fits(text + ending) { return text + ending }
    }
    return presenters.map(\.name).joined(separator: ", ") + ending
  }

  private var failures: String? {
    switch failureCount {
    case 0: nil
    case 1: "failed once"
    case 2: "failed twice"
    default: "failed \(failureCount) times"
    }
  }

  fileprivate static func parts(of path: String) -> [Substring] { path.split(separator: "/") }
}

extension PresenterLine.Presenter {
  /// Its name and so many of the last parts of its path.
  fileprivate func text(keeping kept: Int) -> String {
    guard let file else { return name + " (blank)" }
    let parts = PresenterLine.parts(of: file)
    if parts.count <= kept { return name + " from " + file }
    return name + " from " + (kept == 1 ? "" : ".../") + parts.suffix(kept).joined(separator: "/")
  }
}
