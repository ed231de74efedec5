internal import HostPlugins
internal import HostSurface

/// A runtime with three rows of two columns, which counts what is asked of it.
final class ThreeRows: ChildServices {
  var nowNanoseconds: Int64 = 0
  private(set) var requests = 0
  private(set) var actions = 0

  var contentFacts: ContentFacts? {
    var facts = ContentFacts()
    facts.rows = 3
    facts.columns = 2
    return facts
  }
  let terminalFacts = TerminalFacts()
  func inputBegan(_ activation: UserActivation) {}
  func inputEnded(isUsed: Bool) {}
  func perform(_ request: ChildRequest, during call: ChildCall) throws(Refusal) {
    expect(request.act != .byRequest, "an act without a kind")
    switch request {
    case .state: requests += 1
    case .action: actions += 1
    case .timer(let delay):
      expect(delay.map { $0 >= 0 } ?? true, "to be woken in the past")
      return
    case .select(let row): if row < 3 { return }
    case .run: throw .program(.tooMany)
    case .mark, .show, .find, .endFind, .cancel: break
    case .draw, .anchor, .front, .takeText, .dock, .refreshPlace, .message: return
    }
    throw .notThere
  }

  private func copy(_ text: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64 {
    unsafe buffer.copyBytes(from: text.utf8.prefix(buffer.count))
    return UInt64(text.utf8.count)
  }
  func copyContentText(_ text: ContentText, into buffer: UnsafeMutableRawBufferPointer) -> UInt64 {
    unsafe copy("a text", into: buffer)
  }
  func contentColumn(_ index: UInt32) -> ContentColumnFacts? {
    index < 2 ? ContentColumnFacts(isRightAligned: false, width: 4) : nil
  }
  func copyColumnName(_ index: UInt32, into buffer: UnsafeMutableRawBufferPointer) -> UInt64 {
    unsafe copy("name", into: buffer)
  }
  func contentRow(_ row: UInt64) -> ContentRowFacts? {
    row < 3 ? ContentRowFacts(length: 3, fullLength: 3) : nil
  }
  func copyCell(
    row: UInt64, column: UInt32?, into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64 { unsafe copy("cell", into: buffer) }
  func colour(of role: ThemeRole) -> Colour { .default }
  func copyOption(named name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64? { nil }
  func report(_ fault: ChildFault) {}

  let situation = ContainerSituation()
  let selection = SelectionFacts()
  let view: (any ViewServices)? = nil
  let focus = FocusFacts()
  func isMarked(_ row: UInt64) -> Bool { row == 1 }
  func markedRows(from first: UInt64, count: UInt64) -> [UInt64] {
    first <= 1 && count > 0 ? [1] : []
  }
}
