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

  /// What stands after the state: whole paths where there is room for them, else as much of their
  /// ends as fits, else the names of the children alone.
  ///
  /// - Parameter fits: whether there is room for a text.
  /// - Returns: the longest of these that fits, or the shortest.
  func text(fitting fits: (String) -> Bool) -> String {
    guard !presenters.isEmpty else { return "no child presents it" }
    let longest = presenters.reduce(1) { max($0, Self.parts(of: $1.file ?? "").count) }
    for kept in stride(from: longest, through: 1, by: -1) {
      let text = presenters.map { $0.text(keeping: kept) }.joined(separator: ", ")
      if fits(text) { return text }
    }
    return presenters.map(\.name).joined(separator: ", ")
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
