import HostStates
import HostText
import TestSupport
import Testing

@Suite struct `The event log` {
  private func line(_ event: LogEvent, at nanoseconds: Int64 = 0) -> String {
    var encoder = EventLogEncoder()
    encoder.append(event, atNanoseconds: nanoseconds)
    return String(decoding: encoder.bytes, as: UTF8.self)
  }

  @Test(
    arguments: [
      (.loadAppearanceState(state: "s"), #""loadAppearanceState","state":"s""#),
      (.willTransition(to: "s", animated: true), #""willTransition","to":"s","animated":true"#),
      (
        .didTransition(from: nil, to: "s", animated: false),
        #""didTransition","from":null,"to":"s","animated":false"#
      ),
      (
        .didTransition(from: "r", to: "s", animated: true),
        #""didTransition","from":"r","to":"s","animated":true"#
      ),
      (.superseded(state: "s"), #""superseded","state":"s""#),
      (.cancelled(state: "s"), #""cancelled","state":"s""#),
      (.order(children: []), #""order","children":[]"#),
      (.order(children: ["a", "b"]), #""order","children":["a","b"]"#),
      (.other(event: "pluginLoaded", fields: []), #""pluginLoaded""#),
      (
        .other(
          event: "crashed",
          fields: [
            LogField("child", .text("c")), LogField("signal", .integer(-11)),
            LogField("least", .integer(Int64.min)), LogField("ten", .integer(10)),
            LogField("again", .boolean(false)), LogField("cause", .null),
            LogField("states", .texts(["a", "b"])),
          ]),
        #""crashed","child":"c","signal":-11,"least":-9223372036854775808,"ten":10,"again":false,"cause":null,"#
          + #""states":["a","b"]"#
      ),
      (
        .superseded(state: "a\"\\\n\u{1}\u{7F}é😀/"),
        #""superseded","state":"a\"\\\n\u0001\u007fé😀/""#
      ),
    ] as [(LogEvent, String)])
  func `writes an event's fields in their order`(event: LogEvent, fields: String) {
    #expect(line(event) == "{\"t\":0,\"event\":\(fields)}\n")
  }

  @Test(arguments: [true, false])
  func `writes the events of a child`(holds: Bool) {
    let events: [(LogEvent, String)] = [
      (.childWillAppear(child: "c", animated: holds), "childWillAppear"),
      (.childDidAppear(child: "c", animated: holds), "childDidAppear"),
      (.childWillDisappear(child: "c", animated: holds), "childWillDisappear"),
      (.childDidDisappear(child: "c", animated: holds), "childDidDisappear"),
      (.transitionWillBegin(child: "c", appearing: holds), "transitionWillBegin"),
      (.transitionDidEnd(child: "c", appearing: holds), "transitionDidEnd"),
    ]
    for (event, name) in events {
      let field = name.hasPrefix("child") ? "animated" : "appearing"
      let fields = #""event":"\#(name)","child":"c","\#(field)":\#(holds)"#
      #expect(line(event) == "{\"t\":0,\(fields)}\n")
    }
  }

  @Test(arguments: [
    (0, "0"), (1_000_000, "1"), (1_100_000_000, "1100"), (1, "0.000001"), (1_500_000, "1.5"),
    (16_666_667, "16.666667"), (100_010_000, "100.01"), (-1_500_000, "-1.5"),
    (Int64.max, "9223372036854.775807"), (Int64.min, "-9223372036854.775808"),
  ])
  func `writes milliseconds without needless digits`(nanoseconds: Int64, text: String) {
    #expect(
      line(.cancelled(state: "s"), at: nanoseconds)
        == "{\"t\":\(text),\"event\":\"cancelled\",\"state\":\"s\"}\n")
  }

  @Test func `is read back as it was written`() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    var encoder = EventLogEncoder()
    for _ in 0..<500 {
      let text = random.text()
      encoder.drain()
      encoder.append(
        .didTransition(from: text, to: "to", animated: true), atNanoseconds: 1_000_000)
      #expect(encoder.bytes.last == 0x0A)
      #expect(encoder.bytes.count { $0 < 0x20 } == 1, "seed \(seed)")
      guard case .object(let members) = try JSONValue(parsing: encoder.bytes).content,
        case .string(let read) = members[2].value.content
      else {
        Issue.record("no object, seed \(seed)")
        return
      }
      #expect(Array(read.unicodeScalars) == Array(text.unicodeScalars), "seed \(seed)")
      #expect(members.map(\.name) == ["t", "event", "from", "to", "animated"])
    }
  }

  @Test func `keeps its room when it is drained`() {
    var encoder = EventLogEncoder()
    for _ in 0..<100 { encoder.append(.order(children: ["a", "b"]), atNanoseconds: 5) }
    let (capacity, size) = (encoder.bytes.capacity, encoder.bytes.count)
    encoder.drain()
    #expect(encoder.bytes.isEmpty)
    for _ in 0..<100 { encoder.append(.order(children: ["a", "b"]), atNanoseconds: 5) }
    #expect(encoder.bytes.capacity == capacity && encoder.bytes.count == size)
  }
}
