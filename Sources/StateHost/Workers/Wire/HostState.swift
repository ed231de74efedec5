internal import HostContent
internal import HostPlugins
internal import HostSurface
internal import HostSystem

/// A snapshot of what a worker's children can read of the host without a question, sent by the host before a message
/// when it has changed: time, terminal, theme, content facts, focus, request policy, selection, view, child in front.
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

extension HostState: WireRecord {
  mutating func visitFields(_ visitor: inout some WireVisitor) throws(ByteReader.Malformed) {
    try visitor.visit(&host, &selection, &view, &front)
  }
}

extension HostFacts: WireRecord {
  mutating func visitFields(_ visitor: inout some WireVisitor) throws(ByteReader.Malformed) {
    try visitor.visit(&nowNanoseconds, &terminal, &theme, &content)
    try visitor.visit(&situation, &focus)
    try visitor.visit(&policy)
  }
}

extension TerminalFacts: WireRecord {
  mutating func visitFields(_ visitor: inout some WireVisitor) throws(ByteReader.Malformed) {
    try visitor.visit(&columns, &rows, &colours, &isUTF8)
    try visitor.visit(&hasMouse, &isMotionReduced)
    try visitor.visit(&isDark)
  }
}

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

extension ContainerSituation: WireRecord {
  mutating func visitFields(_ visitor: inout some WireVisitor) throws(ByteReader.Malformed) {
    try visitor.visit(&current, &previous, &isTransitioning, &isPick)
    try visitor.visit(&isFollowing)
  }
}

extension FocusFacts: WireRecord {
  mutating func visitFields(_ visitor: inout some WireVisitor) throws(ByteReader.Malformed) {
    try visitor.visit(&isInFront, &count)
  }
}

extension SelectionFacts: WireRecord {
  mutating func visitFields(_ visitor: inout some WireVisitor) throws(ByteReader.Malformed) {
    try visitor.visit(&row, &markedCount, &marksRevision, &goneCount)
    try visitor.visit(&notice)
  }
}

extension ContentFacts: WireRecord {
  mutating func visitFields(_ visitor: inout some WireVisitor) throws(ByteReader.Malformed) {
    try visitor.visit(&isLoading, &isComplete, &isCut, &isReadOnce)
    try visitor.visit(&isPlain, &failure, &fraction, &revision)
    try visitor.visit(&generation, &columnsRevision, &rows, &bytes)
    try visitor.visit(&columns, &beganNanoseconds, &elapsedNanoseconds, &loadedNanoseconds)
    try visitor.visit(&failedNanoseconds, &everyNanoseconds)
    try visitor.visit(&failures)
  }
}

extension ContentFacts.Failure: WireStruct {
  static let fields = WireFields(
    { (kind: UInt8, number: Int32) throws(ByteReader.Malformed) -> Self in
      switch (kind, number) {
      case (1, 0): return .notFound
      case (2, 0): return .notAllowed
      case (3, _): return .exitStatus(number)
      case (4, _): return .signal(number)
      case (5, 0): return .read
      case (6, 0): return .other
      default: throw .init()
      }
    },
    { (failure: Self) -> (UInt8, Int32) in
      switch failure {
      case .notFound: (1, 0)
      case .notAllowed: (2, 0)
      case .exitStatus(let status): (3, status)
      case .signal(let signal): (4, signal)
      case .read: (5, 0)
      // The worker is built with the host, so it knows every failure that the host has.
      case .other, .later: (6, 0)
      }
    })
}

// MARK: - The view

extension ViewFacts: WireRecord {
  mutating func visitFields(_ visitor: inout some WireVisitor) throws(ByteReader.Malformed) {
    try visitor.visit(&request, &revision, &rows, &lookedRows)
    try visitor.visit(&allRows, &isComplete, &isInOrder, &sortedType)
    try visitor.visit(&isContent, &hasMatches, &finds, &find)
    try visitor.visit(&problem)
  }
}

extension CellType: WireValue {
  func write(to writer: inout ByteWriter) { writer.append(UInt8(rawValue)) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    guard let type = Self(rawValue: Int(try reader.uint8())) else { throw .init() }
    self = type
  }
}

extension ViewFacts.Find: WireValue {
  func write(to writer: inout ByteWriter) {
    switch self {
    case .none: writer.append(Tag.none)
    case .running: writer.append(Tag.running)
    case .found(let row): writer.append(Tag.found, row)
    case .noMatch: writer.append(Tag.noMatch)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    switch try reader.next() as Tag {
    case .none: self = .none
    case .running: self = .running
    case .found: self = try reader.next(Self.found)
    case .noMatch: self = .noMatch
    }
  }

  private enum Tag: UInt8, WireRawValue {
    case none
    case running, found, noMatch
  }
}

extension ViewRequest: WireRecord {
  init() { self.init(filter: nil, sort: nil) }

  mutating func visitFields(_ visitor: inout some WireVisitor) throws(ByteReader.Malformed) {
    try visitor.visit(&filter, &sort)
  }
}

extension RowFilter: WireStruct {
  private static let kinds: [Kind] = [.text, .expression, .fuzzy, .query]
  private static let letterCases: [LetterCase] = [.smart, .sensitive, .insensitive]

  static let fields = WireFields(
    { (text: [UInt8], kind: UInt8, letterCase: UInt8, column: Int?) throws(ByteReader.Malformed) in
      guard text.count <= Self.longestText, kinds.indices ~= Int(kind),
        letterCases.indices ~= Int(letterCase), column ?? 0 >= 0
      else { throw .init() }
      return Self(
        text, kind: kinds[Int(kind)], letterCase: letterCases[Int(letterCase)], column: column)
    },
    {
      (
        $0.text, UInt8(kinds.firstIndex(of: $0.kind) ?? 0),
        UInt8(letterCases.firstIndex(of: $0.letterCase) ?? 0), $0.column
      )
    })
}

extension RowSort: WireStruct {
  private static let keys: [Key] = [.text, .number, .score, .natural]

  static let fields = WireFields(
    { (key: UInt8, column: Int?, isDescending: Bool) throws(ByteReader.Malformed) in
      guard keys.indices ~= Int(key), column ?? 0 >= 0 else { throw .init() }
      return Self(by: keys[Int(key)], column: column, isDescending: isDescending)
    },
    { (UInt8(keys.firstIndex(of: $0.key) ?? 0), $0.column, $0.isDescending) })
}

// MARK: - The policy about requests

extension RequestPolicy: WireStruct {
  static let fields = WireFields(Self.init(isBundled:minor:grants:activation:operations:)) {
    ($0.isBundled, $0.minor, $0.grants, $0.activation, $0.operations)
  }
}

extension GrantedNeeds: WireStruct {
  /// Without the paths, which only the sandbox needs.
  static let fields = WireFields(Self.init(_:programs:)) { ($0.whole, $0.programs) }
}

extension ActivationState: WireStruct {
  static let fields = WireFields(Self.init(firstUntil:anyUntil:spending:)) {
    ($0.firstUntil, $0.anyUntil, $0.spending)
  }
}

extension ActivationState.Spending: WireRawValue {}

extension RequestPolicy.Operations: WireStruct {
  static let fields = WireFields(
    { (view: Bool, find: Bool, programs: [UInt64]) throws(ByteReader.Malformed) in
      // The numbers of a set are encoded in ascending order.
      guard zip(programs, programs.dropFirst()).allSatisfy(<) else { throw .init() }
      return Self(view: view, find: find, programs: Set(programs))
    },
    { ($0.view, $0.find, $0.programs.sorted()) })
}
