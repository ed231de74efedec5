internal import HostText

/// Makes events of the bytes that a terminal sends, however they are split between reads.
///
/// A pure state machine: time comes in. Memory is bounded, and nothing is allocated but for a
/// paste. What is no known sequence is dropped whole, however long, and never shown as keys.
package struct InputParser {
  /// How long to wait and how much to keep; nanoseconds and bytes.
  package struct Limits: Sendable {
    /// After an Escape that may begin a sequence, or be the key.
    package var escapeNanoseconds: Int64 = 50_000_000
    /// After the last byte of a sequence that stays unfinished.
    package var sequenceNanoseconds: Int64 = 500_000_000
    /// After the last byte of a paste whose end does not come.
    package var pasteNanoseconds: Int64 = 5_000_000_000
    /// A longer paste is cut.
    package var pasteBytes = 1 << 20

    package init() {}
  }

  /// What the next byte belongs to.
  enum State: Equatable {
    /// Nothing that has begun.
    case ground
    /// A character of several bytes.
    case character(UTF8Sequence)
    /// `ESC`: a sequence, Alt and a key, or the Escape key.
    case escape
    /// `ESC ESC`: Alt and a sequence (rxvt), or the Escape key twice.
    case doubleEscape
    /// `ESC [` and what is collected.
    case control
    /// `ESC O` and what is collected.
    case application
    /// A sequence too long to be one; dropped up to its final byte.
    case oversized
    /// `ESC [ [`: one letter of the Linux console's F1 to F5.
    case console
    /// `ESC [ M`: three bytes of the old mouse protocol.
    case legacyMouse
    /// A string after its introducer: `]`, or `P`, `X`, `^` and `_`, which are dropped.
    case string(introducer: UInt8)
    /// `ESC` in a string: with `\` its end.
    case stringEscape(introducer: UInt8)
    /// Between `CSI 200 ~` and `CSI 201 ~`.
    case paste
  }

  static let collectedLimit = 256

  private let limits: Limits
  /// What LF is: terminals send it for Ctrl-J, and CR for Enter.
  let lineFeed: Key
  private var lastByteNanoseconds: Int64 = 0
  var state = State.ground
  /// The pending key or sequence came with Alt.
  var hasAlt = false
  var collected: [UInt8] = []
  /// Bytes of a string, also those that were not collected.
  var hasStringBytes = false
  var pasteCollector: PasteCollector

  /// - Parameters:
  ///   - limits: how long to wait and how much to keep.
  ///   - hasControlJ: LF is Ctrl-J; else it counts as Enter.
  package init(limits: Limits = Limits(), hasControlJ: Bool = false) {
    self.limits = limits
    lineFeed = hasControlJ ? Key(.character("j"), .control) : Key(.enter)
    pasteCollector = PasteCollector(limit: limits.pasteBytes)
    collected.reserveCapacity(Self.collectedLimit)
  }

  /// Takes bytes that were read at a time and appends what they mean.
  package mutating func feed(
    _ bytes: Span<UInt8>, atNanoseconds now: Int64, into events: inout [InputEvent]
  ) {
    for index in bytes.indices { take(bytes[index], &events) }
    if bytes.count > 0 { lastByteNanoseconds = now }
  }

  /// When `expire` is due, if no byte comes before; nil when nothing is pending.
  package var deadlineNanoseconds: Int64? {
    let patience: Int64
    switch state {
    case .ground: return nil
    case .character: patience = limits.sequenceNanoseconds
    case .escape, .doubleEscape: patience = limits.escapeNanoseconds
    case .control, .application:
      patience = collected.isEmpty ? limits.escapeNanoseconds : limits.sequenceNanoseconds
    case .string:
      patience = hasStringBytes ? limits.sequenceNanoseconds : limits.escapeNanoseconds
    case .oversized, .console, .legacyMouse, .stringEscape: patience = limits.sequenceNanoseconds
    case .paste: patience = limits.pasteNanoseconds
    }
    return lastByteNanoseconds + patience
  }

  /// Resolves what is pending if its deadline has come: an Escape alone becomes the key, half a
  /// sequence is dropped.
  ///
  /// To be called when nothing can be read: bytes that wait already were in time.
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
    case .paste: events.append(.paste(pasteCollector.finish(isMissingItsEnd: true)))
    case .ground, .character, .control, .application, .oversized, .console, .legacyMouse, .string,
      .stringEscape:
      break
    }
    reset()
  }

  /// An introducer that nothing followed was Alt and its character.
  private func expire(introducer: UInt8, _ events: inout [InputEvent]) {
    if hasAlt { events.append(.key(Key(.escape))) }
    events.append(.key(Key(.character(Unicode.Scalar(introducer)), .alt)))
  }

  mutating func reset() {
    state = .ground
    hasAlt = false
  }
}
