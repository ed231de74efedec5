internal import HostSurface
internal import HostSystem
internal import HostText

/// One line for standard error that says what is wrong, where, and what to do.
enum Complaint {
  /// `statehost: what: where: what to do`, with whatever a terminal would act on taken out.
  static func line(_ what: String, _ place: String, _ remedy: String) -> String {
    "statehost: \(what): \(place): \(remedy)"
  }

  /// Writes a line, to standard error unless told otherwise; harmless, and whole or not at all where
  /// that is closed.
  static func write(_ line: String, to output: any OutputPort = StandardOutput.error) {
    var bytes: [UInt8] = []
    HarmlessText.appendLine(line.utf8.span, to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    output.writeAll(bytes.span)
  }
}
