import Glibc

/// `make bench`: measures, prints a table, and with `--json FILE` writes it for other programs too.
///
/// `--only WORDS` measures the parts alone whose names begin with these words. `--beside PROGRAM`
/// has those of another build measure each part, too, before and after this one does so twice.
@main
struct BenchmarkProgram {
  private var rows: [Measurement] = []
  private let only: String?
  private var other: OtherBuild?
  /// The names of all parts.
  private var parts: [String] = []

  static func main() {
    let arguments = CommandLine.arguments
    if arguments.count == 3, arguments[1] == Loading.argument {
      Loading.measureOnce(arguments[2])
      exit(1)
    }
    guard let workshop = Workshop(program: "/proc/self/exe") else {
      print("benchmarks: this program must stand in the build folder: run make bench")
      exit(2)
    }
    var program = BenchmarkProgram(only: value(of: "--only", in: arguments))
    if let other = value(of: "--beside", in: arguments) {
      program.other = OtherBuild(other, in: workshop.folder)
    }
    program.measureAll(in: workshop)
    if program.rows.isEmpty {
      print("benchmarks: no part begins so: \(program.parts.joined(separator: ", "))")
      exit(2)
    }
    print(Report.table(program.rows))
    if let file = value(of: "--json", in: arguments) { program.writeJSON(to: file) }
  }

  private init(only: String?) { self.only = only }

  private static func value(of option: String, in arguments: [String]) -> String? {
    guard let place = arguments.firstIndex(of: option), place + 1 < arguments.count else {
      return nil
    }
    return arguments[place + 1]
  }

  private mutating func measureAll(in workshop: Workshop) {
    measure("first frame") { FirstFrame(workshop: workshop).measure() }
    measure("loading") { Loading(workshop: workshop).measure() }
    measure("start-up with plugins") { StartUp(workshop: workshop).measure() }
    measure("calls into a plugin") { Calls(workshop: workshop).measure() }
    measure("workers") { Workers(workshop: workshop).measure() }
    measure("workers in a run") { WorkerRuns(workshop: workshop).measure() }
    measure("validation") { Validation(workshop: workshop).measure() }
    measure("view") { ViewSpeed(workshop: workshop).measure() }
    measure("typing") { Typing(workshop: workshop).measure() }
    measure("ranking") { Ranking(workshop: workshop).measure() }
    measure("paging") { Paging(workshop: workshop).measure() }
    measure("screens of cells") { Screens(workshop: workshop).measure() }
    measure("rows of a source") { Sources(workshop: workshop).measure() }
    measure("frames") { Frames().measure() }
    measure("transitions") { Transitions().measure() }
    measure("idle, and memory") { Idle(workshop: workshop).measure() }
  }

  /// Runs one part, saying so, for a part may take a while.
  private mutating func measure(_ name: String, _ part: () -> [Measurement]) {
    parts.append(name)
    if let only, !name.hasPrefix(only) { return }
    let line = Array("measuring \(name) ...\n".utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
    guard let other else { return rows += part() }
    let before = other.measure(name)
    let own = part()
    let again = part()
    rows += OtherBuild.compare(own, again, with: before, other.measure(name))
  }

  private func writeJSON(to path: String) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    let json = Array(Report.json(rows).utf8)
    _ = unsafe write(descriptor, json, json.count)
    close(descriptor)
  }
}
