import HostContent
import HostSystem
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

  @Test(arguments: [
    (["true"], true), (["echo", "row"], false), (["false"], false), (["sleep", "0.02"], true),
    ([], false),
  ])
  func `is that a command has ended well and written nothing`(
    command: [String], isSaid: Bool
  ) throws {
    func isSaidNow() -> Bool {
      loop.content.notices.contains {
        guard case .noOutput(let time) = $0 else { return false }
        return time >= (command[0] == "sleep" ? 20_000_000 : 0) && time < 60_000_000_000
      }
    }
    let loop = try Loop(command.isEmpty ? .file("/dev/null") : .command(command))
    for _ in 0..<2 {
      loop.start()
      #expect(loop.run())
      _ = loop.loader.checkNotices()
      #expect(isSaidNow() == isSaid)
    }
  }

  @Test func `is not that of a load before`() throws {
    let folder = try TemporaryFolder()
    let path = folder.write("rows", [])
    let loop = try Loop(.command(["cat", path]))
    for (text, isSaid) in [("", true), ("row\n", false), ("", true)] {
      _ = folder.write("rows", Array(text.utf8))
      loop.start()
      #expect(loop.run())
      _ = loop.loader.checkNotices()
      #expect(
        loop.content.notices.contains { if case .noOutput = $0 { true } else { false } } == isSaid)
    }
  }

  @Test func `is not said while the command runs again`() throws {
    let folder = try TemporaryFolder()
    let first = folder.path + "/first"
    let loop = try Loop(
      .command(["sh", "-c", "[ ! -e '\(first)' ] && touch '\(first)' && exit; exec sleep 60"]))
    loop.start()
    #expect(loop.run())
    _ = loop.loader.checkNotices()
    #expect(loop.content.notices.count == 1)
    loop.start()
    _ = loop.loader.checkNotices()
    #expect(loop.content.isLoading && loop.content.notices.isEmpty)
    loop.loader.kill()
  }

  @Test func `is how long the command of this load took, not of the one before`() {
    let fed = FedContent()
    for (began, ended) in [(5, 905_000_000), (2_000_000_000, 2_000_000_001)] as [(Int64, Int64)] {
      _ = fed.loader.start(at: began)
      guard let command = fed.source.commands.last else { return }
      command.end(.exited(0))
      for token in [command.output.token, command.errors.token, command.token] {
        _ = fed.loader.take(token, at: ended)
      }
      #expect(fed.content.loadedAt == ended)
      #expect(fed.content.notices == [.noOutput(afterNanoseconds: ended - began)])
    }
  }
}
