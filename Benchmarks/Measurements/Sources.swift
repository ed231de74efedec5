import Glibc

/// How fast a source plugin's rows reach the content, one call each, against the same from a pipe.
struct Sources {
  let workshop: Workshop
  private static let runs = 5
  private static let rows = 2_000_000

  func measure() -> [Measurement] {
    unsafe mkdir(workshop.folder + "/source", 0o755)
    let made = workshop.compile("source-plugin", to: "source/source.so", ["-shared", "-fPIC"])
    guard made != nil else {
      return [Measurement(name: "rows of a source", value: "no compiler", number: .nan)]
    }
    let file = workshop.write(table(), to: "source-rows.txt")
    let shown = " --snapshot - --size 80x24"
    let program = "'\(workshop.statehost)'"
    var ours: [Double] = []
    var theirs: [Double] = []
    for _ in 0..<Self.runs {
      theirs.append(milliseconds("cat '\(file)' | \(program)\(shown)"))
      ours.append(
        milliseconds(
          "\(program) --plugins '\(workshop.folder)/source'"
            + " --source org.example.rows=\(Self.rows)\(shown)"))
    }
    let ratio = median(ours) / median(theirs)
    let millions = Double(Self.rows) / 1000 / median(ours)
    return [
      Measurement(
        name: "rows of eight cells that a source delivers one by one",
        value: "\(text(millions, digits: 2)) million/s", number: ratio,
        yardstick: "\(text(ratio, digits: 2)) x the same through a pipe from cat "
          + "(\(text(Double(Self.rows) / 1000 / median(theirs), digits: 2)) million/s)",
        goal: "<= 3 x", isMet: ratio <= 3)
    ]
  }

  /// How long it takes to show the content once it is whole.
  private func milliseconds(_ line: String) -> Double {
    let began = nanosecondsNow()
    guard let process = ChildProcess.piped(["sh", "-c", line]) else { return .nan }
    let output = String(decoding: process.readToEnd(), as: UTF8.self)
    let elapsed = Double(nanosecondsNow() - began) / 1e6
    process.finish(killing: false)
    let last = output.split(separator: "\n").last ?? ""
    return last.hasPrefix(" 1/2,000,000") ? elapsed : .nan
  }

  /// The rows that source-plugin.c delivers.
  private func table() -> [UInt8] {
    let row = Array((0..<8).map { "cell-\(10000 + $0 * 7919)" }.joined(separator: "\t").utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.rows * (row.count + 1))
    for _ in 0..<Self.rows {
      bytes += row
      bytes.append(0x0A)
    }
    return bytes
  }
}
