/// The numbers with which the program exits, as its help documents them.
enum ExitStatus {
  static let done: Int32 = 0
  static let failedCheck: Int32 = 1
  /// No row matched when one was to be picked.
  static let nothingMatched: Int32 = 1
  static let usage: Int32 = 2
  static let interrupted: Int32 = 130
}
