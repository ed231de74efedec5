import Glibc

/// What the program does while nothing moves, and how much memory it has needed.
struct Idle {
  let workshop: Workshop
  private static let seconds: UInt32 = 10

  func measure() -> [Measurement] {
    let few = workshop.write(Array("first frame\nsecond row\n".utf8), to: "rows.txt")
    var rows: [Measurement] = []
    watch(few) { process in
      // A process that sleeps in one system call and makes no other is never switched to.
      usleep(500_000)
      let before = Self.switches(of: process.processID)
      sleep(Self.seconds)
      let count = Self.switches(of: process.processID) - before
      rows.append(
        Measurement(
          name: "wake-ups in \(Self.seconds) idle seconds (each system call needs one)",
          value: "\(count)", number: Double(count), goal: "0", isMet: count == 0))
      rows.append(memory("peak memory, a file of two rows", process))
    }
    watch(workshop.write(manyRows(), to: "million.txt")) { process in
      usleep(1_500_000)
      rows.append(memory("peak memory, a file of a million rows (79 MB)", process))
    }
    return rows
  }

  private func watch(_ file: String, _ body: (ChildProcess) -> Void) {
    guard
      let process = ChildProcess.onTerminal([workshop.statehost, file], columns: 80, rows: 24)
    else { return }
    if process.readUntil("first frame") { body(process) }
    process.finish(killing: true)
  }

  private func manyRows() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(80_000_000)
    let rest = Array(
      " first frame and then a line that is about as long as those of a log are\n".utf8)
    for number in 0..<1_000_000 {
      bytes += String(number).utf8
      bytes += rest
    }
    return bytes
  }

  private func memory(_ name: String, _ process: ChildProcess) -> Measurement {
    let kilobytes = Self.fact("VmHWM:", in: "/proc/\(process.processID)/status")
    return Measurement(
      name: name, value: "\(text(Double(kilobytes) / 1024)) MiB", number: Double(kilobytes) / 1024)
  }

  /// How often a process has been given a processor.
  static func switches(of process: pid_t) -> Int {
    let status = "/proc/\(process)/status"
    return fact("voluntary_ctxt_switches:", in: status)
      + fact("nonvoluntary_ctxt_switches:", in: status)
  }

  /// The number after a name in a file of /proc.
  static func fact(_ name: String, in path: String) -> Int {
    let text = String(decoding: Workshop.read(path), as: UTF8.self)
    for line in text.split(separator: "\n") where line.hasPrefix(name) {
      return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).compactMap { Int($0) }.first
        ?? 0
    }
    return 0
  }
}
