import Glibc

/// What it costs to read a screen of cells, each by itself and all by one call, in this process and
/// in a worker, against a loop of C that copies the same bytes from memory.
struct Screens {
  let workshop: Workshop
  private static let runs = 5
  /// As many as cells-plugin.c reads.
  private static let rows = 5000

  func measure() -> [Measurement] {
    unsafe mkdir(workshop.folder + "/cells", 0o755)
    let made = workshop.compile("cells-plugin", to: "cells/cells.so", ["-shared", "-fPIC"])
    guard made != nil else {
      return [Measurement(name: "a screen of cells", value: "no compiler", number: .nan)]
    }
    let file = workshop.write(table(), to: "cells.txt")
    return [("none", "in this process"), ("auto", "in a worker")].map { isolation, place in
      let times = (0..<Self.runs).map { _ in nanoseconds(isolation, file) }
        .filter { $0.count == 3 }
      let (each, batch) = (median(times.map { $0[0] }), median(times.map { $0[1] }))
      let bare = median(times.map { $0[2] })
      return Measurement(
        name: "a screen of 50 rows of 8 cells read by the batch, \(place)",
        value: "\(text(batch / 1e3, digits: 2)) us", number: batch / bare,
        yardstick: "\(text(batch / each, digits: 2)) x cell by cell "
          + "(\(text(each / 1e3, digits: 2)) us), \(text(batch / bare)) x a C loop over memory "
          + "(\(text(bare / 1e3, digits: 2)) us)")
    }
  }

  /// What the child shows: cell by cell, by the batch, from memory.
  private func nanoseconds(_ isolation: String, _ file: String) -> [Double] {
    let words = [
      workshop.statehost, "--isolation", isolation, "--plugins", workshop.folder + "/cells",
      "--snapshot", "-", "--size", "80x24", file,
    ]
    guard let process = ChildProcess.piped(words) else { return [] }
    let output = String(decoding: process.readToEnd(), as: UTF8.self)
    process.finish(killing: false)
    return output.split(separator: "\n").first?.split(separator: " ")
      .compactMap { Double($0) } ?? []
  }

  /// Rows of eight columns that stand below each other.
  private func table() -> [UInt8] {
    var bytes: [UInt8] = []
    for row in -1..<Self.rows {
      for column in 0..<8 {
        let cell = Array((row < 0 ? "COLUMN-\(column)" : "cell-\(row * 7919 % 100_003)").utf8)
        bytes += cell
        if column < 7 { bytes += [UInt8](repeating: 0x20, count: 14 - cell.count) }
      }
      bytes.append(0x0A)
    }
    return bytes
  }
}
