internal import HostPlugins

/// Takes what a source delivers in a check: so many rows, and then no more.
final class TrialReading: ReadingServices {
  private let rowsLimit: Int
  private let watch: TrialWatch
  private var record: CheckRecord { watch.record }
  private let beganNanoseconds = RealTime.nowNanoseconds
  private let options: TrialOptions
  private(set) var rowCount = 0
  /// The last byte of all that was delivered.
  private(set) var lastByte: UInt8?
  /// It has named two columns or more, and so many tabs stood in the rows that came then.
  private(set) var hasNamedColumns = false
  private(set) var tabCount = 0
  /// What is delivered first begins with a byte order mark.
  private(set) var hasByteOrderMark = false
  /// How many rows end with a blank or a carriage return.
  private(set) var blankEndCount = 0
  /// The first row is the names of the columns once more, and the second one is not.
  private(set) var hasNamesAsRow = false
  private var names: [UInt8] = []
  private var isNaming = false
  private var nameRowCount = 0
  /// It was told that nobody takes more.
  private(set) var isCutShort = false
  /// How often it has delivered more once it was told that nobody takes it.
  private(set) var refusedCount = 0
  /// Why it says that it fails; nil: it has said nothing.
  private(set) var reason: String?
  /// Of all that was delivered.
  private(set) var digest = emptyDigest
  /// It has said that it is less far than it was.
  private(set) var hasGoneBack = false
  private(set) var lastProgress: (fraction: Double, row: Int)?
  /// It has said nothing among its rows, and then all at once, so many rows later.
  private(set) var rowsUpToAll = 0
  /// How far it says that it is, where that is beyond the end.
  private(set) var largestProgress = 0.0
  /// The names of the options that it asked for, each once.
  private(set) var askedOptions: [String] = []
  /// What it may not do and did.
  private(set) var faults: [String] = []

  private static let emptyDigest: UInt64 = 0xCBF2_9CE4_8422_2325

  /// It may go on for ever, as one that follows a file: then no more is taken.
  private static let longestNanoseconds: Int64 = 500_000_000

  /// - Parameters:
  ///   - options: what it is given.
  ///   - rowsLimit: how many rows are taken.
  ///   - watch: what looks at the calls.
  init(with options: TrialOptions, takingRows rowsLimit: Int, watch: TrialWatch) {
    self.rowsLimit = rowsLimit
    self.watch = watch
    watch.record.mayWait = true
    self.options = options
  }

  func deliver(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard !isCutShort else {
      refusedCount += 1
      return false
    }
    let tabs = unsafe bytes.count { $0 == UInt8(ascii: "\t") }
    if isNaming { names = unsafe Array(bytes) }
    if !isNaming, !names.isEmpty {
      let isNames = unsafe names.elementsEqual(bytes)
      if rowCount == nameRowCount { hasNamesAsRow = isNames }
      if rowCount == nameRowCount + 1, isNames { hasNamesAsRow = false }
    }
    if isNaming {
      hasNamedColumns = tabs > 0
      nameRowCount += 1
    } else {
      tabCount += tabs
    }
    isNaming = false
    unsafe rowCount += bytes.count { $0 == UInt8(ascii: "\n") }
    lastByte = unsafe bytes.last ?? lastByte
    if digest == Self.emptyDigest {
      hasByteOrderMark = unsafe bytes.prefix(3).elementsEqual([0xEF, 0xBB, 0xBF])
    }
    unsafe blankEndCount += zip(bytes, bytes.dropFirst()).count {
      ($0.0 == 0x20 || $0.0 == 0x0D) && $0.1 == 0x0A
    }
    unsafe bytes.forEach { digest = (digest ^ UInt64($0)) &* 0x100_0000_01B3 }
    let passed = RealTime.nowNanoseconds - beganNanoseconds
    isCutShort = rowCount >= rowsLimit || passed > Self.longestNanoseconds
    // From now on it is to return.
    record.mayWait = !isCutShort
    return !isCutShort
  }

  /// Whether a row has come, be it only the beginning of one, besides the names of columns.
  var hasRows: Bool {
    rowCount > nameRowCount || lastByte.map { $0 != UInt8(ascii: "\n") } ?? false
  }

  func nameColumns() { isNaming = true }
  func progress(_ fraction: Double?) {
    guard let fraction else { return }
    if let lastProgress {
      hasGoneBack = hasGoneBack || fraction < lastProgress.fraction
      if (lastProgress.fraction, fraction) == (0, 1), lastProgress.row > nameRowCount {
        rowsUpToAll = rowCount - lastProgress.row
      }
    }
    lastProgress = (fraction, rowCount)
  }
  func progressedBeyondEnd(_ number: Double) {
    largestProgress = max(largestProgress, number.isFinite ? number : 0)
  }
  func fail(_ what: String, remedy: String) {
    watch.endIfPanicked(what)
    reason = what
  }
  func log(_ level: UInt32, _ text: String) {}
  func misused(_ what: String) { faults.append(what) }

  func copyOption(named name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64? {
    if !askedOptions.contains(name) { askedOptions.append(name) }
    guard let value = options[name] else { return nil }
    unsafe buffer.copyBytes(from: value.prefix(buffer.count))
    unsafe watch.fill(rest: buffer, from: value.count)
    return UInt64(value.count)
  }
}
