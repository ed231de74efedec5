internal import HostPlugins
internal import HostSurface
internal import HostSystem

/// The host's state as sent to a worker process, so that its children can read it: time, terminal, content summary,
/// selection and view.
package struct HostState: Equatable, Sendable {
  /// The facts that are the same for all children; `focus.isInFront` is always false.
  var host = HostFacts()
  var selection = SelectionFacts()
  /// Nil when there is no content.
  var view: ViewFacts?
  /// The number of the child in front, which has the keyboard focus; 0 if it is not in this worker.
  var front: UInt32 = 0

  init() {}

  /// Reads the facts from a host.
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
    try visitor.visit(&host)
    try visitor.visit(&selection)
    try visitor.visit(&view)
    try visitor.visit(&front)
  }
}

extension HostFacts: WireRecord {
  mutating func visitFields(_ visitor: inout some WireVisitor) throws(ByteReader.Malformed) {
    try visitor.visit(&nowNanoseconds)
    try visitor.visit(&terminal)
    try visitor.visit(&theme)
    try visitor.visit(&content)
    try visitor.visit(&situation)
    try visitor.visit(&focus)
    try visitor.visit(&policy)
  }
}

extension TerminalFacts: WireRecord {
  mutating func visitFields(_ visitor: inout some WireVisitor) throws(ByteReader.Malformed) {
    try visitor.visit(&columns)
    try visitor.visit(&rows)
    try visitor.visit(&colours)
    try visitor.visit(&isUTF8)
    try visitor.visit(&hasMouse)
    try visitor.visit(&isMotionReduced)
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
    try visitor.visit(&current)
    try visitor.visit(&previous)
    try visitor.visit(&isTransitioning)
    try visitor.visit(&isPick)
    try visitor.visit(&isFollowing)
  }
}

extension FocusFacts: WireRecord {
  mutating func visitFields(_ visitor: inout some WireVisitor) throws(ByteReader.Malformed) {
    try visitor.visit(&isInFront)
    try visitor.visit(&count)
  }
}

extension SelectionFacts: WireRecord {
  mutating func visitFields(_ visitor: inout some WireVisitor) throws(ByteReader.Malformed) {
    try visitor.visit(&row)
    try visitor.visit(&markedCount)
    try visitor.visit(&marksRevision)
    try visitor.visit(&goneCount)
    try visitor.visit(&notice)
  }
}

extension ContentFacts: WireRecord {
  mutating func visitFields(_ visitor: inout some WireVisitor) throws(ByteReader.Malformed) {
    try visitor.visit(&isLoading)
    try visitor.visit(&isComplete)
    try visitor.visit(&isCut)
    try visitor.visit(&isReadOnce)
    try visitor.visit(&isPlain)
    try visitor.visit(&failure)
    try visitor.visit(&fraction)
    try visitor.visit(&revision)
    try visitor.visit(&generation)
    try visitor.visit(&columnsRevision)
    try visitor.visit(&rows)
    try visitor.visit(&bytes)
    try visitor.visit(&columns)
    try visitor.visit(&beganNanoseconds)
    try visitor.visit(&elapsedNanoseconds)
    try visitor.visit(&loadedNanoseconds)
    try visitor.visit(&failedNanoseconds)
    try visitor.visit(&everyNanoseconds)
    try visitor.visit(&failures)
  }
}

extension ContentFacts.Failure: WireValue {
  func write(to writer: inout ByteWriter) {
    writer.append(bits.kind)
    writer.append(bits.number)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    let (kind, number) = (try reader.uint8(), try reader.int32())
    switch (kind, number) {
    case (1, 0): self = .notFound
    case (2, 0): self = .notAllowed
    case (3, _): self = .exitStatus(number)
    case (4, _): self = .signal(number)
    case (5, 0): self = .read
    case (6, 0): self = .other
    default: throw .init()
    }
  }

  private var bits: (kind: UInt8, number: Int32) {
    switch self {
    case .notFound: (1, 0)
    case .notAllowed: (2, 0)
    case .exitStatus(let status): (3, status)
    case .signal(let signal): (4, signal)
    case .read: (5, 0)
    // The worker is built with the host, so it knows every failure that the host has.
    case .other, .later: (6, 0)
    }
  }
}
