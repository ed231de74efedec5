/// A set of the user's decisions about plugins (grants or pins) that is saved as a JSON file and read again.
package protocol UserDecisions {
  static var fileName: String { get }

  /// No decisions.
  init()

  /// Reads what `fileBytes` wrote.
  init(reading bytes: [UInt8]) throws(NotDecisions)

  var fileBytes: [UInt8] { get }
}

/// The error for a file of saved decisions (grants or pins) with other contents.
package struct NotDecisions: Error {}
