internal import HostSimulation
internal import HostStates
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
  private var escapes = (expected: 0, seen: 0)
  private var lastPartNanoseconds: Int64 = -Self.patienceNanoseconds
  /// What is wrong; nil while nothing is.
  private(set) var firstFault: String?
  /// Somebody has pressed a key that scrolls.
  private(set) var hasScrolled = false

  init(of scenario: Scenario, log: SimulatedOutput) {
    self.log = log
    countEscapes(of: scenario)
  }

  /// Longer than any unfinished sequence is waited for.
  private static let patienceNanoseconds: Int64 = 6_000_000_000

  /// The keys that scripts give to one action each.
  static let ownKeys: ClosedRange<UInt32> = 0x4E00...0x9FFF

  /// Takes in what one turn brought.
  ///
  /// - Parameters:
  ///   - played: the actions that it began with.
  ///   - couldTakeKeys: whether the same children took keys before it and after it.
  mutating func turnEnded(played: ArraySlice<ScenarioAction>, couldTakeKeys: Bool) {
    for action in played {
      if case .input = action.kind { lastPartNanoseconds = action.atNanoseconds }
      guard case .key(let key) = action.kind else { continue }
      if ["up", "down"].contains(key.name) { hasScrolled = true }
      guard let code = Self.ownCode(of: key) else { continue }
      pressed.append(code)
      // After half a sequence a key is taken for the rest of it.
      let isWhole = action.atNanoseconds - lastPartNanoseconds > Self.patienceNanoseconds
      if couldTakeKeys, isWhole { mustCome.insert(code) }
    }
    readLog()
    for code in mustCome where !offered.contains(code) {
      firstFault = firstFault ?? "the key U+\(String(code, radix: 16)) was offered to no child"
    }
    mustCome.removeAll()
  }

  private static func ownCode(of key: Key) -> UInt32? {
    guard key.name.unicodeScalars.count == 1, let code = key.name.unicodeScalars.first?.value,
      ownKeys.contains(code)
    else { return nil }
    return code
  }

  /// Lines such as `debug: rows: input key 19968 used`.
  private mutating func readLog() {
    let new = log.bytes[readCount...]
    guard let end = new.lastIndex(of: 0x0A) else { return }
    for line in new[...end].split(separator: 0x0A) {
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count >= 4, words[words.count - 4] == "input", words[words.count - 3] == "key",
        let code = UInt32(words[words.count - 2])
      else { continue }
      hear(code, isUsed: words[words.count - 1] == "used")
    }
    readCount = end + 1
  }

  private mutating func hear(_ code: UInt32, isUsed: Bool) {
    if code == 0x110004 { escapes.seen += 1 }
    guard Self.ownKeys.contains(code) else { return }
    if offered.last == code {
      if lastWasUsed {
        firstFault = firstFault ?? "the key U+\(String(code, radix: 16)) was used and offered again"
      }
    } else if offered.contains(code) || !follows(code) {
      firstFault = firstFault ?? "the key U+\(String(code, radix: 16)) came out of order"
    } else {
      offered.append(code)
    }
    lastWasUsed = isUsed
  }

  /// Whether a key was pressed after all that were offered before.
  private func follows(_ code: UInt32) -> Bool {
    guard let place = pressed.firstIndex(of: code) else { return false }
    guard let last = offered.last, let before = pressed.firstIndex(of: last) else { return true }
    return place > before
  }
}

// MARK: - A lone Escape

extension InputRecord {
  /// An Escape that comes when nothing is half sent, and that nothing follows for a while.
  private mutating func countEscapes(of scenario: Scenario) {
    let typed = scenario.actions.filter { $0.kind.isOfTerminal }
    var lastOther: Int64 = -Self.patienceNanoseconds
    for (index, action) in typed.enumerated() {
      let next = index + 1 < typed.count ? typed[index + 1].atNanoseconds : .max
      if case .input([0x1B]) = action.kind, next - action.atNanoseconds > 1_000_000_000,
        action.atNanoseconds - lastOther > Self.patienceNanoseconds
      {
        escapes.expected += 1
      }
      lastOther = action.atNanoseconds
    }
  }

  /// Which Escape did nothing, though a child was there to hear of it.
  var missingEscape: String? {
    escapes.expected > 0 && escapes.seen == 0 && !offered.isEmpty
      ? "\(escapes.expected) lone Escapes, and no child was offered one" : nil
  }
}
