internal import Glibc
internal import HostPlugins
internal import HostSystem
internal import HostValidation

/// The command `statehost validate`: tests whether plugin files obey the rules of the plugin interface, and prints
/// the results.
struct ValidateCommand {
  let options: ValidateOptions

  func run() throws(CommandFailure) -> Int32 {
    if options.isList { return try list() }
    try requirePlugins(options.files)
    try SecurityText.requireSandbox(options.plugins)
    SignalInbox.ignoreFileLimit()
    var validator = Validator(
      by: try InstalledPlugins.trust(options.plugins, pins: PluginPins()))
    validator.strictness = options.strictness
    validator.seed = options.seed
    validator.only = options.only
    validator.skipped = options.skipped
    validator.limitNanoseconds = options.limitNanoseconds
    let inputs = try inputs(for: validator)
    var files: [FileResult] = []
    for (file, inputs) in zip(options.files, inputs) {
      files.append(try check(file, given: inputs, validator))
    }
    if options.isJSON {
      try deliver(report.json(files, strictness: options.strictness, given: given.json))
    }
    let hasFailed = files.contains { $0.count(.failed) > 0 }
    return hasFailed ? ExitStatus.failedCheck : ExitStatus.done
  }

  private var given: ValidationArguments { ValidationArguments(options: options) }

  private var report: ValidationReport { ValidationReport(seed: options.seed, given: given.words) }

  /// Reads each plugin's types and assigns the inputs of the command line.
  private func inputs(for validator: Validator) throws(CommandFailure) -> [ValidationInputs] {
    guard given.isAny else { return options.files.map { _ in ValidationInputs() } }
    let plugins = try options.files.map { file throws(CommandFailure) in
      do throws(ValidationUnavailable) { return try validator.types(in: file) } catch {
        throw CommandFailure(error, file: file)
      }
    }
    return try given.divided(among: plugins)
  }

  private func check(
    _ file: String, given inputs: ValidationInputs, _ validator: Validator
  ) throws(CommandFailure) -> FileResult {
    if !options.isJSON { Diagnostic.write(file, to: StandardOutput.output) }
    let result: FileResult
    var reasonsToSkip: Set<String> = []
    do throws(ValidationUnavailable) {
      result = try validator.check(file, given: inputs) { result in
        if options.isJSON { return }
        if result.outcome == .skipped, !reasonsToSkip.insert(result.happened).inserted { return }
        StandardOutput.output.writeAll(Array(report.text(of: result, file: file).utf8).span)
      }
    } catch {
      throw CommandFailure(error, file: file)
    }
    if !options.isJSON { try deliver(Array(ValidationReport.summary(of: result).utf8)) }
    return result
  }

  private func list() throws(CommandFailure) -> Int32 {
    let checks = Check.all
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

extension CommandFailure {
  fileprivate init(_ error: ValidationUnavailable, file: String) {
    self.init("not all checks can be run (\(error.reason))", file, error.remedy)
  }
}
