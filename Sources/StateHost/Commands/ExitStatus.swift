/// How the program ends, as the help promises.
enum ExitStatus {
  static let done: Int32 = 0
  static let failedCheck: Int32 = 1
  /// A row was to be taken, and none matches.
  static let nothingMatched: Int32 = 1
  static let usage: Int32 = 2
  static let interrupted: Int32 = 130
}
