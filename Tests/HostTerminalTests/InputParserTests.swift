import HostText
import TestSupport
import Testing

@testable import HostTerminal

private let millisecond: Int64 = 1_000_000

@Suite struct PasteTests {
  @Test(arguments: [
    "", "hello", "two\nlines\r", "\u{1B}[A", "\u{1B}[201", "ä😀", "\u{1B}\u{1B}[201",
  ])
  func `a paste is one event, however it is split`(text: String) {
    expect(
      "\u{1B}[200~\(text)\u{1B}[201~x",
      give: [.paste(text), .key(Key(.character("x")))])
  }

  @Test(arguments: [(4, "abcd"), (5, "abcd"), (6, "abcdä"), (99, "abcdäfg")])
  func `a paste over the limit is cut between characters`(limit: Int, kept: String) {
    var limits = InputParser.Limits()
    limits.pasteBytes = limit
    let events = parse([Array("\u{1B}[200~abcdäfg\u{1B}[201~x".utf8)], limits: limits)
    #expect(events == [.paste(kept), .key(Key(.character("x")))])
  }

  @Test func `after a paste that was cut the next one is whole`() {
    var limits = InputParser.Limits()
    limits.pasteBytes = 4
    let events = parse(
      [Array("\u{1B}[200~abcdefgh\u{1B}[201~\u{1B}[200~xy\u{1B}[201~".utf8)], limits: limits)
    #expect(events == [.paste("abcd"), .paste("xy")])
  }

  @Test func `what is pending waits from its last byte on`() {
    var input = TimedInput()
    for time in [10, 300, 700] as [Int64] {
      input.feed(time == 10 ? "\u{1B}[1" : "2", at: time * millisecond)
      #expect(input.parser.deadlineNanoseconds == (time + 500) * millisecond)
    }
    #expect(input.events.isEmpty)
  }

  @Test(arguments: [
    "[", "[1;", "[?2026", "[<0;1", "[[", "[M", "[M !", "O", "O1;", "\u{1B}[", "\u{1B}[1;",
    "]0;title",
    "]11;rgb:", "P1+r", "Xtext", "^text", "_text", "[" + String(repeating: "1;", count: 3000),
  ])
  func `CAN and SUB cancel a sequence that has begun, whichever`(sequence: String) {
    for cancel in [0x18, 0x1A] as [UInt8] {
      let bytes = Array("\u{1B}\(sequence)".utf8) + [cancel] + Array("x".utf8)
      let next = InputEvent.key(Key(.character("x")))
      if bytes.count > 100 {
        #expect(parse([bytes]) == [next])
      } else {
        expect(bytes, give: [next])
      }
    }
  }

  @Test func `a control in a report of the mouse is the key that it is`() {
    for control in [0x03, 0x0D] as [UInt8] {
      let bytes = Array("\u{1B}[M \"".utf8) + [control] + Array("x".utf8)
      #expect(parse([bytes]) == parse([[control] + Array("x".utf8)]))
    }
  }

  @Test func `after a paste without an end the next one begins anew`() {
    var input = TimedInput()
    input.feed("\u{1B}[200~abc\u{1B}[20")
    input.expire(at: 5_000 * millisecond)
    input.feed("\u{1B}[200~1~xy\u{1B}[201~", at: 6_000 * millisecond)
    #expect(input.events.last == .paste("1~xy"))
  }

  @Test func `a paste of invalid UTF-8 is repaired`() {
    let bytes = Array("\u{1B}[200~a".utf8) + [0xFF] + Array("b\u{1B}[201~".utf8)
    #expect(parse([bytes]) == [.paste("a\u{FFFD}b")])
  }

  @Test func `a paste without an end is given up after its patience`() {
    var input = TimedInput()
    input.feed("\u{1B}[200~abc", at: 7)
    #expect(input.parser.deadlineNanoseconds == 7 + 5_000 * millisecond)
    input.expire(at: 6 + 5_000 * millisecond)
    #expect(input.events == [])
    input.expire(at: 7 + 5_000 * millisecond)
    #expect(input.events == [.paste("abc")])
    #expect(input.parser.deadlineNanoseconds == nil)
  }
}

@Suite struct EscapeTimeTests {
  @Test func `Alt and what begins a string is that key, after a string too`() {
    var input = TimedInput()
    for text in ["\u{1B}]0;a title\u{07}", "\u{1B}]"] { input.feed(text) }
    let deadline = input.parser.deadlineNanoseconds
    #expect(deadline == InputParser.Limits().escapeNanoseconds)
    input.expire(at: deadline ?? 0)
    #expect(input.events == [.key(Key(.character("]"), .alt))])
  }

  @Test(
    arguments: [
      ("\u{1B}", 50), ("\u{1B}\u{1B}", 50), ("\u{1B}[", 50), ("\u{1B}O", 50), ("\u{1B}]", 50),
      ("\u{1B}[1", 500), ("\u{1B}[1;", 500), ("\u{1B}[M", 500), ("\u{1B}[[", 500),
      ("\u{1B}]1", 500), ("\u{1B}]1\u{1B}", 500), ("\u{1B}O1", 500), ("\u{1B}P", 50),
      ("\u{1B}P1", 500), ("\u{1B}[" + String(repeating: "7", count: 300), 500),
    ] as [(String, Int64)])
  func `what may go on waits for its time`(bytes: String, milliseconds: Int64) {
    var input = TimedInput()
    input.feed(bytes, at: 1000)
    let deadline = 1000 + milliseconds * millisecond
    #expect(input.parser.deadlineNanoseconds == deadline)
    input.expire(at: deadline - 1)
    #expect(input.events == [])
    #expect(input.parser.deadlineNanoseconds == deadline)
    input.expire(at: deadline)
    #expect(input.parser.deadlineNanoseconds == nil)
    input.feed("[A", at: deadline)
    #expect(input.events.suffix(2) == [.key(Key(.character("["))), .key(Key(.character("A")))])
  }

  @Test func `a character that stops half way is dropped in time, which no bytes do not extend`() {
    var input = TimedInput()
    input.feed([0xE2, 0x82], at: 1000)
    input.feed("", at: 2000)
    #expect(input.parser.deadlineNanoseconds == 1000 + 500 * millisecond)
    input.expire(at: 1000 + 500 * millisecond)
    #expect(input.events == [] && input.parser.deadlineNanoseconds == nil)
    input.feed("x", at: 3000)
    #expect(input.events == [.key(Key(.character("x")))])
  }

  @Test func `nothing waits when nothing is pending`() {
    var input = TimedInput()
    #expect(input.parser.deadlineNanoseconds == nil)
    input.feed("abc\u{1B}[A\u{1B}x", at: 1000)
    #expect(input.parser.deadlineNanoseconds == nil)
    #expect(input.events.count == 5)
  }
}

@Suite struct TerminalReplyTests {
  @Test(
    arguments: [
      ("\u{1B}]11;rgb:ffff/8080/0000\u{7}", .background(0xFF8000)),
      ("\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\", .background(0xFF8000)),
      ("\u{1B}]10;rgb:ff/80/00\u{7}", .foreground(0xFF8000)),
      ("\u{1B}]10;rgb:f/8/0\u{7}", .foreground(0xFF8800)),
      ("\u{1B}]10;rgba:fff/800/000/fff\u{7}", .foreground(0xFF8000)),
      ("\u{1B}[?64;1;2c", .deviceAttributes), ("\u{1B}[?6c", .deviceAttributes),
      ("\u{1B}[?2026;2$y", .mode(2026, .reset)), ("\u{1B}[?2026;0$y", .mode(2026, .unknown)),
      ("\u{1B}[?2004;1$y", .mode(2004, .set)), ("\u{1B}[?7;4$y", .mode(7, .neverSet)),
      ("\u{1B}[?7;3$y", .mode(7, .alwaysSet)),
    ] as [(String, TerminalReply)])
  func `a reply is its own event, however it is split`(bytes: String, reply: TerminalReply) {
    expect(bytes, give: [.reply(reply)])
  }

  @Test(arguments: [
    "10;rgb:ff/80", "10;rgb:ff/80/", "10;rgb:ff/80/00000", "10;rgb:ff/80/0g", "10;rgb", "10;", "1",
    "", "10;#ff8000", "12;rgb:0/0/0", "10;rgbx:0/0/0/0", "10;rgb:0/0/0/0", "20;rgb:0/0/0",
  ])
  func `a colour without sense is dropped`(command: String) {
    #expect(parse("\u{1B}]\(command)\u{7}") == [])
  }

  @Test func `a mode with a setting without sense is dropped`() {
    #expect(parse("\u{1B}[?2026;9$y\u{1B}[?2026$y\u{1B}[2026;1$y") == [])
  }

  @Test func `the focus is told`() {
    expect("\u{1B}[I\u{1B}[O", give: [.focus(true), .focus(false)])
  }
}

@Suite struct InputBoundsTests {
  @Test(arguments: ["\u{1B}[", "\u{1B}O", "\u{1B}[?", "\u{1B}[<0;"])
  func `a sequence that never ends is dropped whole`(introducer: String) {
    let digits = [UInt8](repeating: UInt8(ascii: "7"), count: 100_000)
    let events = parse([Array(introducer.utf8), digits, Array("~x".utf8)])
    #expect(events == [.key(Key(.character("x")))])
  }

  @Test(arguments: ["\u{1B}]", "\u{1B}P", "\u{1B}_", "\u{1B}^", "\u{1B}X"])
  func `a string that never ends is dropped whole`(introducer: String) {
    let letters = [UInt8](repeating: UInt8(ascii: "q"), count: 100_000)
    #expect(parse([Array(introducer.utf8), letters]) == [])
    let events = parse([Array(introducer.utf8), letters, Array("\u{1B}\\x".utf8)])
    #expect(events == [.key(Key(.character("x")))])
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `known sequences in a row give the same events however they are split`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    // Those that only silence ends cannot stand in a row.
    let introducers = ["", "[", "O", "]", "P", "X", "^", "_"].map { "\u{1B}\($0)" }
    let whole = keySequences.filter { !introducers.contains($0.bytes) }
    let chosen = (0..<200).map { _ in whole.randomElement(using: &generator) }.compactMap { $0 }
    let bytes = chosen.flatMap { Array($0.bytes.utf8) }
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = min(rest.count, Int.random(in: 0...7, using: &generator))
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    #expect(parse(pieces).map(\.keyName) == chosen.map(\.name), "seed \(seed)")
  }
}
