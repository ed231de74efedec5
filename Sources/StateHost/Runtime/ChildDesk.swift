internal import HostPlugins
internal import HostStates
internal import HostSurface
internal import HostText

/// Where one child's wishes are taken down, and its questions answered.
///
/// It never calls a child.
final class ChildDesk: ChildServices {
  /// What all desks of a stage share.
  private let office: Office
  private let options: JSONValue?

  /// The layer must be drawn before the next frame.
  var needsDraw = true
  /// When the child's timer is due; it rests while the child is off screen.
  private(set) var wakeNanoseconds: Int64?

  init(_ office: Office, options: JSONValue?) {
    self.office = office
    self.options = options
  }

  /// The timer has gone off.
  func wakeWasDelivered() { wakeNanoseconds = nil }

  var nowNanoseconds: Int64 { office.nowNanoseconds }

  func invalidate() { needsDraw = true }

  func wake(afterNanoseconds delay: Int64?) {
    wakeNanoseconds = delay.map { delay in
      let (time, overflows) = office.nowNanoseconds.addingReportingOverflow(delay)
      return overflows ? .max : time
    }
  }

  func request(state: String, animated: Bool) -> Bool {
    office.request(state: state, animated: animated)
  }

  func perform(_ action: ChildAction) -> Bool { office.perform(action) }

  var contentFacts: ContentFacts? { office.content?.facts(at: office.nowNanoseconds) }

  func copyContentText(_ text: ContentText, into buffer: UnsafeMutableRawBufferPointer) -> UInt64 {
    office.content.map { unsafe $0.copyText(text, into: buffer) } ?? 0
  }

  func contentColumn(_ index: UInt32) -> ContentColumnFacts? { office.content?.column(index) }

  func copyColumnName(_ index: UInt32, into buffer: UnsafeMutableRawBufferPointer) -> UInt64 {
    office.content.map { unsafe $0.copyColumnName(index, into: buffer) } ?? 0
  }

  func contentRow(_ row: UInt64) -> ContentRowFacts? { office.content?.row(row) }

  func copyCell(
    row: UInt64, column: UInt32?, into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64 {
    office.content.map { unsafe $0.copyCell(row: row, column: column, into: buffer) } ?? 0
  }

  var terminalFacts: TerminalFacts { office.terminalFacts }

  func colour(of role: ThemeRole) -> Colour { office.theme[role] }

  func copyOption(named name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64? {
    guard case .object(let members)? = options?.content,
      let value = members.first(where: { $0.name == name })?.value
    else { return nil }
    if case .string(let text) = value.content { return unsafe copy(text, into: buffer) }
    var bytes: [UInt8] = []
    bytes.appendJSON(value)
    unsafe buffer.copyBytes(from: bytes.prefix(buffer.count))
    return UInt64(bytes.count)
  }

  func report(_ fault: ChildFault) { office.report(fault) }
}

/// What the desks of a stage share: the time, the terminal's facts, the content, and the tray where
/// the loop finds what was asked for.
final class Office {
  var nowNanoseconds: Int64 = 0
  var terminalFacts = TerminalFacts()
  var theme = Theme.dark
  var content: ContentWindow?
  /// What children asked the program for, in order.
  var actions: [ChildAction] = []
  /// What children may not do and did.
  var faults: [ChildFault] = []
  /// Answers requests for a state; set by the stage.
  var requestState: (_ state: String, _ animated: Bool) -> Bool = { _, _ in false }

  /// More than this is not meant: the rest of one turn's actions is dropped.
  private static let actionLimit = 64

  func request(state: String, animated: Bool) -> Bool { requestState(state, animated) }

  func perform(_ action: ChildAction) -> Bool {
    if case .acceptRow(let row) = action {
      guard let content, row < content.facts(at: nowNanoseconds).rows else { return false }
    }
    guard content != nil || action == .quit, actions.count < Self.actionLimit else { return false }
    actions.append(action)
    return true
  }

  func report(_ fault: ChildFault) { faults.append(fault) }
}

/// Fills a buffer with as much of a text as fits and returns the length of the whole one.
func copy(_ text: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64 {
  var text = text
  return text.withUTF8 { bytes in
    unsafe buffer.copyBytes(from: bytes.prefix(buffer.count))
    return UInt64(bytes.count)
  }
}
