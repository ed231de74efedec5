/// The receiver of what a plugin's source delivers (rows, column names, progress, failure): the worker process or the
/// validator.
package protocol SourceHost: AnyObject {
  /// Accepts bytes of rows, blocking until they are taken; false when no more are wanted.
  func deliver(_ bytes: UnsafeRawBufferPointer) -> Bool
  /// Announces that the first row, which follows, has the names of the columns.
  func nameColumns()
  /// Reports progress, 0…1; nil when it is unknown.
  func progress(_ fraction: Double?)
  /// Reports a progress beyond 1, which counts as unknown.
  func progressedBeyondEnd(_ number: Double)
  /// Reports a failure and its remedy, which may be empty.
  func fail(_ what: String, remedy: String)
  func log(_ level: UInt32, _ text: String)
  /// Reports a misuse of the API; called on any thread.
  func misused(_ what: String)
  /// As `ChildOptions.copy`.
  func copyOption(named name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64?
}

extension SourceHost {
  package func progressedBeyondEnd(_ number: Double) {}
}
