/// What a call changed in the view.
package struct ViewChange: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Rows were added at the end.
  package static let rows = ViewChange(rawValue: 1 << 0)
  /// Places mean other rows.
  package static let replaced = ViewChange(rawValue: 1 << 1)
  /// More rows have been looked at, or all.
  package static let progress = ViewChange(rawValue: 1 << 2)
  /// The next match was found, or that there is none: see `View.takeFound`.
  package static let found = ViewChange(rawValue: 1 << 3)
  /// `View.problem` is another.
  package static let problem = ViewChange(rawValue: 1 << 4)
}
