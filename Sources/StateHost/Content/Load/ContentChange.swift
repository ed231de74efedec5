/// What a call changed in the content, so that only what shows it is told.
package struct ContentChange: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Rows were added.
  package static let rows = ContentChange(rawValue: 1 << 0)
  /// The rows are other ones: their numbers mean something else.
  ///
  /// The generation is new.
  package static let replaced = ContentChange(rawValue: 1 << 1)
  /// Loading began, or ended: `isLoading` or `isComplete`, and maybe `error`.
  package static let phase = ContentChange(rawValue: 1 << 2)
  /// `byteCount` or `fraction`.
  package static let progress = ContentChange(rawValue: 1 << 3)
  /// `notices`.
  package static let notices = ContentChange(rawValue: 1 << 4)
  /// `columns`, their names or how wide they are.
  package static let columns = ContentChange(rawValue: 1 << 5)
  /// The lines of standard error, which are no part of the content: alone it makes no new revision.
  package static let standardError = ContentChange(rawValue: 1 << 6)
}
