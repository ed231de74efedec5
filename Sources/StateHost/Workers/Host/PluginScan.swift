internal import CHostSystem
internal import Glibc
package import HostPlugins
internal import HostSystem

/// Finds out what plugins offer, in worker processes.
///
/// One worker looks into many files. It may have been left in any state by one of them, so a file is
/// blamed only for what happens when it is the first in a worker of its own.
package final class PluginScan: PluginScanner {
  /// What the sandbox of the workers lacked.
  package private(set) var lacking: SandboxParts = []

  /// Why no worker can be started; nil while that has not failed.
  private var refusal: SystemError?
  private let program: String
  private let nanosecondsForFile: Int64

  /// - Parameters:
  ///   - program: the executable that workers are started from.
  ///   - nanosecondsForFile: how long a plugin may take.
  package init(
    program: String = WorkerProcess.ownProgram, nanosecondsForFile: Int64 = 2_000_000_000
  ) {
    self.program = program
    self.nanosecondsForFile = nanosecondsForFile
  }

  package func scan(_ files: [PluginFile]) -> [PluginFinding] {
    var findings: [PluginFinding] = []
    var worker: ScanProcess?
    for (index, file) in files.enumerated() {
      findings.append(
        file.scanning {
          scan(file, in: &worker, grantingFor: files[index...])
        })
    }
    return findings
  }

  /// Scans a file in the worker that there is, if any, and in a new one where that brought no good.
  private func scan(
    _ file: PluginFile, in worker: inout ScanProcess?, grantingFor files: ArraySlice<PluginFile>
  ) -> PluginFinding {
    do throws(PluginProblem) {
      _ = try NeededFiles(of: file)
    } catch {
      return PluginFinding(error)
    }
    if let used = worker {
      let finding = used.scan(file, nanoseconds: nanosecondsForFile)
      if case .described = finding { return finding }
      worker = nil
    }
    do throws(PluginProblem) {
      try file.checkContents()
      let new = try open(grantingFor: files)
      let finding = new.scan(file, nanoseconds: nanosecondsForFile)
      if new.isUsable { worker = new }
      return finding
    } catch {
      return PluginFinding(error)
    }
  }

  private func open(
    grantingFor files: ArraySlice<PluginFile>
  ) throws(PluginProblem) -> ScanProcess {
    do throws(SystemError) {
      if let refusal { throw refusal }
      let process = try ScanProcess(program: program, files: files)
      lacking.formUnion(process.lacking)
      return process
    } catch {
      refusal = error
      throw .told(
        what: "it is not known what the plugin offers: no worker can be started (\(error))",
        remedy: "see statehost plugins --security")
    }
  }
}
