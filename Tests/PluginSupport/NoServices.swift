package import HostPlugins
package import HostSurface

/// A runtime that has nothing to say.
package final class NoServices: ChildServices {
  /// What was asked for, and refused.
  package private(set) var actions: [ChildAction] = []
  package private(set) var wakes: [Int64?] = []
  package private(set) var delays: [Int64] = []
  package private(set) var faults: [ChildFault.Kind] = []
  package private(set) var selected: [UInt64] = []
  /// How often a new drawing was asked for.
  package private(set) var invalidationCount = 0
  /// Everything that was asked for, in order, in words.
  package private(set) var asked: [String] = []
  /// Takes what is asked of the view; nil: there is none.
  package var view: (any ViewServices)?
  package var nowNanoseconds: Int64 = 0

  package init() {}

  package var contentFacts: ContentFacts? { nil }
  package var terminalFacts: TerminalFacts { TerminalFacts() }
  package func invalidate() {
    invalidationCount += 1
    asked.append("draw")
  }
  package func wake(afterNanoseconds delay: Int64?) {
    wakes.append(delay)
    asked.append("wake after \(delay.map(String.init) ?? "nothing")")
  }
  package func request(state: String, animated: Bool, afterNanoseconds delay: Int64) -> Bool {
    delays.append(delay)
    asked.append("show \(state)\(animated ? " in motion" : "") after \(delay)")
    return false
  }
  package func perform(_ action: ChildAction) -> Bool {
    actions.append(action)
    asked.append("\(action)")
    return false
  }
  package func copyContentText(_ text: ContentText, into buffer: UnsafeMutableRawBufferPointer)
    -> UInt64
  {
    0
  }
  package func contentColumn(_ index: UInt32) -> ContentColumnFacts? { nil }
  package func copyColumnName(_ index: UInt32, into buffer: UnsafeMutableRawBufferPointer) -> UInt64
  { 0 }
  package func contentRow(_ row: UInt64) -> ContentRowFacts? { nil }
  package func copyCell(
    row: UInt64, column: UInt32?, into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64 { 0 }
  package func colour(of role: ThemeRole) -> Colour { .default }
  package func copyOption(named name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64?
  { nil }
  package func report(_ fault: ChildFault) {
    faults.append(fault.kind)
    asked.append("report \(fault.kind.text.what)")
  }
  package var situation: ContainerSituation { ContainerSituation() }
  package var selection: SelectionFacts { SelectionFacts() }
  package var focus: FocusFacts { FocusFacts() }
  package func askForFront() -> Bool {
    asked.append("front")
    return false
  }
  package func takeText(_ takesText: Bool) {
    asked.append("text is \(takesText ? "" : "not ")its own")
  }
  package func startProgram(_ program: ChildProgram, as number: UInt64) throws(RunRefusal) {
    asked.append("run \(number)")
    throw .tooMany
  }
  package func cancelProgram(_ number: UInt64) -> Bool {
    asked.append("cancel \(number)")
    return false
  }
  package func claim(_ dock: Dock?) { asked.append(dock == nil ? "no dock" : "dock") }
  package func send(_ message: ChildMessage) -> Bool {
    asked.append("say \(message.subject)")
    return true
  }
  package func refreshPlace() {}
  package func isMarked(_ row: UInt64) -> Bool { false }
  package func markedRows(from first: UInt64, count: UInt64) -> [UInt64] { [] }
  package func anchor(_ anchor: SelectionAnchor) { asked.append("stay at the \(anchor)") }
  package func select(_ row: UInt64) -> Bool {
    selected.append(row)
    asked.append("select \(row)")
    return false
  }
  package func mark(_ row: UInt64, count: UInt64, _ isMarked: Bool) -> Bool? {
    asked.append("\(isMarked ? "mark" : "unmark") \(count) from \(row)")
    return nil
  }
}
