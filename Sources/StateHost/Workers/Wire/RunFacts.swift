internal import HostPlugins
internal import HostSurface
internal import HostSystem

/// What the children of a worker find of the program at one instant.
package struct RunFacts: Equatable, Sendable {
  /// What all of them find; that one is in front is not said here.
  var host = HostFacts()
  var selection = SelectionFacts()
  /// Nil when there is no content at all.
  var view: ViewFacts?
  /// The number of the child that takes keys and is in front; 0: it is not in this worker.
  var front: UInt32 = 0

  init() {}

  /// What a child in the host's own process would find.
  init(of services: any ChildHost) {
    host = services.facts
    host.focus.isInFront = false
    host.policy = host.policy.withoutInput
    selection = services.selection
    view = services.viewFacts
  }
}

// MARK: - As bytes

extension RunFacts {
  func write(to writer: inout ByteWriter) {
    writer.append(host.nowNanoseconds)
    host.terminal.write(to: &writer)
    for role in ThemeRole.allCases { writer.append(host.theme[role].rawValue) }
    writer.append(host.content != nil)
    host.content?.write(to: &writer)
    host.situation.write(to: &writer)
    selection.write(to: &writer)
    writer.append(view != nil)
    view?.write(to: &writer)
    writer.append(host.focus.count)
    writer.append(front)
    host.policy.write(to: &writer)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    host.nowNanoseconds = try reader.int64()
    host.terminal = try TerminalFacts(from: &reader)
    for role in ThemeRole.allCases {
      guard let colour = Colour(drawn: try reader.uint32()), !colour.isRole else { throw .init() }
      host.theme[role] = colour
    }
    host.content = try reader.flag() ? try ContentFacts(from: &reader) : nil
    host.situation = try ContainerSituation(from: &reader)
    selection = try SelectionFacts(from: &reader)
    view = try reader.flag() ? try ViewFacts(from: &reader) : nil
    host.focus.count = try reader.uint32()
    front = try reader.uint32()
    host.policy = try RequestPolicy(from: &reader)
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
