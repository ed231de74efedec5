internal import HostText

/// What each state of the parser does with a byte.
extension InputParser {
  private static let escape: UInt8 = 0x1B
  private static let bell: UInt8 = 0x07

  mutating func take(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch state {
    case .ground: takeText(byte, &events)
    case .character(let sequence): takeCharacter(byte, of: sequence, &events)
    case .escape: takeAfterEscape(byte, &events)
    case .doubleEscape: takeAfterDoubleEscape(byte, &events)
    case .control: takeControl(byte, &events)
    case .application: takeApplication(byte, &events)
    case .oversized: takeOversized(byte, &events)
    case .console: takeConsole(byte, &events)
    case .legacyMouse: takeLegacyMouse(byte, &events)
    case .string(let introducer): takeString(byte, introducer, &events)
    case .stringEscape(let introducer): takeStringEscape(byte, introducer, &events)
    case .paste:
      guard pasteCollector.take(byte) else { return }
      events.append(.paste(pasteCollector.finish(isMissingItsEnd: false)))
      reset()
    }
  }

  // MARK: Text and Escape

  private mutating func takeText(_ byte: UInt8, _ events: inout [InputEvent]) {
    if byte == Self.escape {
      state = .escape
    } else if byte >= 0x80 {
      if let sequence = UTF8Sequence(lead: byte) { state = .character(sequence) } else { reset() }
    } else {
      emit(byte == 0x0A ? lineFeed : Key(typed: byte), &events)
      reset()
    }
  }

  private mutating func takeCharacter(
    _ byte: UInt8, of sequence: UTF8Sequence, _ events: inout [InputEvent]
  ) {
    var sequence = sequence
    guard sequence.take(byte) else {
      reset()
      return takeText(byte, &events)
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

  private mutating func takeAfterEscape(_ byte: UInt8, _ events: inout [InputEvent]) {
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
      takeText(byte, &events)
    }
  }

  private mutating func takeAfterDoubleEscape(_ byte: UInt8, _ events: inout [InputEvent]) {
    if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") {
      hasAlt = true
      begin(byte == UInt8(ascii: "[") ? .control : .application)
    } else {
      events.append(.key(Key(.escape)))
      state = .escape
      takeAfterEscape(byte, &events)
    }
  }

  private mutating func begin(_ next: State) {
    state = next
    collected.removeAll(keepingCapacity: true)
    hasStringBytes = false
  }

  // MARK: Sequences

  /// Answers a byte that no sequence has: it ends the sequence, which is dropped.
  private mutating func interrupt(_ byte: UInt8, _ events: inout [InputEvent]) {
    reset()
    let isCancel = byte == 0x18 || byte == 0x1A
    if !isCancel { takeText(byte, &events) }
  }

  private mutating func collect(_ byte: UInt8) {
    if collected.count < Self.collectedLimit { collected.append(byte) } else { state = .oversized }
  }

  private mutating func takeControl(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case UInt8(ascii: "[") where collected.isEmpty: state = .console
    case UInt8(ascii: "M") where collected.isEmpty: state = .legacyMouse
    case UInt8(ascii: "$") where isPlainNumber: finishControl(byte, &events)
    case 0x20...0x3F: collect(byte)
    case 0x40...0x7E: finishControl(byte, &events)
    default: interrupt(byte, &events)
    }
  }

  /// One number and nothing else: rxvt ends such a sequence with `$` where Shift was held.
  private var isPlainNumber: Bool {
    !collected.isEmpty
      && collected.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  private mutating func takeApplication(_ byte: UInt8, _ events: inout [InputEvent]) {
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

  private mutating func takeOversized(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case 0x20...0x3F: break
    case 0x40...0x7E: reset()
    default: interrupt(byte, &events)
    }
  }

  private mutating func takeConsole(_ byte: UInt8, _ events: inout [InputEvent]) {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "E"):
      emit(Key(.function(byte - UInt8(ascii: "A") + 1)), &events)
      reset()
    case 0x20...0x7E: reset()
    default: interrupt(byte, &events)
    }
  }

  private mutating func takeLegacyMouse(_ byte: UInt8, _ events: inout [InputEvent]) {
    guard byte >= 0x20 else { return interrupt(byte, &events) }
    collected.append(byte)
    guard collected.count == 3 else { return }
    if let mouse = MouseEvent(legacy: collected[0], column: collected[1], row: collected[2]) {
      events.append(.mouse(mouse))
    }
    reset()
  }

  private mutating func finishControl(_ final: UInt8, _ events: inout [InputEvent]) {
    guard let sequence = ControlSequence(collected.span, final: final) else { return reset() }
    if sequence.isPasteStart {
      reset()
      state = .paste
      return
    }
    if let key = Key(control: sequence) {
      emit(key, &events)
    } else if final == UInt8(ascii: "M") || final == UInt8(ascii: "m") {
      if let mouse = MouseEvent(control: sequence) { events.append(.mouse(mouse)) }
    } else if let hasFocus = sequence.focus {
      events.append(.focus(hasFocus))
    } else if let reply = TerminalReply(control: sequence) {
      events.append(.reply(reply))
    }
    reset()
  }

  // MARK: Strings

  private mutating func takeString(
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

  private mutating func takeStringEscape(
    _ byte: UInt8, _ introducer: UInt8, _ events: inout [InputEvent]
  ) {
    if byte == UInt8(ascii: "\\") {
      finishString(introducer, &events)
    } else {
      reset()
      state = .escape
      takeAfterEscape(byte, &events)
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
  /// The key of one byte below 128 that is no Escape.
  ///
  /// Backspace sends DEL or BS, and Enter CR.
  init(typed byte: UInt8) {
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

extension ControlSequence {
  /// `CSI 200 ~`.
  var isPasteStart: Bool {
    final == UInt8(ascii: "~") && prefix == 0 && count == 1 && value(0, otherwise: 0) == 200
  }

  /// `CSI I` and `CSI O`: whether the window has the focus now.
  var focus: Bool? {
    guard prefix == 0, count == 0, intermediate == 0 else { return nil }
    return switch final {
    case UInt8(ascii: "I"): true
    case UInt8(ascii: "O"): false
    default: nil
    }
  }
}
