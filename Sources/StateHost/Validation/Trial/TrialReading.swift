internal import HostPlugins

/// Takes what a source delivers in a check: so many rows, and then no more.
final class TrialReading: ReadingServices {
  private let rowsLimit: Int
  private let options: ChildOptions
  private(set) var rowCount = 0
  /// The last byte of all that was delivered.
  private(set) var lastByte: UInt8?
  /// It has named two columns or more, and so many tabs stood in the rows that came then.
  private(set) var hasNamedColumns = false
  private(set) var tabCount = 0
  private var isNaming = false
  /// How often it has delivered more once it was told that nobody takes it.
  private(set) var refusedCount = 0
  /// Why it says that it fails; nil: it has said nothing.
  private(set) var reason: String?
  /// How far it says that it is, where that is beyond the end.
  private(set) var largestProgress = 0.0
  /// The names of the options that it asked for, each once.
  private(set) var askedOptions: [String] = []
  /// What it may not do and did.
  private(set) var faults: [String] = []

  init(of type: ChildType, takingRows rowsLimit: Int) {
    self.rowsLimit = rowsLimit
    var options = ChildOptions([])
    options.addFallbacks(of: type.options)
    self.options = options
  }

  func deliver(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard rowCount < rowsLimit else {
      refusedCount += 1
      return false
    }
    let tabs = unsafe bytes.count { $0 == UInt8(ascii: "\t") }
    if isNaming { hasNamedColumns = tabs > 0 } else { tabCount += tabs }
    isNaming = false
    unsafe rowCount += bytes.count { $0 == UInt8(ascii: "\n") }
    lastByte = unsafe bytes.last ?? lastByte
    return rowCount < rowsLimit
  }

  func nameColumns() { isNaming = true }
  func progress(_ fraction: Double?) {}
  func progressedBeyondEnd(_ number: Double) {
    largestProgress = max(largestProgress, number.isFinite ? number : 0)
  }
  func fail(_ what: String, remedy: String) { reason = what }
  func log(_ level: UInt32, _ text: String) {}
  func misused(_ what: String) { faults.append(what) }

  func copyOption(named name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64? {
    if !askedOptions.contains(name) { askedOptions.append(name) }
    return unsafe options.copy(name, into: buffer)
  }
}
