import HostPlugins
import HostSurface

/// A runtime that has nothing to say.
final class NoServices: ChildServices {
  var nowNanoseconds: Int64 { 0 }
  var contentFacts: ContentFacts? { nil }
  var terminalFacts: TerminalFacts { TerminalFacts() }
  func invalidate() {}
  func wake(afterNanoseconds delay: Int64?) {}
  func request(state: String, animated: Bool, afterNanoseconds delay: Int64) -> Bool { false }
  func perform(_ action: ChildAction) -> Bool { false }
  func copyContentText(_ text: ContentText, into buffer: UnsafeMutableRawBufferPointer) -> UInt64 {
    0
  }
  func contentColumn(_ index: UInt32) -> ContentColumnFacts? { nil }
  func copyColumnName(_ index: UInt32, into buffer: UnsafeMutableRawBufferPointer) -> UInt64 { 0 }
  func contentRow(_ row: UInt64) -> ContentRowFacts? { nil }
  func copyCell(
    row: UInt64, column: UInt32?, into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64 { 0 }
  func colour(of role: ThemeRole) -> Colour { .default }
  func copyOption(named name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64? { nil }
  func report(_ fault: ChildFault) {}
  var situation: ContainerSituation { ContainerSituation() }
  var selection: SelectionFacts { SelectionFacts() }
  var view: (any ViewServices)? { nil }
  func isMarked(_ row: UInt64) -> Bool { false }
  func markedRows(from first: UInt64, count: UInt64) -> [UInt64] { [] }
  func select(_ row: UInt64) -> Bool { false }
  func mark(_ row: UInt64, count: UInt64, _ isMarked: Bool) -> Bool? { nil }
}
