/// Prints measurements as a table that a person can read and as JSON that a program can.
enum Report {
  static func table(_ rows: [Measurement]) -> String {
    let isBeside = rows.contains { !$0.beside.isEmpty }
    let header = ["", "measured", "against", "goal", "", isBeside ? "the other build" : ""]
    let lines = rows.map { row in
      [
        row.name, row.value, row.yardstick, row.goal,
        row.isMet.map { $0 ? "met" : "MISSED" } ?? "", row.beside,
      ]
    }
    let widths = (0..<header.count).map { column in
      ([header] + lines).map { $0[column].count }.max() ?? 0
    }
    return ([header] + lines).map { cells in
      zip(cells, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  static func json(_ rows: [Measurement]) -> String {
    let items = rows.map { row in
      let number = row.number.isFinite ? "\(row.number)" : "null"
      let met = row.isMet.map { "\($0)" } ?? "null"
      return "  {\"name\": \"\(row.name)\", \"value\": \(number), \"text\": \"\(row.value)\", "
        + "\"against\": \"\(row.yardstick)\", \"goal\": \"\(row.goal)\", \"met\": \(met)}"
    }
    return "[\n" + items.joined(separator: ",\n") + "\n]\n"
  }
}
