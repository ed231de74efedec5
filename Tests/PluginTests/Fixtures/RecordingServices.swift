import HostPlugins
import HostSurface

/// A runtime that remembers what it is asked for and has a small content.
final class RecordingServices: ChildServices {
  private(set) var asked: [String] = []
  private(set) var faults: [ChildFault] = []
  var rows: [[String]]? = [["one", "1"], ["two", "2"]]
  var options: [String: String] = [:]
  var nowNanoseconds: Int64 = 42

  func invalidate() { asked.append("invalidate") }

  func wake(afterNanoseconds delay: Int64?) {
    asked.append("wake after \(delay.map(String.init) ?? "nothing")")
  }

  func request(state: String, animated: Bool, afterNanoseconds delay: Int64) -> Bool {
    asked.append("request \(state) \(animated)" + (delay > 0 ? " after \(delay)" : ""))
    return state != "unknown"
  }

  func perform(_ action: ChildAction) -> Bool {
    asked.append("perform \(action)")
    return true
  }

  var contentFacts: ContentFacts? {
    guard let rows else { return nil }
    var facts = ContentFacts()
    facts.rows = UInt64(rows.count)
    facts.columns = 2
    facts.failure = .exitStatus(3)
    facts.fraction = 0.5
    return facts
  }

  func copyContentText(_ text: ContentText, into buffer: UnsafeMutableRawBufferPointer) -> UInt64 {
    unsafe copy("\(text)", into: buffer)
  }

  func contentColumn(_ index: UInt32) -> ContentColumnFacts? {
    index < 2 ? ContentColumnFacts(isRightAligned: index == 1, width: 3) : nil
  }

  func copyColumnName(_ index: UInt32, into buffer: UnsafeMutableRawBufferPointer) -> UInt64 {
    unsafe copy("column \(index)", into: buffer)
  }

  func contentRow(_ row: UInt64) -> ContentRowFacts? {
    guard let rows, row < UInt64(rows.count) else { return nil }
    return ContentRowFacts(length: 5, fullLength: 9)
  }

  func copyCell(
    row: UInt64, column: UInt32?, into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64 {
    guard let rows, row < UInt64(rows.count) else { return 0 }
    let cells = rows[Int(row)]
    let text = column.map { $0 < 2 ? cells[Int($0)] : "" } ?? cells.joined(separator: " ")
    return unsafe copy(text, into: buffer)
  }

  var terminalFacts: TerminalFacts {
    var facts = TerminalFacts()
    facts.columns = 80
    facts.rows = 24
    facts.colours = 256
    return facts
  }

  func colour(of role: ThemeRole) -> Colour { role == .error ? .rgb(0xFF0000) : .default }

  func copyOption(named name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64? {
    options[name].map { unsafe copy($0, into: buffer) }
  }

  var situation = ContainerSituation()
  var selection = SelectionFacts()
  var marked: [UInt64] = []

  func isMarked(_ row: UInt64) -> Bool { marked.contains(row) }

  func markedRows(from first: UInt64, count: UInt64) -> [UInt64] {
    Array(marked.dropFirst(Int(first)).prefix(Int(count)))
  }

  func select(_ row: UInt64) -> Bool {
    asked.append("select \(row)")
    return row < UInt64(rows?.count ?? 0)
  }

  func mark(_ row: UInt64, count: UInt64, _ isMarked: Bool) -> Bool? {
    asked.append("mark \(row) \(count) \(isMarked)")
    return row == 99 ? nil : row != 98
  }

  func report(_ fault: ChildFault) { faults.append(fault) }

  private func copy(_ text: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64 {
    unsafe buffer.copyBytes(from: text.utf8.prefix(buffer.count))
    return UInt64(text.utf8.count)
  }
}
