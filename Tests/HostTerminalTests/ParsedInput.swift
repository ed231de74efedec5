import HostTerminal
import Testing

/// The events of some bytes that arrive in pieces, followed by silence.
func parse(_ pieces: [[UInt8]], limits: InputParser.Limits = .init()) -> [InputEvent] {
  var parser = InputParser(limits: limits)
  var events: [InputEvent] = []
  for piece in pieces { parser.feed(piece.span, atNanoseconds: 0, into: &events) }
  parser.expire(atNanoseconds: .max, into: &events)
  return events
}

/// The events of a text that arrives in one piece, followed by silence.
func parse(_ text: String) -> [InputEvent] {
  parse([Array(text.utf8)])
}

/// A parser and the events of what it was fed.
struct TimedInput {
  var parser = InputParser()
  var events: [InputEvent] = []

  /// Feeds bytes, which may end within a character, at a time in nanoseconds.
  mutating func feed(_ bytes: [UInt8], at nanoseconds: Int64 = 0) {
    parser.feed(bytes.span, atNanoseconds: nanoseconds, into: &events)
  }

  mutating func feed(_ text: String, at nanoseconds: Int64 = 0) {
    feed(Array(text.utf8), at: nanoseconds)
  }

  mutating func expire(at nanoseconds: Int64) {
    parser.expire(atNanoseconds: nanoseconds, into: &events)
  }
}

/// Expects the same events whether bytes come in one piece, cut in two anywhere, or one by one.
func expect(
  _ bytes: [UInt8], give expected: [InputEvent], _ location: SourceLocation = #_sourceLocation
) {
  let cuts = (0...bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] }
  for pieces in cuts + [bytes.map { [$0] }] {
    #expect(parse(pieces) == expected, "in the pieces \(pieces)", sourceLocation: location)
  }
}

func expect(
  _ text: String, give expected: [InputEvent], _ location: SourceLocation = #_sourceLocation
) {
  expect(Array(text.utf8), give: expected, location)
}
