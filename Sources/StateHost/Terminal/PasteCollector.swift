internal import HostText

/// Collects what is pasted until its end marker, `CSI 201 ~`, up to a limit.
struct PasteCollector {
  private static let marker: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  private let limit: Int
  private var bytes: [UInt8] = []
  private var isCut = false
  private var matchedCount = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Takes a byte; true when the paste has ended.
  mutating func take(_ byte: UInt8) -> Bool {
    if byte == Self.marker[matchedCount] {
      matchedCount += 1
      return matchedCount == Self.marker.count
    }
    for index in 0..<matchedCount { keep(Self.marker[index]) }
    matchedCount = 0
    if byte == Self.marker[0] { matchedCount = 1 } else { keep(byte) }
    return false
  }

  private mutating func keep(_ byte: UInt8) {
    if bytes.count < limit { bytes.append(byte) } else { isCut = true }
  }

  /// The paste, and nothing collected from here on.
  mutating func finish(isMissingItsEnd: Bool) -> Paste {
    if isCut { dropPartialScalar() }
    let paste = Paste(text: String(decoding: bytes, as: UTF8.self), isCut: isCut || isMissingItsEnd)
    bytes = []
    isCut = false
    matchedCount = 0
    return paste
  }

  /// The limit may have fallen inside a character.
  private mutating func dropPartialScalar() {
    let tail = bytes.suffix(3)
    guard let lead = tail.lastIndex(where: { !UTF8.isContinuation($0) }),
      var sequence = UTF8Sequence(lead: tail[lead])
    else { return }
    for byte in tail[(lead + 1)...] where !sequence.isWhole { _ = sequence.take(byte) }
    if !sequence.isWhole { bytes.removeSubrange(lead...) }
  }
}
