import ChildPluginKit
import Testing

struct TextBufferTests {
  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567"),
    (Int.max, "9,223,372,036,854,775,807"), (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func `numbers are written with their thousands apart`(number: Int, text: String) {
    var buffer = TextBuffer()
    buffer.append(number)
    #expect(buffer.string == text)
  }

  @Test func `what was there before does not count`() {
    var buffer = TextBuffer("longer than that")
    buffer.clear()
    buffer.append("same")
    #expect(buffer == TextBuffer("same"))
    #expect(buffer != TextBuffer("sane"))
    buffer.truncate(to: 2)
    #expect(buffer.string == "sa")
    #expect(buffer.withSpan { $0.count } == 2)
  }
}
