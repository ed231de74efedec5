import Glibc
import HostSurface

/// A program on a terminal whose screen is read as a person reads it.
final class ScreenedProcess {
  let process: ChildProcess
  private let terminal: HeadlessTerminal
  /// The beginning of a sequence or of a character whose rest has not come.
  private var rest: [UInt8] = []

  init?(_ arguments: [String], columns: UInt16 = 80, rows: UInt16 = 24) {
    guard let process = ChildProcess.onTerminal(arguments, columns: columns, rows: rows) else {
      return nil
    }
    self.process = process
    terminal = HeadlessTerminal(columns: Int(columns), rows: Int(rows))
  }

  var rows: [String] { terminal.rows }

  /// Types keys, and waits until the screen is so, at most a minute.
  ///
  /// - Returns: the milliseconds that it took; nil when it did not come to that.
  func milliseconds(typing keys: String, until isDone: ([String]) -> Bool) -> Double? {
    let start = nanosecondsNow()
    process.type(keys)
    while !isDone(terminal.rows) {
      guard nanosecondsNow() - start < 60_000_000_000 else { return nil }
      guard let bytes = process.read(timeoutMilliseconds: 1000) else { continue }
      if bytes.isEmpty { return nil }
      take(bytes)
    }
    return Double(nanosecondsNow() - start) / 1e6
  }

  /// Shows what comes for so long.
  func watch(milliseconds: Int64) {
    let deadline = nanosecondsNow() + milliseconds * 1_000_000
    while nanosecondsNow() < deadline {
      if let bytes = process.read(timeoutMilliseconds: 5) { take(bytes) }
    }
  }

  /// What is read may end within a sequence or a character: that waits for its rest.
  private func take(_ bytes: [UInt8]) {
    let all = rest + bytes
    var end = all.count
    if let escape = all.lastIndex(of: 0x1B), !Self.isWhole(all[escape...]) { end = escape }
    while end > 0, end == all.count, let lead = all.lastIndex(where: { $0 & 0xC0 != 0x80 }),
      all[lead] >= 0xC0, all.count - lead < (all[lead] < 0xE0 ? 2 : all[lead] < 0xF0 ? 3 : 4)
    { end = lead }
    terminal.apply(Array(all[..<end]))
    rest = Array(all[end...])
  }

  private static func isWhole(_ sequence: ArraySlice<UInt8>) -> Bool {
    let body = sequence.dropFirst()
    guard let kind = body.first else { return false }
    switch kind {
    case UInt8(ascii: "["): return body.dropFirst().contains { 0x40...0x7E ~= $0 }
    case UInt8(ascii: "]"), UInt8(ascii: "P"): return body.contains(7)
    default: return true
    }
  }

  func end() { process.finish(killing: true) }
}
