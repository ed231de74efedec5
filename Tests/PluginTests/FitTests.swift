import HostSurface
import TestSupport
import Testing

@testable import HostPlugins

extension PluginTests {
  @Suite struct `How much of a text fits` {
    /// A text, the columns that there are, the bytes of it that fit, the columns that those take.
    struct Fit: Sendable {
      let text: String
      let columns: Int
      let bytes: Int
      let taken: Int

      init(_ text: String, _ columns: Int, _ bytes: Int, _ taken: Int) {
        self.text = text
        self.columns = columns
        self.bytes = bytes
        self.taken = taken
      }
    }

    private static let fits = [
      Fit("hello", 3, 3, 3), Fit("hello", 5, 5, 5), Fit("hello", 99, 5, 5), Fit("hello", 0, 0, 0),
      Fit("hello", -3, 0, 0), Fit("", 5, 0, 0), Fit("漢字", 3, 3, 2), Fit("漢字", 1, 0, 0),
      Fit("e\u{301}x", 1, 3, 1), Fit("a\tb", 2, 2, 2), Fit("ab\ncd", 9, 2, 2), Fit("\nab", 9, 0, 0),
      Fit("a\u{1B}[31mb", 1, 1, 1), Fit("ab\u{1B}[31m", 2, 7, 2), Fit("👩‍🚀x", 2, 11, 2),
      Fit("a\u{2028}b", 2, 4, 2),
    ]

    @Test(arguments: fits) func `is told in bytes and columns`(_ fit: Fit) {
      let fitting = unsafe Array(fit.text.utf8).withUnsafeBytes {
        unsafe CanvasText.fit($0, columns: fit.columns)
      }
      #expect(fitting.bytes == fit.bytes)
      #expect(fitting.columns == fit.taken)
    }

    /// What is wrapped by it is what a canvas shows of each line.
    @Test func `is what the canvas shows`() {
      var random = SeededGenerator(seed: 7)
      let pieces = ["plain ", "漢", "e\u{301}", "👩‍🚀", "\u{1B}[1m", "\t", "🇩🇪", "\u{202E}", "\r", "각"]
      for _ in 0..<300 {
        let text = Array(
          (0..<12).map { _ in pieces.randomElement(using: &random) ?? "" }.joined().utf8)
        let layer = Layer(columns: 9, rows: 1, pool: CellPool())
        var start = 0
        while start < text.count {
          unsafe text[start...].withUnsafeBytes { rest in
            let fitting = unsafe CanvasText.fit(rest, columns: 9)
            let used = unsafe CanvasText(UnsafeRawBufferPointer(rebasing: rest[..<fitting.bytes]))
              .put(on: layer, column: 0, row: 0, maximumColumns: .max, style: Style())
            #expect(used == fitting.columns)
            start += max(1, fitting.bytes)
          }
        }
      }
    }

    /// The host counts what it looks at: a text of eight times the length costs some eight times as
    /// much, not sixty-four times.
    @Test func `costs one look at a text that is wrapped`() {
      func wrap(_ count: Int) -> Duration {
        let text = Array(String(repeating: "some words é ", count: count / 14).utf8)
        return ContinuousClock().measure {
          unsafe text.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count {
              start += unsafe max(
                1,
                CanvasText.fit(UnsafeRawBufferPointer(rebasing: bytes[start...]), columns: 40).bytes
              )
            }
          }
        }
      }
      let times = (0..<5).map { _ in (short: wrap(1 << 17), long: wrap(1 << 20)) }
      let short = times.map(\.short).min() ?? .zero
      let long = times.map(\.long).min() ?? .zero
      #expect(long < short * 40, "\(short) for 128 KiB, \(long) for 1 MiB")
    }

    @Test func `is asked for through the host, for 1 MiB too`() throws {
      let plugin = FixturePlugin(
        create: "memset(text, 'x', sizeof text);",
        timing: """
          int32_t taken = 9;
          note_number("bytes", host_text->fit(host, childplugin_text("h\\xc3\\xa9llo"), 2, &taken));
          note_number("columns", taken);
          note_number("any", host_text->fit(host, childplugin_text("hello"), 2, NULL));
          note_number("none", host_text->fit(host, BYTES(NULL, 7), 2, &taken));
          uint64_t start = 0, lines = 0;
          while (start < sizeof text) {
            start += host_text->fit(host, BYTES(text + start, sizeof text - start), 64, NULL);
            lines += 1;
          }
          note_number("lines", lines);
          """, declarations: "static char text[1 << 20];")
      let fixture = try LoadedFixture(plugin)
      _ = fixture.logged()
      _ = fixture.child.timing(appearing: true)
      #expect(fixture.logged() == ["bytes 3", "columns 2", "any 2", "none 0", "lines 16384"])
      #expect(fixture.services.faults.map(\.kind) == [.malformedText(.textFit)])
    }
  }
}
