import HostSystem
import Testing

@Suite struct TerminalSizeTests {
  @Test(
    arguments: [
      (132, 43, [:], 132, 43), (0, 0, [:], 80, 24),
      (0, 0, ["COLUMNS": "100", "LINES": "30"], 100, 30),
      (0, 0, ["COLUMNS": "-3", "LINES": "x"], 80, 24), (90, 0, ["LINES": "30"], 90, 30),
      (65535, 65535, [:], 4096, 2048),
      (0, 0, ["COLUMNS": "999999", "LINES": "999999"], 4096, 2048),
      (1, 1, [:], 1, 1),
    ] as [(Int, Int, [String: String], Int, Int)])
  func `a size that the kernel does not know is looked for elsewhere`(
    columns: Int, rows: Int, environment: [String: String], expectedColumns: Int, expectedRows: Int
  ) {
    let size = TerminalSize(
      kernelColumns: columns, kernelRows: rows, environment: { environment[$0] })
    #expect(size == TerminalSize(columns: expectedColumns, rows: expectedRows))
  }
}
