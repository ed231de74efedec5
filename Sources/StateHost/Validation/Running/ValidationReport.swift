package import HostText

/// The formatter of the results of `statehost validate`, as text or JSON, with the command that
/// repeats each failed check.
package struct ValidationReport {
  private let seed: UInt64
  private let words: [String]

  /// `words` are the command-line options with the inputs of the plugins.
  package init(seed: UInt64, given words: [String] = []) { (self.seed, self.words) = (seed, words) }

  /// One check as a line, with details when it did not pass; all text is sanitised.
  ///
  /// Empty when an earlier check reported the same cause.
  package func text(of result: CheckResult, file: String) -> String {
    if result.sameAs != nil { return "" }
    let name = result.check
    let lines: [String] =
      switch result.outcome {
      case .passed: ["  passed   \(name)"]
      case .skipped: ["  skipped  \(name): \(result.happened)"]
      case .failed, .warning:
        [
          "  \(result.outcome == .failed ? "FAILED " : "warning")  \(name)",
          "           expected  \(result.expected)", "           happened  \(result.happened)",
          "           \(result.isSeenAfterCall ? "seen      after " : "in        ")\(result.call)",
        ] + result.callsBefore.suffix(3).map { "           after     \($0)" } + [
          "           again     \(again(name, file))"
        ]
      }
    return lines.map { HarmlessText.cleanLine($0) + "\n" }.joined()
  }

  /// For each cause, a line with the other checks that failed for it, then the file's summary line.
  package static func summary(of file: PluginCheckResults) -> String {
    var text = ""
    for check in file.results.map(\.check) {
      let others = file.brokenAlike(check)
      if others.isEmpty { continue }
      let more = others.count > 4 ? " and \(others.count - 4) more" : ""
      text +=
        "  \(check): the same cause broke \(others.count) more: "
        + others.prefix(4).joined(separator: ", ") + more + "\n"
    }
    let warnings = file.count(.warning)
    let more = file.leftOut > 0 ? "; \(file.leftOut) more with --strictness 10" : ""
    return text + "  \(file.count(.passed)) passed, \(file.count(.failed)) failed, "
      + "\(warnings) warning\(warnings == 1 ? "" : "s"), \(file.count(.skipped)) skipped\(more)\n"
  }

  /// The command that repeats one check.
  private func again(_ check: String, _ file: String) -> String {
    "statehost validate --only \(check) --seed \(seed) \(ShellWords.quoted(words + [file]))"
  }

  /// All files as one JSON object with one check per line and a newline at its end.
  ///
  /// `given` are the inputs of the plugins, as an object.
  package func json(_ files: [PluginCheckResults], strictness: Int, given: JSONValue) -> [UInt8] {
    var bytes = Array("{\"seed\":\(seed),\"strictness\":\(strictness),\"given\":".utf8)
    bytes.appendJSON(given)
    bytes.appendUTF8(",\"files\":")
    bytes.appendJSONList(files) { append($0, to: &$1) }
    bytes.appendUTF8("}\n")
    return bytes
  }

  private func append(_ file: PluginCheckResults, to bytes: inout [UInt8]) {
    bytes.appendUTF8("{\"file\":")
    bytes.appendJSONString(file.file)
    for outcome in [CheckResult.Outcome.passed, .failed, .warning, .skipped] {
      bytes.appendUTF8(",\"\(outcome.rawValue)\":\(file.count(outcome))")
    }
    bytes.appendUTF8(",\"checks\":")
    bytes.appendJSONList(file.results, separator: ",\n") {
      $1.appendJSON(json(of: $0, file: file.file))
    }
    bytes.appendUTF8("}")
  }

  private func json(of result: CheckResult, file: String) -> JSONValue {
    var members = [
      ("name", JSONValue.text(result.check)), ("result", .text(result.outcome.rawValue)),
    ]
    switch result.outcome {
    case .passed: break
    case .skipped: members.append(("reason", .text(result.happened)))
    case .failed, .warning:
      members += [
        ("expected", .text(result.expected)), ("happened", .text(result.happened)),
        (result.isSeenAfterCall ? "seenAfter" : "call", .text(result.call)),
        ("again", .text(again(result.check, file))),
      ]
    }
    if let teller = result.sameAs { members.append(("sameAs", .text(teller))) }
    if !result.callsBefore.isEmpty { members.append(("after", .texts(result.callsBefore))) }
    members += [("level", .integer(result.level)), ("milliseconds", .integer(result.milliseconds))]
    return JSONValue(content: .object(members.map { JSONMember(name: $0, value: $1) }))
  }
}
