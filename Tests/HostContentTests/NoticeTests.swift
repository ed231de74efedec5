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
      (.cannotReload, "standard input can be read only once"),
      (.standardError(lines: 1), "a line on standard error: e shows it"),
      (.standardError(lines: 2), "2 lines on standard error: e shows them"),
    ] as [(ContentNotice, String)])
  func `is said in one line, of one as of many`(notice: ContentNotice, text: String) {
    #expect(notice.text == text)
  }
}
