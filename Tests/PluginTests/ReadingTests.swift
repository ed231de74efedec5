import ChildPluginAPI
import Testing

@testable import HostPlugins

extension PluginTests {
  /// What a source does with the table of its reading, called as a plugin calls it.
  @Suite struct `The reading of a source` {
    private final class Heard: SourceHost {
      var delivered: [UInt8] = []
      var told: [String] = []
      var takesMore = true

      func deliver(_ bytes: UnsafeRawBufferPointer) -> Bool {
        unsafe delivered += Array(bytes)
        return takesMore
      }
      func nameColumns() { told.append("columns") }
      func progress(_ fraction: Double?) {
        told.append("progress \(fraction.map { "\($0)" } ?? "none")")
      }
      func progressedBeyondEnd(_ number: Double) { told.append("beyond \(number)") }
      func fail(_ what: String, remedy: String) { told.append("fail \(what): \(remedy)") }
      func log(_ level: UInt32, _ text: String) { told.append("log \(level) \(text)") }
      func misused(_ what: String) { told.append(what) }

      func copyOption(named name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64? {
        let options = ["count": "12", "on": "true", "share": "0.5", "wait": "1.5s"]
        return options[name].map { unsafe copy($0, into: buffer) }
      }
    }

    private let heard = Heard()
    private let reading: SourceHostContext
    private var table: UnsafePointer<childplugin_reading_t> { unsafe reading.table }

    init() {
      reading = SourceHostContext(of: "=a", program: HostIdentity(version: "1"), for: heard)
    }

    /// Texts that live for a call.
    private func texts<Result>(
      _ texts: [String], _ body: (UnsafePointer<childplugin_text_t>?, UInt32) -> Result
    ) -> Result {
      let immortal = texts.map { ImmortalText($0) }
      return unsafe immortal.map { unsafe $0.text }.withUnsafeBufferPointer {
        unsafe body($0.baseAddress, UInt32($0.count))
      }
    }

    private func row(_ cells: String...) -> Bool {
      unsafe texts(cells) { unsafe table.pointee.row(table, $0, $1) }
    }

    private func columns(_ names: String...) -> Bool {
      unsafe texts(names) { unsafe table.pointee.columns(table, $0, $1) }
    }

    private var lines: String { String(decoding: heard.delivered, as: UTF8.self) }

    @Test func `takes a row without cells, and is told where it has a number of them but no place`()
    {
      let isTaken = unsafe table.pointee.row(table, nil, 0)
      #expect(isTaken && row() && lines == "\n\n" && heard.told == [])
      let isEmpty = unsafe table.pointee.row(table, nil, 2)
      #expect(isEmpty && lines == "\n\n\n" && heard.told == ["reading.row got NULL for its cells"])
    }

    @Test func `takes as many cells as there are columns, and says once that there were more`() {
      #expect(columns("a", "b") && row("1", "2") && row("1") && heard.told == ["columns"])
      #expect(row("1", "2", "3") && row("4", "5", "6"))
      #expect(lines == "a\tb\n1\t2\n1\n1\t2\n4\t5\n")
      #expect(heard.told.dropFirst() == ["reading.row got more cells than there are columns"])
    }

    private static let isLate = "reading.columns was refused: name 1 to 256, before the first row"

    @Test func `takes rows of any length where no columns are named, and none after a row`() {
      #expect(row("1") && row("1", "2\t\n") && !columns("late"))
      #expect(lines == "1\n1\t2  \n" && heard.told == [Self.isLate])
    }

    @Test func `has its columns named before any bytes, too`() {
      let line = ImmortalText("1\n")
      let isTaken = unsafe table.pointee.bytes(table, line.text)
      #expect(isTaken && !columns("late") && lines == "1\n" && heard.told == [Self.isLate])
    }

    @Test func `has its columns named once`() {
      #expect(columns("a", "b") && !columns("c") && row("1", "2") && lines == "a\tb\n1\t2\n")
      #expect(heard.told == ["columns", Self.isLate])
    }

    @Test(arguments: ["\t", "\n", "\t\n", "\n\n", "a\n", "\nb", "a\nb", "a\tb", "a\tb\nc\t"])
    func `takes a cell for one line without tabs`(cell: String) {
      let plain = String(cell.map { $0 == "\t" || $0 == "\n" ? " " : $0 })
      #expect(columns("x", cell) && row(cell, "1") && row("2", cell))
      #expect(lines == "x\t\(plain)\n\(plain)\t1\n2\t\(plain)\n")
    }

    @Test(arguments: [0, 257])
    func `has from 1 to 256 columns`(count: Int) {
      let isTaken = unsafe texts(Array(repeating: "a", count: count)) {
        unsafe table.pointee.columns(table, $0, $1)
      }
      #expect(!isTaken && heard.delivered == [] && heard.told.count == 1)
      let fits = unsafe texts(Array(repeating: "a", count: 256)) {
        unsafe table.pointee.columns(table, $0, $1)
      }
      #expect(fits && heard.delivered.count == 512)
    }

    @Test func `says that nobody takes any more`() {
      heard.takesMore = false
      #expect(!row("1"))
    }

    @Test func `passes progress on where it is to be seen`() {
      for fraction in [0, 0.0005, 0.5, 0.5004, 1, 1.1, -1, .nan, 0.25] {
        unsafe table.pointee.progress(table, fraction)
      }
      #expect(
        heard.told == [
          "progress 0.0", "progress 0.5", "progress 1.0", "beyond 1.1", "progress none",
          "progress 0.25",
        ])
    }

    @Test func `passes on why it fails as far as a sentence goes, and what it logs`() {
      let long = ImmortalText(String(repeating: "x", count: 5000))
      let short = ImmortalText("why")
      unsafe table.pointee.fail(table, short.text, long.text)
      unsafe table.pointee.log(table, 2, short.text)
      #expect(heard.told == ["fail why: " + String(repeating: "x", count: 4096), "log 2 why"])
    }

    @Test func `counts a text with a length but no bytes as empty, and says so once`() {
      let none = unsafe childplugin_text_t(bytes: nil, length: 3)
      let isTaken = unsafe table.pointee.bytes(table, none)
      unsafe table.pointee.log(table, 1, none)
      unsafe table.pointee.log(table, 1, none)
      #expect(isTaken && heard.delivered == [])
      let what = "got a text with a length but no bytes: it counts as empty"
      #expect(heard.told == ["reading.bytes \(what)", "reading.log \(what)", "log 1 ", "log 1 "])
    }

    @Test func `reads options as what they mean, and writes nothing where they do not`() {
      let (count, other) = (ImmortalText("count"), ImmortalText("other"))
      var (number, flag) = (Int64(7), true)
      let areRead = unsafe [
        table.pointee.integer(table, count.text, &number),
        table.pointee.integer(table, other.text, &number),
        table.pointee.integer(table, count.text, nil), table.pointee.flag(table, count.text, &flag),
      ]
      #expect(areRead == [true, false, false, false] && number == 12 && flag)
      let length = unsafe table.pointee.option(table, count.text, nil, 9)
      let missing = unsafe table.pointee.option(table, other.text, nil, 9)
      #expect(length == 2 && missing == .max)
    }

    @Test func `reads an option of each kind, and as text as far as there is room`() {
      let (on, share, wait) = (ImmortalText("on"), ImmortalText("share"), ImmortalText("wait"))
      var (flag, number, time) = (false, 0.0, Int64(0))
      let areRead = unsafe [
        table.pointee.flag(table, on.text, &flag),
        table.pointee.number(table, share.text, &number),
        table.pointee.duration(table, wait.text, &time),
      ]
      #expect(areRead == [true, true, true])
      #expect(flag && number == 0.5 && time == 1_500_000_000)
      var room = Array("....".utf8CString)
      let length = unsafe table.pointee.option(table, wait.text, &room, 3)
      #expect(length == 4 && room == Array("1.5.".utf8CString))
    }
  }
}
