internal import Glibc
internal import HostPlugins
internal import HostRuntime
internal import HostStates
internal import HostSystem
internal import HostText
internal import HostValidation

/// The command `statehost validate`: tests whether plugin files obey the rules of the plugin ABI,
/// and prints the results; exit status 1 if a check fails.
struct ValidateCommand {
  let options: ValidateOptions

  func run() throws(CommandFailure) -> Int32 {
    if options.isList { return try list() }
    try requirePlugins(options.files)
    try SandboxText.requireSandbox(options.plugins)
    SignalInbox.ignoreFileLimit()
    var validator = Validator(
      by: try InstalledPlugins.trust(options.plugins, pins: PluginPins()))
    validator.strictness = options.strictness
    validator.seed = options.seed
    validator.only = options.only
    validator.skipped = options.skipped
    validator.limitNanoseconds = options.limitNanoseconds
    let inputs = try inputs(for: validator)
    var files: [PluginCheckResults] = []
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
      try attempt(failing: { CommandFailure($0, file: file) }) { () throws(ValidationUnavailable) in
        try validator.types(in: file)
      }
    }
    return try given.divided(among: plugins)
  }

  private func check(
    _ file: String, given inputs: ValidationInputs, _ validator: Validator
  ) throws(CommandFailure) -> PluginCheckResults {
    if !options.isJSON { Diagnostic.write(file, to: StandardOutput.output) }
    var reasonsToSkip: Set<String> = []
    let result = try attempt(failing: { CommandFailure($0, file: file) }) {
      () throws(ValidationUnavailable) in
      try validator.check(file, given: inputs) { result in
        if options.isJSON { return }
        if result.outcome == .skipped, !reasonsToSkip.insert(result.happened).inserted { return }
        StandardOutput.output.writeAll(Array(report.text(of: result, file: file).utf8).span)
      }
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

/// The plugin inputs of `statehost validate` (`--argument`, `-o`, `--grant`, `--programs`): divides
/// them among the plugins to test, and repeats them as words or JSON for the report.
struct ValidationArguments {
  let options: ValidateOptions

  var isAny: Bool { !words.isEmpty }

  /// The options as the user would type them.
  var words: [String] {
    (options.argument.map { ["--argument", $0] } ?? [])
      + options.plugins.childOptions.flatMap(\.words) + options.plugins.grants.flatMap(\.words)
      + (options.programsFile.map { ["--programs", $0] } ?? [])
  }

  /// The options as JSON.
  var json: JSONValue {
    func texts(_ words: [[String]]) -> JSONValue? {
      words.isEmpty ? nil : .texts(words.map { $0[1] })
    }
    return .object(present: [
      "argument": options.argument.map { .text($0) },
      "options": texts(options.plugins.childOptions.map(\.words)),
      "grants": texts(options.plugins.grants.map(\.words)),
      "programs": options.programsFile.map { .text($0) },
    ])
  }

  /// Distributes the inputs among plugins, given the types of each, nil for a plugin that cannot be
  /// read; fails when an input fits no plugin or is invalid.
  func divided(among plugins: [[ChildType]?]) throws(CommandFailure) -> [ValidationInputs] {
    let all = plugins.flatMap { $0 ?? [] }
    let areKnown = !plugins.contains { $0 == nil }
    if let argument = options.argument, areKnown, !all.contains(where: \.isSource) {
      throw CommandFailure(
        "no source takes it", "--argument \(argument)", "leave it out: only a source has one")
    }
    var choices: [OptionAssignment] = []
    for choice in options.plugins.childOptions {
      choices += try attempt(failing: { CommandFailure($0, file: "") }) {
        () throws(ArrangementProblem) in
        try chosen(choice, among: all, areKnown: areKnown)
      }
    }
    var grants: [(id: String, needs: GrantedNeeds)] = []
    for grant in options.plugins.grants where areKnown || all.contains(where: { $0.id == grant.id })
    {
      let type = try GrantUpdater.type(
        grant, among: all, toldBy: "statehost inspect PLUGIN.so")
      grants.append((type.id, try grant.resolvedNeeds()))
    }
    let programs = try readPrograms()
    return plugins.map { types in
      let ids = Set(types?.map(\.id) ?? [])
      var inputs = ValidationInputs()
      inputs.argument = options.argument
      inputs.programs = programs
      inputs.options = choices.filter { ids.contains($0.id) }
      // Children of one plugin share a process.
      for grant in grants where ids.contains(grant.id) { inputs.needs.formUnion(grant.needs) }
      return inputs
    }
  }

  private func readPrograms() throws(CommandFailure) -> [UInt8] {
    guard let file = options.programsFile else { return [] }
    return try attempt(failing: { CommandFailure($0) }) { () throws(StatesFileError) in
      let bytes = try ScriptedChildProgram.checkedBytes(of: file)
      // They are part of the message that orders each check.
      guard bytes.count <= 4 << 20 else {
        throw StatesFileError(unreadable: file, reason: "it has more than 4 MiB")
      }
      return bytes
    }
  }

  /// Finds the children and sources that an option is for.
  ///
  /// - Returns: the option once for each of them.
  private func chosen(
    _ choice: OptionAssignment, among types: [ChildType], areKnown: Bool
  ) throws(ArrangementProblem) -> [OptionAssignment] {
    var meant: [ChildType]
    if choice.id.isEmpty {
      meant = types.filter { type in type.options.contains { $0.name == choice.name } }
      // A plugin that declares no options may accept any.
      if meant.isEmpty { meant = types.filter(\.options.isEmpty) }
      if meant.isEmpty, areKnown { meant = types }
    } else {
      meant = types.filter { $0.id == choice.id }
      if meant.isEmpty, areKnown { throw choice.problem(noneOf: types) }
    }
    for type in meant { try type.check(choice) }
    return meant.map { OptionAssignment(id: $0.id, name: choice.name, text: choice.text) }
  }
}
