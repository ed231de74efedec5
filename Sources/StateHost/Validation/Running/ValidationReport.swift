internal import HostStates
internal import HostSurface

/// The results as people read them, and as programs do.
package enum ValidationReport {
  /// One check as a line, and what there is to say when it did not pass; every line harmless.
  package static func text(of result: CheckResult, file: String, seed: UInt64) -> String {
    let name = result.check
    let lines: [String] =
      switch result.outcome {
      case .passed: ["  passed   \(name)"]
      case .skipped: ["  skipped  \(name): \(result.happened)"]
      case .failed, .warning:
        [
          "  \(result.outcome == .failed ? "FAILED " : "warning")  \(name)",
          "           expected  \(result.expected)",
          "           happened  \(result.happened)",
          "           in        \(result.call)",
        ] + before(result) + ["           again     \(again(name, file: file, seed: seed))"]
      }
    return lines.map { HarmlessText.cleanLine($0) + "\n" }.joined()
  }

  private static func before(_ result: CheckResult) -> [String] {
    result.callsBefore.suffix(3).map { "           after     \($0)" }
  }

  /// The last line of a file.
  package static func summary(of file: FileResult) -> String {
    var parts = ["\(file.count(.passed)) passed", "\(file.count(.failed)) failed"]
    let warnings = file.count(.warning)
    parts.append(warnings == 1 ? "1 warning" : "\(warnings) warnings")
    parts.append("\(file.count(.skipped)) skipped")
    let more = file.leftOut > 0 ? "; \(file.leftOut) more with --strictness 10" : ""
    return "  " + parts.joined(separator: ", ") + more + "\n"
  }

  /// The command that runs one check again.
  static func again(_ check: String, file: String, seed: UInt64) -> String {
    "statehost validate --only \(check) --seed \(seed) \(quoted(file))"
  }

  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "+"):
        true
      default: false
      }
    }
    if isPlain { return word }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }

  /// All files as one JSON object, with a newline.
  package static func json(_ files: [FileResult], strictness: Int, seed: UInt64) -> [UInt8] {
    var bytes = Array("{\"seed\":\(seed),\"strictness\":\(strictness),\"files\":[".utf8)
    for (index, file) in files.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(file, seed: seed, to: &bytes)
    }
    bytes += Array("]}\n".utf8)
    return bytes
  }

  private static func append(_ file: FileResult, seed: UInt64, to bytes: inout [UInt8]) {
    bytes += Array("{\"file\":".utf8)
    bytes.appendJSONString(file.file)
    for outcome in [CheckResult.Outcome.passed, .failed, .warning, .skipped] {
      bytes += Array(",\"\(outcome.rawValue)\":\(file.count(outcome))".utf8)
    }
    bytes += Array(",\"checks\":[".utf8)
    for (index, result) in file.results.enumerated() {
      bytes += Array((index > 0 ? ",\n" : "\n").utf8)
      append(result, file: file.file, seed: seed, to: &bytes)
    }
    bytes += Array("]}".utf8)
  }

  private static func append(
    _ result: CheckResult, file: String, seed: UInt64, to bytes: inout [UInt8]
  ) {
    var members = [("name", result.check), ("result", result.outcome.rawValue)]
    switch result.outcome {
    case .passed: break
    case .skipped: members.append(("reason", result.happened))
    case .failed, .warning:
      members += [
        ("expected", result.expected), ("happened", result.happened), ("call", result.call),
        ("again", again(result.check, file: file, seed: seed)),
      ]
    }
    bytes.append(UInt8(ascii: "{"))
    for (name, value) in members {
      bytes += Array("\"\(name)\":".utf8)
      bytes.appendJSONString(value)
      bytes.append(UInt8(ascii: ","))
    }
    if !result.callsBefore.isEmpty {
      bytes += Array("\"after\":[".utf8)
      for (index, call) in result.callsBefore.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.appendJSONString(call)
      }
      bytes += Array("],".utf8)
    }
    bytes += Array("\"level\":\(result.level),\"milliseconds\":\(result.milliseconds)}".utf8)
  }
}
