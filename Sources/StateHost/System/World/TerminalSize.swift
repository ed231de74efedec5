/// How many cells a terminal shows.
package struct TerminalSize: Equatable, Sendable {
  /// What a terminal says is brought into these bounds.
  package static let limit = TerminalSize(columns: 4096, rows: 2048)

  /// What is taken where nobody says.
  package static let standard = TerminalSize(columns: 80, rows: 24)

  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The size that the kernel says; where it says 0, `COLUMNS` and `LINES`; else 80×24.
  package init(kernelColumns: Int, kernelRows: Int, environment: (String) -> String?) {
    columns = Self.side(
      kernelColumns, environment("COLUMNS"), otherwise: Self.standard.columns,
      limit: Self.limit.columns)
    rows = Self.side(
      kernelRows, environment("LINES"), otherwise: Self.standard.rows, limit: Self.limit.rows)
  }

  private static func side(_ kernel: Int, _ word: String?, otherwise: Int, limit: Int) -> Int {
    if kernel > 0 { return min(kernel, limit) }
    guard let word, let number = Int(word), number > 0 else { return otherwise }
    return min(number, limit)
  }
}
