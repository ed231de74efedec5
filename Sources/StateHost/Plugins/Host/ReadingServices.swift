/// Whom a source of a plugin's asks while it is read.
package protocol ReadingServices: AnyObject {
  /// Takes bytes of rows, and waits until it has; false where nobody takes any more.
  func deliver(_ bytes: UnsafeRawBufferPointer) -> Bool
  /// The first row, which comes next, names the columns.
  func nameColumns()
  /// How far it is, 0…1; nil: nobody knows.
  func progress(_ fraction: Double?)
  /// It said that it is farther than the end, which says no more than that nobody knows.
  func progressedBeyondEnd(_ number: Double)
  /// Why it fails, and what to do about it, which may be empty.
  func fail(_ what: String, remedy: String)
  func log(_ level: UInt32, _ text: String)
  /// The source did what it may not; on any thread.
  func misused(_ what: String)
  /// As `ChildOptions.copy`.
  func copyOption(named name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64?
}

extension ReadingServices {
  package func progressedBeyondEnd(_ number: Double) {}
}
