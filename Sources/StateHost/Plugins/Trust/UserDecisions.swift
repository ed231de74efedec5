/// Decisions of the user about plugins, kept in a file between runs.
package protocol UserDecisions {
  static var fileName: String { get }

  /// No decisions.
  init()

  /// Reads what `fileBytes` wrote.
  init(reading bytes: [UInt8]) throws(NotDecisions)

  var fileBytes: [UInt8] { get }
}

/// The contents of a file are not decisions.
package struct NotDecisions: Error {}
