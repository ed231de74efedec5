internal import CHostSystem
internal import Glibc
internal import HostPlugins
internal import HostSystem
internal import HostValidation
internal import HostWorkers

/// The program: reads its arguments, runs a command, and says in one line what went wrong.
@main
enum Program {
  static func main() {
    WorkerMain.runIfWorker(InstalledPlugins.program, checking: CheckWorker.run)
    host_secure_standard_descriptors()
    let status = run(Environment.arguments)
    Guardian.end()
    exit(status)
  }

  private static func run(_ arguments: [String]) -> Int32 {
    do throws(UsageError) {
      return run(try ArgumentParser.parse(arguments))
    } catch {
      Diagnostic.write(error.what, error.place, error.remedy)
      return ExitStatus.usage
    }
  }

  private static func run(_ invocation: Invocation) -> Int32 {
    if invocation.needsGuardian { Guardian.expect() }
    do throws(CommandFailure) {
      switch invocation {
      case .help(let topic): return try say(HelpText.text(for: topic))
      case .version:
        return try say("statehost \(ProgramVersion.text), plugin ABI \(SupportedABI.text)")
      case .run(let options): return try RunCommand(options).run()
      case .play(let options): return try PlayCommand(options: options).run()
      case .plugins(let options): return try PluginsCommand(options: options).run()
      case .validate(let options): return try ValidateCommand(options: options).run()
      case .inspect(let options): return try InspectCommand(options: options).run()
      case .new(let options): return try NewCommand(options: options).run()
      case .completions(let shell): return try say(CompletionScriptGenerator.text(for: shell))
      case .shellIntegration(let integration): return try say(integration.text)
      }
    } catch {
      Diagnostic.write(error.line)
      return error.status
    }
  }

  private static func say(_ text: String) throws(CommandFailure) -> Int32 {
    try deliver(Array((text + "\n").utf8))
    return ExitStatus.done
  }
}
