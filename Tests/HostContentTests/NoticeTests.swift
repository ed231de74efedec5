import HostContent
import Testing

@Suite struct `What people should know about rows` {
  @Test(
    arguments: [
      (.cutAfter(rows: 7), "only the first 7 rows are shown: there were too many"),
      (.longRows(1), "a row is longer than 1 MiB and is shown cut"),
      (.longRows(2), "2 rows are longer than 1 MiB and are shown cut"),
      (.fileChanged, "the file has changed since it was read: reload to see it as it is"),
      (
        .outputStillOpen,
        "a process started by the command still runs; its output is not read any more"
      ),
      (.fileReplaced, "a new file has replaced this one: F shows it"),
      (.cannotReload, "standard input can be read only once"),
      (.standardError(lines: 1), "a line on standard error: e shows it"),
      (.standardError(lines: 2), "2 lines on standard error: e shows them"),
      (.noOutput(afterNanoseconds: 0), "exit 0 after 0 ms, no output"),
      (.noOutput(afterNanoseconds: 999_999_999), "exit 0 after 999 ms, no output"),
      (.noOutput(afterNanoseconds: 1_000_000_000), "exit 0 after 1.0 s, no output"),
      (.noOutput(afterNanoseconds: 60_000_000_000), "exit 0 after 1 min 0 s, no output"),
      (.noOutput(afterNanoseconds: 2_149_000_000), "exit 0 after 2.1 s, no output"),
      (.noOutput(afterNanoseconds: 59_999_999_999), "exit 0 after 59.9 s, no output"),
      (.noOutput(afterNanoseconds: 3_725_000_000_000), "exit 0 after 62 min 5 s, no output"),
    ] as [(ContentNotice, String)])
  func `is said in one line, of one as of many`(notice: ContentNotice, text: String) {
    #expect(notice.text == text)
  }

  private func saysThatNothingCame(_ loop: Loop) -> Bool {
    _ = loop.loader.checkNotices()
    return loop.content.notices.contains {
      if case .noOutput(0..<60_000_000_000) = $0 { true } else { false }
    }
  }

  @Test(arguments: [
    (["true"], true), (["echo", "row"], false), (["false"], false), (["sleep", "0.02"], true),
    ([], false),
  ])
  func `is that a command has ended well and written nothing`(
    command: [String], isSaid: Bool
  ) throws {
    let loop = try Loop.loaded(command.isEmpty ? .file("/dev/null") : .command(command))
    #expect(saysThatNothingCame(loop) == isSaid)
    loop.start()
    #expect(loop.run() && saysThatNothingCame(loop) == isSaid)
  }

  @Test func `is not that of a load before, nor said while the command runs again`() {
    let fed = FedContent()
    for (text, isSaid) in [("", true), ("row\n", false), ("", true)] {
      fed.load(text)
      #expect(fed.content.notices.isEmpty != isSaid)
    }
    fed.start()
    #expect(fed.content.isLoading && fed.content.notices.isEmpty)
  }

  @Test func `is how long the command of this load took, not of the one before`() {
    let fed = FedContent()
    for (began, ended) in [(5, 905_000_000), (2_000_000_000, 2_000_000_001)] as [(Int64, Int64)] {
      _ = fed.loader.start(at: began)
      fed.end(at: ended)
      #expect(fed.content.loadedAt == ended)
      #expect(fed.content.notices == [.noOutput(afterNanoseconds: ended - began)])
    }
  }
}
