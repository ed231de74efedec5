internal import HostText

/// The parser of the bytes that a terminal sends: turns them into key, mouse, paste, focus and
/// reply events, however they are split between reads.
///
/// A pure state machine with bounded memory; only a paste allocates. An unknown sequence is dropped
/// completely, however long, and never becomes keys.
package struct InputParser {
  /// Settings of the terminal input parser: how long it waits for the rest of a sequence or paste,
  /// and the largest paste.
  package struct Limits: Sendable {
    /// After an Escape that may be the key or begin a sequence.
    package var escapeNanoseconds: Int64 = 50_000_000
    /// After the last byte of an incomplete sequence.
    package var sequenceNanoseconds: Int64 = 500_000_000
    /// After the last byte of a paste without an end marker.
    package var pasteNanoseconds: Int64 = 5_000_000_000
    /// A longer paste is truncated.
    package var pasteBytes = 1 << 20

    package init() {}
  }

  /// The state of the terminal input parser: between inputs, or inside a character, an escape
  /// sequence, a string or a paste.
  private enum State: Equatable {
    case ground
    /// Inside a character of several bytes.
    case character(UTF8Sequence)
    /// `ESC`: a sequence, Alt and a key, or the Escape key.
    case escape
    /// `ESC ESC`: Alt and a key's sequence (rxvt), Escape before another sequence, or Escape twice.
    case doubleEscape
    /// `ESC [` and the collected bytes.
    case control
    /// `ESC O` and the collected bytes.
    case application
    /// A sequence that is too long; dropped up to its final byte.
    case oversized
    /// `ESC [ [`: one letter of the Linux console's F1 to F5.
    case console
    /// `ESC [ M`: three bytes of the old mouse protocol.
    case legacyMouse
    /// A string after its introducer: `]`, or one of `P`, `X`, `^` and `_`, which are dropped.
    case string(introducer: UInt8)
    /// `ESC` in a string: with `\` its end.
    case stringEscape(introducer: UInt8)
    /// Between `CSI 200 ~` and `CSI 201 ~`.
    case paste
  }

  private static let collectedLimit = 256

  private let limits: Limits
  /// The key for LF, which terminals send for Ctrl-J; Enter sends CR.
  private let lineFeed: Key
  private var lastByteNanoseconds: Int64 = 0
  private var state = State.ground
  /// Whether an Escape before the pending key or sequence means Alt.
  private var hasAlt = false
  private var collected: [UInt8] = []
  /// Whether the string has bytes, collected or not.
  private var hasStringBytes = false
  private var pasteCollector: PasteCollector

  /// LF is Ctrl-J with `hasControlJ`, else Enter.
  package init(limits: Limits = Limits(), hasControlJ: Bool = false) {
    self.limits = limits
    lineFeed = hasControlJ ? Key(.character("j"), .control) : Key(.enter)
    pasteCollector = PasteCollector(limit: limits.pasteBytes)
    collected.reserveCapacity(Self.collectedLimit)
  }

  /// Parses bytes and appends their events.
  package mutating func feed(
    _ bytes: Span<UInt8>, atNanoseconds now: Int64, into events: inout [InputEvent]
  ) {
    for index in bytes.indices { parse(bytes[index], &events) }
    if bytes.count > 0 { lastByteNanoseconds = now }
  }

  /// The time for `expire` unless more bytes are fed; nil when nothing is pending.
  package var deadlineNanoseconds: Int64? {
    let timeout: Int64
    switch state {
    case .ground: return nil
    case .character: timeout = limits.sequenceNanoseconds
    case .escape, .doubleEscape: timeout = limits.escapeNanoseconds
    case .control, .application:
      timeout = collected.isEmpty ? limits.escapeNanoseconds : limits.sequenceNanoseconds
    case .string:
      timeout = hasStringBytes ? limits.sequenceNanoseconds : limits.escapeNanoseconds
    case .oversized, .console, .legacyMouse, .stringEscape: timeout = limits.sequenceNanoseconds
    case .paste: timeout = limits.pasteNanoseconds
    }
    return lastByteNanoseconds + timeout
  }

  /// Ends the pending input if its deadline has passed.
  ///
  /// An Escape alone becomes the key; an incomplete sequence is dropped.
  ///
  /// Call it only when no more bytes can be read, since those arrived in time.
  package mutating func expire(atNanoseconds now: Int64, into events: inout [InputEvent]) {
    guard let deadline = deadlineNanoseconds, now >= deadline else { return }
    switch state {
    case .escape:
      events.append(.key(Key(.escape)))
    case .doubleEscape:
      events.append(.key(Key(.escape)))
      events.append(.key(Key(.escape)))
    case .control where collected.isEmpty: expire(introducer: UInt8(ascii: "["), &events)
    case .application where collected.isEmpty: expire(introducer: UInt8(ascii: "O"), &events)
    case .string(let introducer) where !hasStringBytes: expire(introducer: introducer, &events)
    case .paste: events.append(.paste(pasteCollector.finish()))
    case .ground, .character, .control, .application, .oversized, .console, .legacyMouse, .string,
      .stringEscape:
      break
    }
    reset()
  }

  /// Treats an introducer without a sequence as Alt and its character.
  private func expire(introducer: UInt8, _ events: inout [InputEvent]) {
    if hasAlt { events.append(.key(Key(.escape))) }
    events.append(.key(Key(.character(Unicode.Scalar(introducer)), .alt)))
  }

  private mutating func reset() {
    state = .ground
    hasAlt = false
  }
}

// MARK: - States

extension InputParser {
  private static let escape: UInt8 = 0x1B
  private static let bell: UInt8 = 0x07

  private mutating func parse(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch state {
    case .ground: parseText(byte, &events)
    case .character(let sequence): parseCharacter(byte, of: sequence, &events)
    case .escape: parseAfterEscape(byte, &events)
    case .doubleEscape: parseAfterDoubleEscape(byte, &events)
    case .control: parseControl(byte, &events)
    case .application: parseApplication(byte, &events)
    case .oversized: parseOversized(byte, &events)
    case .console: parseConsole(byte, &events)
    case .legacyMouse: parseLegacyMouse(byte, &events)
    case .string(let introducer): parseString(byte, introducer, &events)
    case .stringEscape(let introducer): parseStringEscape(byte, introducer, &events)
    case .paste:
      guard pasteCollector.append(byte) else { return }
      events.append(.paste(pasteCollector.finish()))
      reset()
    }
  }

  // MARK: Text and Escape

  private mutating func parseText(_ byte: UInt8, _ events: inout [InputEvent]) {
    if byte == Self.escape {
      state = .escape
    } else if byte >= 0x80 {
      if let sequence = UTF8Sequence(lead: byte) { state = .character(sequence) } else { reset() }
    } else {
      emit(byte == 0x0A ? lineFeed : Key(typed: byte), &events)
      reset()
    }
  }

  private mutating func parseCharacter(
    _ byte: UInt8, of sequence: UTF8Sequence, _ events: inout [InputEvent]
  ) {
    var sequence = sequence
    guard sequence.take(byte) else {
      reset()
      return parseText(byte, &events)
    }
    guard sequence.isWhole else { return state = .character(sequence) }
    if let scalar = Unicode.Scalar(sequence.value), !Key.isControl(scalar) {
      emit(Key(.character(scalar)), &events)
    }
    reset()
  }

  private func emit(_ key: Key, _ events: inout [InputEvent]) {
    events.append(.key(hasAlt ? Key(key.code, key.modifiers.union(.alt)) : key))
  }

  private mutating func parseAfterEscape(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case Self.escape: state = .doubleEscape
    case UInt8(ascii: "["): begin(.control)
    case UInt8(ascii: "O"): begin(.application)
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      begin(.string(introducer: byte))
    default:
      state = .ground
      hasAlt = true
      parseText(byte, &events)
    }
  }

  private mutating func parseAfterDoubleEscape(_ byte: UInt8, _ events: inout [InputEvent]) {
    if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") {
      hasAlt = true
      begin(byte == UInt8(ascii: "[") ? .control : .application)
    } else {
      events.append(.key(Key(.escape)))
      state = .escape
      parseAfterEscape(byte, &events)
    }
  }

  private mutating func begin(_ next: State) {
    state = next
    collected.removeAll(keepingCapacity: true)
    hasStringBytes = false
  }

  // MARK: Sequences

  /// Drops the sequence at a byte that cannot be part of it.
  private mutating func interrupt(_ byte: UInt8, _ events: inout [InputEvent]) {
    reset()
    let isCancel = byte == 0x18 || byte == 0x1A
    if !isCancel { parseText(byte, &events) }
  }

  private mutating func collect(_ byte: UInt8) {
    if collected.count < Self.collectedLimit { collected.append(byte) } else { state = .oversized }
  }

  private mutating func parseControl(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case UInt8(ascii: "[") where collected.isEmpty: state = .console
    case UInt8(ascii: "M") where collected.isEmpty: state = .legacyMouse
    case UInt8(ascii: "$") where isPlainNumber: finishControl(byte, &events)
    case 0x20...0x3F: collect(byte)
    case 0x40...0x7E: finishControl(byte, &events)
    default: interrupt(byte, &events)
    }
  }

  /// Whether one number is collected: rxvt ends such a sequence with `$` for Shift.
  private var isPlainNumber: Bool {
    !collected.isEmpty
      && collected.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private mutating func parseApplication(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: ";"): collect(byte)
    case 0x20, 0x40...0x7E:
      if let sequence = ControlSequence(collected.span, final: byte),
        let key = Key(application: sequence)
      {
        emit(key, &events)
      }
      reset()
    default: interrupt(byte, &events)
    }
  }

  private mutating func parseOversized(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case 0x20...0x3F: break
    case 0x40...0x7E: reset()
    default: interrupt(byte, &events)
    }
  }

  private mutating func parseConsole(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "E"):
      emit(Key(.function(byte - UInt8(ascii: "A") + 1)), &events)
      reset()
    case 0x20...0x7E: reset()
    default: interrupt(byte, &events)
    }
  }

  private mutating func parseLegacyMouse(_ byte: UInt8, _ events: inout [InputEvent]) {
    guard byte >= 0x20 else { return interrupt(byte, &events) }
    collected.append(byte)
    guard collected.count == 3 else { return }
    if let mouse = MouseEvent(legacy: collected[0], column: collected[1], row: collected[2]) {
      emit(report: .mouse(mouse), &events)
    }
    reset()
  }

  /// Emits an event that is no key; an Escape before it is the key.
  private func emit(report: InputEvent, _ events: inout [InputEvent]) {
    if hasAlt { events.append(.key(Key(.escape))) }
    events.append(report)
  }

  private mutating func finishControl(_ final: UInt8, _ events: inout [InputEvent]) {
    guard let sequence = ControlSequence(collected.span, final: final) else { return reset() }
    if sequence.isPasteStart {
      if hasAlt { events.append(.key(Key(.escape))) }
      reset()
      state = .paste
      return
    }
    if let key = Key(control: sequence) {
      emit(key, &events)
    } else if final == UInt8(ascii: "M") || final == UInt8(ascii: "m") {
      if let mouse = MouseEvent(control: sequence) { emit(report: .mouse(mouse), &events) }
    } else if let hasFocus = sequence.focus {
      emit(report: .focus(hasFocus), &events)
    } else if let reply = TerminalReply(control: sequence) {
      emit(report: .reply(reply), &events)
    }
    reset()
  }

  // MARK: Strings

  private mutating func parseString(
    _ byte: UInt8, _ introducer: UInt8, _ events: inout [InputEvent]
  ) {
    switch byte {
    case Self.escape: state = .stringEscape(introducer: introducer)
    case Self.bell where introducer == UInt8(ascii: "]"): finishString(introducer, &events)
    case 0x18, 0x1A: reset()
    default:
      hasStringBytes = true
      if collected.count < Self.collectedLimit { collected.append(byte) }
    }
  }

  private mutating func parseStringEscape(
    _ byte: UInt8, _ introducer: UInt8, _ events: inout [InputEvent]
  ) {
    if byte == UInt8(ascii: "\\") {
      finishString(introducer, &events)
    } else {
      reset()
      state = .escape
      parseAfterEscape(byte, &events)
    }
  }

  private mutating func finishString(_ introducer: UInt8, _ events: inout [InputEvent]) {
    if introducer == UInt8(ascii: "]"), collected.count < Self.collectedLimit,
      let reply = TerminalReply(command: collected.span)
    {
      events.append(.reply(reply))
    }
    reset()
  }
}

extension Key {
  /// The key of one byte below 128 other than Escape: Backspace sends DEL or BS, Enter sends CR.
  fileprivate init(typed byte: UInt8) {
    switch byte {
    case 0x00: self.init(.character(" "), .control)
    case 0x08, 0x7F: self.init(.backspace)
    case 0x09: self.init(.tab)
    case 0x0D: self.init(.enter)
    case 0x01...0x1A: self.init(.character(Unicode.Scalar(byte + 96)), .control)
    case 0x1B...0x1F: self.init(.character(Unicode.Scalar(byte + 64)), .control)
    default: self.init(.character(Unicode.Scalar(byte)))
    }
  }
}

/// A buffer for the bytes of one paste from the terminal, up to the end marker, `CSI 201 ~`; bytes
/// beyond a size limit are dropped.
private struct PasteCollector {
  private static let marker: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  private let limit: Int
  private var bytes: [UInt8] = []
  private var isCut = false
  private var matchedCount = 0

  init(limit: Int) { self.limit = limit }

  /// Adds a byte; returns true at the end of the paste.
  mutating func append(_ byte: UInt8) -> Bool {
    if byte == Self.marker[matchedCount] {
      matchedCount += 1
      return matchedCount == Self.marker.count
    }
    for index in 0..<matchedCount { store(Self.marker[index]) }
    matchedCount = 0
    if byte == Self.marker[0] { matchedCount = 1 } else { store(byte) }
    return false
  }

  private mutating func store(_ byte: UInt8) {
    if bytes.count < limit { bytes.append(byte) } else { isCut = true }
  }

  /// Returns the paste, and starts a new one.
  mutating func finish() -> String {
    if isCut { dropPartialScalar() }
    let paste = String(decoding: bytes, as: UTF8.self)
    bytes = []
    isCut = false
    matchedCount = 0
    return paste
  }

  /// Removes a character that the limit has cut.
  private mutating func dropPartialScalar() {
    let tail = bytes.suffix(3)
    guard let lead = tail.lastIndex(where: { !UTF8.isContinuation($0) }),
      var sequence = UTF8Sequence(lead: tail[lead])
    else { return }
    for byte in tail[(lead + 1)...] where !sequence.isWhole { _ = sequence.take(byte) }
    if !sequence.isWhole { bytes.removeSubrange(lead...) }
  }
}
