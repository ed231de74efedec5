internal import HostPlugins
internal import HostSurface
internal import HostSystem

/// What children find of the program at one instant.
package struct RunFacts: Equatable, Sendable {
  var nowNanoseconds: Int64 = 0
  var terminal = TerminalFacts()
  /// Of every role, in their order.
  var colours: [Colour] = []
  var content: ContentFacts?
  var situation = ContainerSituation()
  var selection = SelectionFacts()
  var view: ViewFacts?
  /// How many children take keys, and the number of the one in front; 0: it is not in this worker.
  var keyTakers: UInt32 = 0
  var front: UInt32 = 0
  /// What they may have the host do.
  var policy = RequestPolicy()

  init() {}

  /// What a child in the host's own process would find.
  init(of services: any ChildServices) {
    nowNanoseconds = services.nowNanoseconds
    terminal = services.terminalFacts
    colours = ThemeRole.allCases.map { services.colour(of: $0) }
    content = services.contentFacts
    situation = services.situation
    selection = services.selection
    view = services.view?.facts
    keyTakers = services.focus.count
    policy = services.policy.withoutInput
  }
}

// MARK: - As bytes

extension RunFacts {
  func write(to writer: inout ByteWriter) {
    writer.append(nowNanoseconds)
    terminal.write(to: &writer)
    writer.append(UInt32(colours.count))
    for colour in colours { writer.append(colour.rawValue) }
    writer.append(content != nil)
    content?.write(to: &writer)
    situation.write(to: &writer)
    selection.write(to: &writer)
    writer.append(view != nil)
    view?.write(to: &writer)
    writer.append(keyTakers)
    writer.append(front)
    policy.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    nowNanoseconds = try reader.int64()
    terminal = try TerminalFacts(from: &reader)
    for _ in 0..<(try reader.count(limit: ThemeRole.allCases.count)) {
      guard let colour = Colour(drawn: try reader.uint32()) else { throw .init() }
      colours.append(colour)
    }
    content = try reader.flag() ? try ContentFacts(from: &reader) : nil
    situation = try ContainerSituation(from: &reader)
    selection = try SelectionFacts(from: &reader)
    view = try reader.flag() ? try ViewFacts(from: &reader) : nil
    keyTakers = try reader.uint32()
    front = try reader.uint32()
    policy = try RequestPolicy(from: &reader)
  }
}

extension ContainerSituation {
  fileprivate func write(to writer: inout ByteWriter) {
    for name in [current, previous] {
      writer.append(name != nil)
      if let name { writer.append(name) }
    }
    writer.append(isTransitioning)
    writer.append(isPick)
  }

  fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init()
    current = try reader.flag() ? try reader.text() : nil
    previous = try reader.flag() ? try reader.text() : nil
    isTransitioning = try reader.flag()
    isPick = try reader.flag()
  }
}

extension SelectionFacts: WireValue {
  func write(to writer: inout ByteWriter) {
    for number in [row ?? .max, markedCount, marksRevision, goneCount] { writer.append(number) }
    writer.append(notice ?? "")
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init()
    let number = try reader.uint64()
    row = number == .max ? nil : number
    markedCount = try reader.uint64()
    marksRevision = try reader.uint64()
    goneCount = try reader.uint64()
    let words = try reader.text()
    notice = words.isEmpty ? nil : words
  }
}

extension TerminalFacts {
  func write(to writer: inout ByteWriter) {
    writer.append(Int32(clamping: columns))
    writer.append(Int32(clamping: rows))
    writer.append(colours)
    for flag in [isUTF8, hasMouse, isMotionReduced, isDark] { writer.append(flag) }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init()
    columns = Int(try reader.int32())
    rows = Int(try reader.int32())
    colours = try reader.uint32()
    isUTF8 = try reader.flag()
    hasMouse = try reader.flag()
    isMotionReduced = try reader.flag()
    isDark = try reader.flag()
  }
}

extension ContentFacts {
  func write(to writer: inout ByteWriter) {
    for flag in [isLoading, isComplete, isCut, isReadOnce] { writer.append(flag) }
    let (kind, number) = failure?.bits ?? (0, 0)
    writer.append(kind)
    writer.append(number)
    writer.append(fraction != nil)
    if let fraction { writer.append(fraction.bitPattern) }
    for number in [revision, generation, columnsRevision, rows, bytes] { writer.append(number) }
    writer.append(columns)
    for time in [
      beganNanoseconds, elapsedNanoseconds, loadedNanoseconds, failedNanoseconds, everyNanoseconds,
    ] { writer.append(time) }
    writer.append(failures)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self.init()
    isLoading = try reader.flag()
    isComplete = try reader.flag()
    isCut = try reader.flag()
    isReadOnce = try reader.flag()
    failure = try Failure.read(from: &reader)
    fraction = try reader.flag() ? Double(bitPattern: try reader.uint64()) : nil
    revision = try reader.uint64()
    generation = try reader.uint64()
    columnsRevision = try reader.uint64()
    rows = try reader.uint64()
    bytes = try reader.uint64()
    columns = try reader.uint32()
    beganNanoseconds = try reader.int64()
    elapsedNanoseconds = try reader.int64()
    loadedNanoseconds = try reader.int64()
    failedNanoseconds = try reader.int64()
    everyNanoseconds = try reader.int64()
    failures = try reader.uint64()
  }
}

extension ContentFacts.Failure {
  fileprivate var bits: (kind: UInt8, number: Int32) {
    switch self {
    case .notFound: (1, 0)
    case .notAllowed: (2, 0)
    case .exitStatus(let status): (3, status)
    case .signal(let signal): (4, signal)
    case .read: (5, 0)
    // The host has no later version of the ABI than its worker.
    case .other, .later: (6, 0)
    }
  }

  fileprivate static func read(
    from reader: inout ByteReader
  ) throws(ByteReader.Malformed) -> ContentFacts.Failure? {
    let kind = try reader.uint8()
    let number = try reader.int32()
    switch (kind, number) {
    case (0, 0): return nil
    case (1, 0): return .notFound
    case (2, 0): return .notAllowed
    case (3, _): return .exitStatus(number)
    case (4, _): return .signal(number)
    case (5, 0): return .read
    case (6, 0): return .other
    default: throw .init()
    }
  }
}
