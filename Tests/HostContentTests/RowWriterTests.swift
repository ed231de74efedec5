import Glibc
import Testing

@testable import HostContent
@testable import HostSystem

/// Rows that are written on instead of being kept.
@Suite struct RowWriterTests {
  private let unchanged: RowWriter.Sanitizer = { row, clean in clean += row.copied }

  /// The output when `script` runs and its rows are written on.
  private func passed(
    _ script: String, sanitizer: RowWriter.Sanitizer? = nil, isError: Bool = false
  ) throws -> ([UInt8], Loop) {
    let output = KeptOutput()
    let writer = RowWriter(output: output, sanitizer: sanitizer)
    let loop = try Loop.loaded(
      .command(["sh", "-c", script]),
      .with { if isError { $0.errorWriter = writer } else { $0.rowWriter = writer } })
    return (output.taken, loop)
  }

  @Test func `every byte passes as it is`() throws {
    let (bytes, loop) = try passed("printf 'a\\r\\n\\000\\033[31m\\377\\n\\nlast'")
    #expect(bytes == Array("a\r\n\0\u{1B}[31m".utf8) + [0xFF] + Array("\n\nlast".utf8))
    #expect(loop.content.rowCount == 4 && loop.content.hasContent && loop.content.isComplete)
  }

  @Test(arguments: [false, true])
  func `rows and lines of standard error pass through the sanitizer, and each ends`(
    isError: Bool
  ) throws {
    let script = "printf 'a\\033b\\r\\n\\nlast'" + (isError ? " >&2" : "")
    let (bytes, loop) = try passed(
      script,
      sanitizer: { row, clean in
        for index in row.indices {
          clean.append(row[index] < 0x20 ? UInt8(ascii: "?") : row[index])
        }
      }, isError: isError)
    #expect(String(decoding: bytes, as: UTF8.self) == "a?b\n\nlast\n")
    #expect(loop.content.rowCount == (isError ? 0 : 3))
  }

  @Test func `rows of plain text need no sanitizer`() throws {
    let (bytes, _) = try passed("printf 'plain\\n\\033x\\nplain\\n'") { _, clean in
      clean.append(UInt8(ascii: "!"))
    }
    #expect(String(decoding: bytes, as: UTF8.self) == "plain\n!\nplain\n")
  }

  @Test func `a huge row passes cut and says so`() throws {
    let (bytes, loop) = try passed(
      "head -c 1500000 /dev/zero | tr '\\0' x; echo; echo end", sanitizer: unchanged)
    let tail = " [cut: 1500000 bytes]\nend\n"
    #expect(bytes.count == RowLimits.maxRowBytes + tail.utf8.count)
    #expect(bytes.suffix(tail.utf8.count) == Array(tail.utf8)[...])
    #expect(loop.content.notices == [.longRows(1)])
  }

  @Test func `the return before the end of a row goes with it, but not that of a row that was cut`()
    throws
  {
    let full = RowLimits.maxRowBytes
    let (bytes, _) = try passed(
      "printf 'a\\r\\n'; head -c \(full - 1) /dev/zero | tr '\\0' x; printf '\\ry\\n'",
      sanitizer: unchanged)
    let row = [UInt8](repeating: UInt8(ascii: "x"), count: full - 1) + [0x0D]
    #expect(bytes == Array("a\n".utf8) + row + Array(" [cut: \(full + 1) bytes]\n".utf8))
  }

  @Test func `standard error passes whole, also when the command succeeds, and its end is kept`()
    throws
  {
    let (bytes, loop) = try passed(
      "printf 'e\\r\\000\\377\\n' >&2; seq 100000 >&2; echo row", isError: true)
    let numbers = (1...100_000).map { "\($0)\n" }.joined()
    #expect(bytes == Array("e\r\0".utf8) + [0xFF, 0x0A] + Array(numbers.utf8))
    #expect(loop.content.error == nil && loop.content.standardError.last == "100000")
  }

  @Test(
    arguments: [
      ("aB\r\n\nAb\nx\nlast ab", "ab", .automatic, "aB\r\nAb\nlast ab\n"),
      ("ab\nAb\n", "Ab", .none, "Ab\n"),
      ("\u{1B}[31ma\u{1B}[0mb\nx\n", "ab", .none, "\u{1B}[31ma\u{1B}[0mb\n"),
      ("name,n\n\"a\"\"b\",1\nc,2\n", "a\"b", .commaSeparated, "name,n\n\"a\"\"b\",1\n"),
      ("name\tn\nx\t1\nab\t2\n", "ab", .tabSeparated, "name\tn\nab\t2\n"),
      ("name,n\nx,1\nab,2\n", "ab", .automatic, "ab,2\n"),
      ("{\"a\":1}\n{\"b\":2}\n", "b", .members, "{\"b\":2}\n"), ("x\ny\n", "ab", .none, ""),
    ] as [(String, String, Columns.Request, String)])
  func `only rows that match the filter are written, and the header of a requested table`(
    rows: String, text: String, columns: Columns.Request, written: String
  ) {
    let output = KeptOutput()
    let writer = RowWriter(output: output, filter: RowFilter(Array(text.utf8)), columns: columns)
    let bytes = Array(rows.utf8)
    for index in bytes.indices { writer.write(bytes.span.extracting(index..<index + 1)) }
    writer.finish()
    #expect(string(output.taken.span) == written)
    #expect(writer.rowCount == bytes.count { $0 == 0x0A } + (bytes.last == 0x0A ? 0 : 1))
  }

  @Test
  func `rows that match are written however many there are between them, in pieces of any size`() {
    let rows = (0..<30_000).map { row in
      switch row % 7 {
      case 0 where row % 3 == 0: "é \(row)"
      case 1: "\(row)\r"
      case 2: ""
      default: "\(row * 7919 % 30_000)"
      }
    }
    let bytes = Array(rows.map { $0 + "\n" }.joined().utf8)
    for (text, size) in [("777", bytes.count), ("777", 4095), ("1", 10_000), ("é 2", 65_536)] {
      let output = KeptOutput()
      let writer = RowWriter(output: output, filter: RowFilter(Array(text.utf8)))
      for start in stride(from: 0, to: bytes.count, by: size) {
        writer.write(bytes.span.extracting(start..<min(start + size, bytes.count)))
      }
      writer.finish()
      let wanted = rows.filter { $0.contains(text) }.map { $0 + "\n" }.joined()
      #expect(string(output.taken.span) == wanted, "\(text) \(size)")
      #expect(writer.rowCount == rows.count)
    }
  }

  @Test func `a line can be put between two rows`() {
    let output = KeptOutput()
    let writer = RowWriter(output: output)
    for text in ["whole\nhalf", "", "more\n"] {
      writer.write(Array(text.utf8).span)
      writer.interruptRow()
    }
    #expect(string(output.taken.span) == "whole\nhalf\nmore\n")
  }

  @Test(arguments: [-1, 0, 1])
  func `a row is cut where it is longer than a row may be`(excess: Int) {
    let output = KeptOutput()
    let writer = RowWriter(output: output, sanitizer: unchanged)
    let length = RowLimits.maxRowBytes + excess
    let row = [UInt8](repeating: 0x78, count: length) + [0x0A]
    for start in stride(from: 0, to: row.count, by: 65_536) {
      writer.write(row.span.extracting(start..<min(start + 65_536, row.count)))
    }
    let mark = excess > 0 ? " [cut: \(length) bytes]" : ""
    #expect(writer.cutRowCount == max(0, excess) && writer.rowCount == 1)
    #expect(output.taken.count == min(length, RowLimits.maxRowBytes) + mark.utf8.count + 1)
    #expect(output.taken.suffix(mark.utf8.count + 1) == Array((mark + "\n").utf8)[...])
  }

  @Test(arguments: [false, true])
  func `what arrives and is taken in pieces passes in its order`(isSanitized: Bool) {
    let output = KeptOutput(pieceCount: 3)
    let writer = RowWriter(output: output, sanitizer: isSanitized ? unchanged : nil)
    for text in ["first row\n", "sec\u{1B}ond", " row\nthird\n", "last"] {
      writer.write(Array(text.utf8).span)
    }
    writer.finish()
    while writer.hasPending { writer.flush() }
    let end = isSanitized ? "\n" : ""
    #expect(string(output.taken.span) == "first row\nsec\u{1B}ond row\nthird\nlast\(end)")
    #expect(writer.rowCount == 4 && writer.byteCount == 32)
  }

  @Test func `rows that were written cannot be loaded again`() {
    let fed = FedContent(.with { $0.rowWriter = RowWriter(output: KeptOutput()) })
    fed.load("")
    // Nor is it said that there were none.
    #expect(fed.content.isComplete && fed.content.notices.isEmpty && !fed.loader.canReload)
    #expect(fed.loader.start(at: 0) == .content && !fed.content.isLoading)
    #expect(fed.content.notices == [.cannotReload])
  }

  @Test func `more passes than could be kept`() throws {
    let content = try Loop.loaded(
      .command(["seq", "300000"]),
      .with {
        $0.limits = RowLimits(rows: 1, bytes: 1)
        $0.rowWriter = RowWriter(output: KeptOutput())
      }
    ).content
    #expect(content.rowCount == 300_000 && content.isComplete)
  }

  @Test func `an output that is gone ends the command`() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    close(ends[0])
    let output = OutputFile(owning: try FileDescriptor(duplicating: ends[1]))
    let writer = RowWriter(output: output)
    let loop = try Loop.loaded(.command(["yes"]), .with { $0.rowWriter = writer })
    #expect(writer.failure?.code == EPIPE)
    #expect(loop.content.error == nil && !loop.content.isComplete)
    close(ends[1])
  }
}
