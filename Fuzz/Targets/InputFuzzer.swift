internal import HostTerminal
internal import HostText

/// What a terminal sends: the same events however the bytes are split, of keys that have their
/// names, and nothing that waits for ever.
enum InputFuzzer {
  private static let limits: InputParser.Limits = {
    var limits = InputParser.Limits()
    limits.pasteBytes = 64
    return limits
  }()

  /// - Parameter bytes: how they are split, then what is sent.
  static func take(_ bytes: [UInt8]) {
    guard let pieceBytes = bytes.first else { return }
    let sent = bytes.dropFirst()
    let whole = events(of: sent, inPiecesOf: max(1, sent.count), atIntervalsOf: 0)
    let split = events(of: sent, inPiecesOf: Int(pieceBytes % 7) + 1, atIntervalsOf: 0)
    expect(whole == split, "whole \(whole), in pieces \(split)")
    for event in whole { check(event) }
    let interval = Int64(pieceBytes) * 3_000_000
    for event in events(of: sent, inPiecesOf: 1, atIntervalsOf: interval) { check(event) }
  }

  private static func events(
    of bytes: ArraySlice<UInt8>, inPiecesOf count: Int, atIntervalsOf nanoseconds: Int64
  ) -> [InputEvent] {
    var parser = InputParser(limits: limits)
    var events: [InputEvent] = []
    var now: Int64 = 0
    var rest = bytes
    while !rest.isEmpty {
      parser.feed(Array(rest.prefix(count)).span, atNanoseconds: now, into: &events)
      rest = rest.dropFirst(count)
      now += nanoseconds
      if nanoseconds > 0 { parser.expire(atNanoseconds: now, into: &events) }
    }
    if let deadline = parser.deadlineNanoseconds {
      expect(deadline - now <= limits.pasteNanoseconds, "it waits until \(deadline)")
      parser.expire(atNanoseconds: deadline, into: &events)
    }
    expect(parser.deadlineNanoseconds == nil, "it waits on and on")
    return events
  }

  private static func check(_ event: InputEvent) {
    switch event {
    case .key(let key):
      if case .character(let scalar) = key.code {
        expect(!Key.isControl(scalar), "a control as a key: \(scalar.value)")
      }
      // Some keys are sent only by terminals that tell more apart than a states file may ask for.
      if let again = try? Key(naming: key.name) { expect(again == key, "\(key) as \(again)") }
    case .mouse(let mouse):
      expect(mouse.column >= 0 && mouse.row >= 0, "the mouse at \(mouse.column), \(mouse.row)")
    case .paste(let text):
      // A byte that is not UTF-8 becomes three.
      expect(text.utf8.count <= 3 * limits.pasteBytes, "a paste without a limit")
    case .focus, .reply: break
    }
  }
}
