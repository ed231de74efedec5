import HostSystem
import Testing

@testable import HostContent

@Suite struct `A line that has not ended` {
  private func openLine(_ fed: FedContent) -> String {
    String(decoding: fed.loader.openLine, as: UTF8.self)
  }

  @Test func `is there as it arrives, and is a row when it has ended`() {
    let fed = FedContent()
    fed.start()
    #expect(openLine(fed) == "")
    for (text, line, rows) in [
      ("one\n", "", ["one"]), ("Pass", "Pass", ["one"]), ("word: ", "Password: ", ["one"]),
      ("\n9%\r", "9%\r", ["one", "Password: "]), ("10%\r", "9%\r10%\r", ["one", "Password: "]),
    ] {
      let revision = fed.content.revision
      fed.feed(text)
      #expect(openLine(fed) == line && fed.rows == rows && fed.content.revision > revision)
    }
    fed.end()
    #expect(openLine(fed) == "" && fed.rows == ["one", "Password: ", "9%\r10%\r"])
  }

  @Test func `does not take the place of rows that stay until a load has ended`() {
    let fed = FedContent()
    fed.load("old\n")
    fed.start("new\n9%\r")
    #expect(openLine(fed) == "" && fed.rows == ["old"])
    fed.end()
    #expect(fed.rows == ["new", "9%\r"])
  }

  @Test func `is none where values of JSON are awaited, and none behind rows that were cut`() {
    let values = FedContent(.with { $0.columns = .members })
    values.start("{\"a\": 1}\n{\"a\":")
    #expect(openLine(values) == "" && values.content.rows.count == 1)
    let cut = FedContent(.with { $0.limits = RowLimits(rows: 1, bytes: 1 << 20) })
    cut.start("1\n2\n3")
    #expect(openLine(cut) == "" && cut.rows == ["1"])
  }

  @Test func `has its beginning where it is long, and of progress what was written last`() {
    let store = RowStore()
    func append(_ text: String) { store.append(Array(text.utf8).span) }
    append(String(repeating: "0123456789", count: 1000))
    #expect(store.openLine == Array(String(repeating: "0123456789", count: 410).utf8.prefix(4096)))
    append("\r" + String(repeating: "9", count: 99))
    #expect(store.openLine == Array(("\r" + String(repeating: "9", count: 99)).utf8))
    // Longer than a row may be.
    for percent in 0..<400_000 { append("\r\(percent)") }
    #expect(store.cutRowCount == 0 && store.openLine.count <= 4096)
    #expect(String(decoding: store.openLine, as: UTF8.self).hasSuffix("\r399998\r399999"))
    append("\nnext")
    #expect(store.count == 1 && store.cutRowCount == 1)
    #expect(String(decoding: store.openLine, as: UTF8.self) == "next")
  }

  @Test func `of standard error is told without another content`() {
    let fed = FedContent()
    fed.start("row\n")
    let errors = fed.source.commands.last?.errors
    var changes: [ContentChange] = []
    for text in ["9%\r", "10%\r"] {
      errors?.waiting = Array(text.utf8)
      let revision = fed.content.revision
      changes.append(errors.map { fed.loader.take($0.token, at: 0) } ?? [])
      // The first line is also counted in a notice.
      #expect((fed.content.revision == revision) == (text == "10%\r"))
    }
    #expect(changes == [[.content, .standardError], .standardError])
    #expect(fed.loader.standardErrorLines == ["9%\r10%"] && fed.loader.work(at: 0).isEmpty)
  }

  @Test(arguments: [0, 1] as [UInt8])
  func `of standard error stays with its notice while the rows are loaded again`(status: UInt8) {
    let fed = FedContent()
    func load(_ lines: [String], _ seen: (ContentLoader) -> Void = { _ in }) {
      fed.start()
      seen(fed.loader)
      fed.feed("row\n")
      for line in lines {
        guard let errors = fed.source.commands.last?.errors else { return }
        errors.waiting = Array(line.utf8)
        _ = fed.loader.take(errors.token, at: 0)
        seen(fed.loader)
      }
      fed.end(.exited(Int32(status)))
    }
    load(["one\n", "two\n"])
    load(["1\n", "2\n3\n"]) {
      let count = $0.standardErrorLines.last == "3" ? 3 : 2
      #expect($0.content.notices == [.standardError(lines: count)])
    }
    #expect(fed.loader.standardErrorLines == ["1", "2", "3"])
    load(["less\n"])
    #expect(fed.content.notices == [.standardError(lines: 1)])
    load([])
    #expect(fed.content.notices == [])
  }
}
