import ChildPluginKit

extension Content {
  /// The most bytes of a row that are read where what comes last may stand first.
  private static var wholeRow: Int { 1 << 20 }

  /// Reads so much of a cell, or of the whole row, as so many columns can show, and prints it.
  func read(
    row: Int, column: Int? = nil, into cell: inout PrintedText, columns: Int, host: Host
  ) {
    // A column holds at most a character of four bytes, and some marks that combine with it.
    let limit = max(0, min(65_536, columns * 4 + 64))
    let length = read(row: row, column: column, into: &cell.text, limit: limit)
    if length > cell.text.count, cell.goesBack {
      read(row: row, column: column, into: &cell.text, limit: Self.wholeRow)
    }
    cell.print(host: host)
  }
}
