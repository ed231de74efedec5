internal import HostStates
internal import HostSystem
internal import HostText

/// Holds what the children have logged of their input against what was sent.
struct InputRecord {
  private let log: SimulatedOutput
  private var readCount = 0
  /// The codes of the keys that no two actions share, in the order in which they were pressed.
  private var pressed: [UInt32] = []
  private var mustCome: Set<UInt32> = []
  private var offered: [UInt32] = []
  private var lastWasUsed = false
  private var escapesSeen = 0
  /// An Escape was pressed, with so many seen before it, and those who could take it.
  private var escape: (seen: Int, keyTakers: [String])?
  private var lastPartNanoseconds: Int64 = -Self.patienceNanoseconds
  private(set) var firstFault: (invariant: Invariant, detail: String)?
  /// Somebody has pressed a key that scrolls.
  private(set) var hasScrolled = false

  init(log: SimulatedOutput) { self.log = log }

  private mutating func note(_ detail: String, against invariant: Invariant = .inputOnce) {
    firstFault = firstFault ?? (invariant, detail)
  }

  /// Longer than any unfinished sequence is waited for.
  private static let patienceNanoseconds: Int64 = 6_000_000_000

  /// The keys that scripts give to one action each.
  static let ownKeys: ClosedRange<UInt32> = 0x4E00...0x9FFF

  /// Takes in a turn: its first actions, and the children that took keys before and after it.
  mutating func turnEnded(played: ArraySlice<ScenarioAction>, keyTakers: [String]) {
    for action in played {
      followEscape(action, keyTakers)
      if case .input = action.kind { lastPartNanoseconds = action.atNanoseconds }
      guard case .key(let key) = action.kind else { continue }
      if ["up", "down"].contains(key.name) { hasScrolled = true }
      guard let code = Self.ownCode(of: key) else { continue }
      pressed.append(code)
      // After half a sequence a key is taken for the rest of it.
      let isWhole = action.atNanoseconds - lastPartNanoseconds > Self.patienceNanoseconds
      if !keyTakers.isEmpty, isWhole { mustCome.insert(code) }
    }
    readLog(isTyping: played.contains { $0.kind == .input(Array("/e".utf8)) })
    for code in mustCome where !offered.contains(code) {
      note("the key U+\(String(code, radix: 16)) was offered to no child")
    }
    mustCome.removeAll()
  }

  static func ownCode(of key: Key) -> UInt32? {
    guard key.name.unicodeScalars.count == 1, let code = key.name.unicodeScalars.first?.value,
      ownKeys.contains(code)
    else { return nil }
    return code
  }

  /// Lines such as `debug: sim.rows: input key 19968 used`.
  private mutating func readLog(isTyping: Bool) {
    let new = log.bytes[readCount...]
    guard let end = new.lastIndex(of: 0x0A) else { return }
    var beginsText: Bool?
    for line in new[...end].split(separator: 0x0A) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      if words.count >= 3, words[words.count - 3] == "input", words[words.count - 2] == "stray" {
        note(words.joined(separator: " "), against: .focusBeforeKeys)
      }
      if words.contains("key"), words.contains("input") {
        // The first that is offered the key is the one with the focus.
        beginsText =
          beginsText == nil && words.suffix(5) == ["sim.rows:", "input", "key", "47", "used"]
      }
      guard words.count >= 4, words[words.count - 4] == "input", words[words.count - 3] == "key",
        let code = UInt32(words[words.count - 2])
      else { continue }
      hear(code, isUsed: words[words.count - 1] == "used")
    }
    readCount = end + 1
    if isTyping, beginsText == true {
      note("e led away from what was typed", against: .typedIsText)
    }
  }

  private mutating func hear(_ code: UInt32, isUsed: Bool) {
    if code == 0x110004 { escapesSeen += 1 }
    guard Self.ownKeys.contains(code) else { return }
    if offered.last == code {
      if lastWasUsed { note("the key U+\(String(code, radix: 16)) was used and offered again") }
    } else if offered.contains(code) || !follows(code) {
      note("the key U+\(String(code, radix: 16)) came out of order")
    } else {
      offered.append(code)
    }
    lastWasUsed = isUsed
  }

  private func follows(_ code: UInt32) -> Bool {
    guard let place = pressed.firstIndex(of: code) else { return false }
    guard let last = offered.last, let before = pressed.firstIndex(of: last) else { return true }
    return place > before
  }
}

// MARK: - A lone Escape

extension InputRecord {
  /// An Escape that comes when nothing is half sent, and that nothing follows for a while, is
  /// expected to act by the next action.
  private mutating func followEscape(_ action: ScenarioAction, _ keyTakers: [String]) {
    if let escape, action.atNanoseconds - lastPartNanoseconds > 1_000_000_000,
      escape.keyTakers == keyTakers, escapesSeen == escape.seen
    {
      note("\(keyTakers) take keys, and none was offered the Escape", against: .escapeActs)
    }
    escape = nil
    guard case .input([0x1B]) = action.kind, !keyTakers.isEmpty,
      action.atNanoseconds - lastPartNanoseconds > Self.patienceNanoseconds
    else { return }
    escape = (escapesSeen, keyTakers)
  }
}

/// A log of a simulated run: keeps everything written to it in memory.
final class SimulatedOutput: OutputPort {
  private(set) var bytes: [UInt8] = []
  let isTerminal = false

  func write(_ bytes: Span<UInt8>) -> OutputResult {
    for index in bytes.indices { self.bytes.append(bytes[index]) }
    return .bytes(bytes.count)
  }
}
