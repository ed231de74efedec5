internal import CHostSystem
internal import Glibc
internal import HostPlugins
internal import HostSystem
internal import HostValidation

/// `statehost validate`: whether plugins keep the contract of the header.
struct ValidateCommand {
  let options: ValidateOptions

  func run() throws(CommandFailure) -> Int32 {
    if options.isList { return try list() }
    for file in options.files where unsafe host_exists(file) == 0 {
      throw CommandFailure(
        line: Complaint.line("no such file", file, "write the path of a plugin, a .so file"))
    }
    SignalInbox.ignoreFileLimit()
    var validator = Validator(
      by: try InstalledPlugins.trust(options, pins: PluginPins()))
    validator.strictness = options.strictness
    validator.seed = options.seed
    validator.only = options.only
    validator.skipped = options.skipped
    validator.limitNanoseconds = options.limitNanoseconds
    let files = try options.files.map { file throws(CommandFailure) in try check(file, validator) }
    if options.isJSON {
      let json = ValidationReport.json(
        files, strictness: options.strictness, seed: options.seed)
      try deliver(json)
    }
    let hasFailed = files.contains { $0.count(.failed) > 0 }
    return hasFailed ? ExitStatus.failedCheck : ExitStatus.done
  }

  private func check(_ file: String, _ validator: Validator) throws(CommandFailure) -> FileResult {
    if !options.isJSON { Complaint.write(file, to: StandardOutput.output) }
    let result: FileResult
    var reasonsToSkip: Set<String> = []
    do throws(NoChecks) {
      result = try validator.check(file) { result in
        if options.isJSON { return }
        if result.outcome == .skipped, !reasonsToSkip.insert(result.happened).inserted { return }
        let text = ValidationReport.text(of: result, file: file, seed: options.seed)
        StandardOutput.output.writeAll(Array(text.utf8).span)
      }
    } catch {
      throw CommandFailure(
        line: Complaint.line("not all checks can be run (\(error.reason))", file, error.remedy))
    }
    if let line = SecurityText.line(lacking: result.lacking) { Complaint.write(line) }
    if !options.isJSON { try deliver(Array(ValidationReport.summary(of: result).utf8)) }
    return result
  }

  private func list() throws(CommandFailure) -> Int32 {
    let checks = CheckTable.all
    let width = checks.map(\.name.utf8.count).max() ?? 0
    let lines = checks.map { check in
      let gap = String(repeating: " ", count: width - check.name.utf8.count)
      let level = (check.level < 10 ? " " : "") + String(check.level)
      let mark = check.severity == .warning ? "warns " : "fails "
      return "\(level)  \(mark)  \(check.name)\(gap)  \(check.purpose)\n"
    }
    try deliver(Array(lines.joined().utf8))
    return ExitStatus.done
  }
}
