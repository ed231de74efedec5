internal import HostSurface
internal import HostSystem
internal import HostText

/// Formats and writes one-line error messages for the user: what is wrong, where, and what to do.
enum Diagnostic {
  /// Formats `statehost: what: where: what to do`.
  static func line(_ what: String, _ place: String, _ remedy: String) -> String {
    "statehost: \(what): \(place): \(remedy)"
  }

  /// Writes `statehost: what: where: what to do` to standard error.
  static func write(_ what: String, _ place: String, _ remedy: String) {
    write(line(what, place, remedy))
  }

  /// Writes a line without unsafe characters, to standard error by default; a closed output is ignored.
  static func write(_ line: String, to output: any OutputPort = StandardOutput.error) {
    var bytes: [UInt8] = []
    HarmlessText.appendLine(line.utf8.span, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    output.writeAll(bytes.span)
  }
}
