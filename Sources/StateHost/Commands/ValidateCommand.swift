internal import Glibc
internal import HostValidation

/// `statehost validate`: whether plugins keep the contract of the header.
struct ValidateCommand {
  let options: ValidateOptions

  func run() throws(CommandFailure) -> Int32 {
    if options.isList { return list() }
    for file in options.files where unsafe access(file, F_OK) != 0 {
      throw CommandFailure(
        line: Complaint.line("no such file", file, "write the path of a plugin, a .so file"))
    }
    var validator = Validator()
    validator.strictness = options.strictness
    validator.seed = options.seed
    validator.only = options.only
    validator.skipped = options.skipped
    validator.limitNanoseconds = options.limitNanoseconds
    let files = options.files.map { check($0, validator) }
    if options.isJSON {
      let json = ValidationReport.json(
        files, strictness: options.strictness, seed: options.seed)
      writeAll(json, to: STDOUT_FILENO)
    }
    let hasFailed = files.contains { $0.count(.failed) > 0 }
    return hasFailed ? ExitStatus.failedCheck : ExitStatus.done
  }

  private func check(_ file: String, _ validator: Validator) -> FileResult {
    if options.isJSON { return validator.check(file) }
    Complaint.write(file, to: STDOUT_FILENO)
    let result = validator.check(file) { result in
      let text = ValidationReport.text(of: result, file: file, seed: options.seed)
      writeAll(Array(text.utf8), to: STDOUT_FILENO)
    }
    writeAll(Array(ValidationReport.summary(of: result).utf8), to: STDOUT_FILENO)
    return result
  }

  private func list() -> Int32 {
    let checks = CheckTable.all
    let width = checks.map(\.name.utf8.count).max() ?? 0
    let lines = checks.map { check in
      let gap = String(repeating: " ", count: width - check.name.utf8.count)
      let level = (check.level < 10 ? " " : "") + String(check.level)
      let mark = check.severity == .warning ? "warns " : "fails "
      return "\(level)  \(mark)  \(check.name)\(gap)  \(check.purpose)\n"
    }
    writeAll(Array(lines.joined().utf8), to: STDOUT_FILENO)
    return ExitStatus.done
  }
}
