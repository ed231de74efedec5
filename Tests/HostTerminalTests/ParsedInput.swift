import HostTerminal
import HostText

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

/// Every way of cutting bytes in two, and one byte at a time.
func splits(of bytes: [UInt8]) -> [[[UInt8]]] {
  (0...bytes.count).map { [Array(bytes[..<$0]), Array(bytes[$0...])] } + [bytes.map { [$0] }]
}
