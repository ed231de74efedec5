internal import HostPlugins

/// Validator checks that a child saves its state in at most 64 KiB, restores it unchanged and
/// survives a damaged one, and that its accessibility text is one line of UTF-8.
enum SavedStateChecks {
  static let all: [Check] = [
    .eachChild(
      "state-size", 1, "a saved state has at most 64 KiB", once: .shown, having: .savedState
    ) { child in
      child.live()
      // It may keep whatever the user types.
      for _ in 0..<2 {
        child.paste([UInt8](repeating: 0x61, count: Int(PluginChild.stateBytesLimit) + 1))
        child.key(.character("/"))
      }
      let length = child.save(capacity: 0)?.length ?? 0
      try expect(
        length <= PluginChild.stateBytesLimit, "at most 65536 bytes", else: "save says \(length)")
    },
    .eachChild(
      "state-fills-buffer", 3, "save fills buffers of any size as the header requires",
      once: .shown, having: .savedState
    ) { child in
      child.live()
      child.typeText()
      try expectFilling("save") { child.save(capacity: $0) }
      // A state may be empty until a key of its help, and for a while after it.
      let other = try child.another()
      for key in other.helpKeys {
        other.key(key)
        other.host.nowNanoseconds += 1_000_000_000
        try expectFilling("save") { other.save(capacity: $0) }
      }
      other.remove()
    },
    .eachChild(
      "state-round-trip", 2, "a restored state is saved again unchanged", once: .shown,
      having: .savedState
    ) { child in
      func expectRoundTrip() throws {
        guard let bytes = child.savedBytes(), !bytes.isEmpty else { return }
        let other = try child.session.child(child.type)
        other.host.share(with: child.host)
        try expect(other.restore(bytes), "true for the child's own state", else: "false")
        other.appear()
        let again = other.savedBytes() ?? []
        try expect(
          again == bytes, "the same bytes from the restored child: \(CallFormatter.bytes(bytes))",
          else: CallFormatter.bytes(again))
        other.remove()
      }
      child.live()
      try expectRoundTrip()
      // Also with a long text of three-byte letters, if it takes text, and once a text is entered.
      child.typeText()
      child.paste(Array(("x" + String(repeating: "\u{6F22}", count: 60)).utf8))
      try expectRoundTrip()
      child.key(.enter)
      try expectRoundTrip()
    },
    .eachChild(
      "state-without-clock", .warning(5), "a restored state does not depend on the host's clock",
      once: .shown, having: .savedState
    ) { child in
      guard let bytes = child.savedBytesAfterUse(), !bytes.isEmpty else { return }
      func drawing(restoring state: [UInt8]?, secondsLater seconds: Int64) throws -> Drawing {
        let other = try child.session.child(child.type) {
          $0.nowNanoseconds = child.host.nowNanoseconds + seconds * 1_000_000_000
        }
        defer { other.remove() }
        if let state { _ = other.restore(state) }
        other.appear()
        return other.snapshot()
      }
      func difference(restoring state: [UInt8]?, secondsLater seconds: Int64) throws -> String? {
        try drawing(restoring: state, secondsLater: seconds)
          .firstDifference(from: try drawing(restoring: state, secondsLater: 0))
      }
      // A multiple of the periods that a child may draw, such as 0.7, 1.7 and 22 s.
      let later: Int64 = 232_792_560
      guard try difference(restoring: nil, secondsLater: later) == nil,
        try difference(restoring: bytes, secondsLater: 0) == nil, !child.monitor.hasOtherThreads
      else { return }
      // Tried twice, as it may draw seconds of the system's clock, or another period.
      if try difference(restoring: bytes, secondsLater: later) == nil { return }
      try expectNone(
        try difference(restoring: bytes, secondsLater: later + 1),
        "the same cells when the host's clock is at another time, as in another run: its zero has "
          + "no meaning, so save durations")
    }, restores("state-empty", 2, "a child works with an empty state") { _, _ in [[]] },
    restores("state-random", 3, "a child works with 300 random states") { session, own in
      (0..<300).map { index in
        session.random.bytes(index < 100 ? own.count : 1 + session.random.next(below: 300))
      }
    },
    restores("state-cut-short", 3, "a child works with its own state truncated anywhere") {
      _, own in (1..<max(1, min(own.count, 400))).map { Array(own.prefix($0)) }
    },
    restores(
      "state-altered", 4, "a child works with its own state with one byte or number changed",
      asking: true
    ) { session, own in
      (0..<own.count * 2).prefix(600).map { index in
        var bytes = own
        bytes[index / 2] = index % 2 == 0 ? 0xFF : UInt8(session.random.next(below: 256))
        return bytes
      }
        + numbers(in: own).flatMap { run in
          ["-1", "1000000", largeNumber].map { replacing(run, of: own, by: $0) }
        }
    },
    .eachChild(
      "state-numbers", .warning(6), "a number of a saved state that is out of range hides nothing",
      once: .shown, having: .savedState
    ) { child in
      child.live()
      let own = child.savedBytes() ?? []
      guard let wanted = try lines(of: child, restoring: nil), wanted >= 3 else { return }
      for run in numbers(in: own) {
        let large = replacing(run, of: own, by: largeNumber)
        guard let shown = try lines(of: child, restoring: large), shown * 2 <= wanted else {
          continue
        }
        let place = child.monitor.lastCall
        // It may stand for yes.
        let one = try lines(of: child, restoring: replacing(run, of: own, by: "1")) ?? wanted
        try expect(
          one * 2 <= wanted, "the \(wanted) lines of a new child, or false from restore",
          in: place, else: "\(shown) after \(CallFormatter.bytes(large))")
      }
    },
    restores("state-too-long", 4, "a child works with its own state and 64 KiB more") { _, own in
      [own + [0], own + own, own + [UInt8](repeating: 0x39, count: 65536 - own.count)]
    },
    .eachChild(
      "accessibility-text", 3, "the accessibility text is one line of UTF-8", once: .shown,
      having: .accessibilityText
    ) { child in
      for rows in [nil, 999_999_999_999] as [UInt64?] {
        if let rows { child.change(to: .list(rows: rows, columns: 3)) }
        let bytes = child.accessibilityText(capacity: 65536)?.bytes ?? []
        let text = String(validating: bytes, as: UTF8.self)
        try expect(text != nil, "valid UTF-8", else: CallFormatter.bytes(bytes))
        try expect(
          !bytes.contains { $0 < 0x20 || $0 == 0x7F }, "one line without control characters",
          else: CallFormatter.bytes(bytes))
      }
    },
    .eachChild(
      "accessibility-fills-buffer", 3, "the accessibility text fills buffers of any size correctly",
      once: .shown, having: .accessibilityText
    ) { child in try expectFilling("accessibility.text") { child.accessibilityText(capacity: $0) }
    },
  ]

  private static let largeNumber = "1000000000000000000"

  /// The ranges of digits, at most 64.
  private static func numbers(in state: [UInt8]) -> [Range<Int>] {
    Array(state.indices.split { !(0x30...0x39 ~= state[$0]) }.prefix(64))
  }

  private static func replacing(_ run: Range<Int>, of state: [UInt8], by number: String) -> [UInt8]
  { Array(state[..<run.lowerBound]) + Array(number.utf8) + Array(state[run.upperBound...]) }

  /// The number of lines a new child shows after restoring a state; nil if it refuses it.
  private static func lines(of child: CheckedChild, restoring state: [UInt8]?) throws -> Int? {
    let other = try child.session.child(child.type, content: child.host.content)
    defer { other.remove() }
    if let state, !other.restore(state) { return nil }
    other.appear()
    other.settle()
    return other.snapshot().visibleLines
  }

  private static func restores(
    _ name: String, _ level: Check.Level, _ purpose: String,
    asking isAsked: Bool = false, _ states: @escaping @Sendable (CheckSession, [UInt8]) -> [[UInt8]]
  ) -> Check {
    .eachChild(name, level, purpose, once: .shown, having: .savedState) { child in
      for bytes in states(child.session, child.savedBytesAfterUse() ?? []) {
        let other = try child.session.child(child.type)
        _ = other.restore(bytes)
        other.appear()
        other.settle(rounds: 1, awaitingThreads: false)
        other.draw()
        if isAsked { other.ask(waking: false) }
        other.key(.down)
        other.draw()
        other.remove()
      }
    }
  }

  /// Expects that functions that fill a buffer return the whole length and write what fits.
  private static func expectFilling(_ name: String, _ fill: (Int) -> PluginChild.Filling?) throws {
    guard let whole = fill(65536) else { return }
    let capacities = [0, 1, 2, whole.bytes.count / 2, max(0, whole.bytes.count - 1)]
    for capacity in capacities + [whole.bytes.count] {
      guard let part = fill(capacity) else { return }
      try expect(
        part.length == whole.length,
        "\(name) returns \(whole.length), the whole length, whatever the capacity",
        else: "\(part.length) with capacity \(capacity)")
      try expect(
        part.bytes.elementsEqual(whole.bytes.prefix(capacity)),
        "\(name) writes the first \(capacity) bytes of the whole",
        else: CallFormatter.bytes(part.bytes))
    }
  }
}
