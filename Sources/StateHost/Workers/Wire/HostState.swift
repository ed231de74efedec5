internal import HostContent
internal import HostPlugins
internal import HostSurface
internal import HostSystem

/// A snapshot of the host that a worker's children read without a question, sent before messages if
/// changed: time, terminal, theme, content, focus, request policy, selection, view, child in front.
package struct HostState: Equatable, Sendable {
  /// The facts that are the same for all children; `focus.isInFront` is always false.
  var host = HostFacts()
  var selection = SelectionFacts()
  /// Nil when there is no content.
  var view: ViewFacts?
  /// The number of the child in front, which has the keyboard focus; 0 if it is not in this worker.
  var front: UInt32 = 0

  init() {}

  init(of services: any ChildHost) {
    host = services.facts
    host.focus.isInFront = false
    host.policy = host.policy.withoutInput
    selection = services.selection
    view = services.viewFacts
  }
}

// MARK: - Encoding

extension HostState: GeneratedWireValue {}
extension HostFacts: GeneratedWireValue {}
extension TerminalFacts: GeneratedWireValue {}

extension Theme: WireValue {
  func write(to writer: inout ByteWriter) {
    for role in ThemeRole.allCases { writer.append(self[role].rawValue) }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init([:])
    for role in ThemeRole.allCases {
      guard let colour = Colour(drawn: try reader.uint32()), !colour.isRole else { throw .init() }
      self[role] = colour
    }
  }
}

extension ContainerSituation: GeneratedWireValue {}
extension FocusFacts: GeneratedWireValue {}
extension SelectionFacts: GeneratedWireValue {}
extension ContentFacts: GeneratedWireValue {}
extension ContentFacts.Failure: GeneratedWireValue {}

// MARK: - The view

extension ViewFacts: GeneratedWireValue {}

extension ViewFacts.Find: GeneratedWireValue {}
extension CellType: GeneratedWireValue {}
extension ViewRequest: GeneratedWireValue {}

extension RowFilter: WireValue {
  func write(to writer: inout ByteWriter) { writer.append(text, kind, letterCase, column) }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = try reader.next(Self.init(_:kind:letterCase:column:))
    guard text.count <= Self.longestText, column ?? 0 >= 0 else { throw .init() }
  }
}

extension RowFilter.Kind: GeneratedWireValue {}
extension RowFilter.LetterCase: GeneratedWireValue {}

extension RowSort: WireValue {
  func write(to writer: inout ByteWriter) { writer.append(key, column, isDescending) }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init(
      by: try reader.next(), column: try reader.next(), isDescending: try reader.next())
    guard column ?? 0 >= 0 else { throw .init() }
  }
}

extension RowSort.Key: GeneratedWireValue {}

// MARK: - The policy about requests

extension RequestPolicy: GeneratedWireValue {}

extension GrantedNeeds: WireValue {
  /// Without the paths, which only the sandbox needs.
  func write(to writer: inout ByteWriter) { writer.append(whole, programs) }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = try reader.next(Self.init(_:programs:))
  }
}

extension ActivationState: GeneratedWireValue {}
extension ActivationState.Spending: WireRawValue {}
extension RequestPolicy.Operations: GeneratedWireValue {}

/// The numbers of a set are encoded in ascending order.
extension Set<UInt64>: WireValue {
  func write(to writer: inout ByteWriter) { writer.append(sorted()) }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    let numbers: [UInt64] = try reader.next()
    guard zip(numbers, numbers.dropFirst()).allSatisfy(<) else { throw .init() }
    self.init(numbers)
  }
}
