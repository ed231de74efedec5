/// Something that the user has decided about plugins, as a file keeps it from one run to the next.
package protocol UserDecisions {
  /// What the file is called.
  static var fileName: String { get }

  /// Nothing has been decided.
  init()

  /// Reads what was written.
  init(reading bytes: [UInt8]) throws(NotDecisions)

  var fileBytes: [UInt8] { get }
}

/// A file has something else in it.
package struct NotDecisions: Error {}
