import HostStates
import HostText
import TestSupport
import Testing

@Suite struct `Damaged files` {
  /// Changes, drops, doubles or moves a few bytes.
  private func damage(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
    let tokens = [
      "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "-", "1e", "null", "\u{FEFF}", "é",
    ]
    var damaged = bytes
    for _ in 0...Int.random(in: 0..<3, using: &random) where !damaged.isEmpty {
      let index = damaged.indices.randomElement(using: &random) ?? 0
      let end = min(damaged.count, index + Int.random(in: 1...12, using: &random))
      switch Int.random(in: 0..<6, using: &random) {
      case 0: damaged[index] = UInt8.random(in: .min ... .max, using: &random)
      case 1: damaged.removeSubrange(index..<end)
      case 2: damaged.insert(contentsOf: damaged[index..<end], at: end)
      case 3:
        damaged.insert(contentsOf: (tokens.randomElement(using: &random) ?? "").utf8, at: index)
      case 4: damaged.removeSubrange(index...)
      default: damaged.swapAt(index, damaged.indices.randomElement(using: &random) ?? 0)
      }
    }
    return damaged
  }

  private static let scenario = """
    { "initial": "one", "states": { "one": ["é", "b"], "two \\u00e9": [] },
      "children": { "é": { "appear": { "delay": "1.5s", "curve": "linear", "effect": "fade" } },
                    "b": { "insets": [0, 1, 2, 3], "options": { "x": [1.5e3, null, "\\ud83d\\ude00"] } } },
      "keys": { "ctrl-e": "one" }, "appearanceStates": ["one"],
      "actions": [ { "at": "0ms", "do": "willAppear" }, { "at": "7us", "do": "key", "key": "e" },
                   { "at": "1ms", "do": "resize", "columns": 80, "rows": 24 } ],
      "on": [ { "event": "childDidAppear", "child": "b", "nth": 2, "request": "one" } ] }
    """

  @Test func `give a located message on one line, or are right after all`() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let good = Array(Self.scenario.utf8)
    _ = try Scenario(parsing: good, file: "good.json")
    var wrong = 0
    for _ in 0..<5_000 {
      let bytes = damage(good, using: &random)
      do throws(StatesFileError) {
        _ = try Scenario(parsing: bytes, file: "bad.json")
      } catch {
        wrong += 1
        let place = try #require(error.place)
        let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
        #expect((1...lines).contains(place.line), "seed \(seed)")
        #expect((1...bytes.count + 1).contains(place.column), "seed \(seed)")
        let isOneLine = error.text.unicodeScalars.allSatisfy {
          $0.properties.generalCategory != .control
        }
        #expect(isOneLine, "seed \(seed): \(error.text)")
        #expect(error.text.count < 1_500, "seed \(seed): \(error.text)")
      }
    }
    #expect(wrong > 2_500, "seed \(seed)")
  }
}
