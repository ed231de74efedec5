internal import Glibc
internal import HostPlugins

/// The process of one check.
package enum CheckWorker {
  /// Runs a check and ends the process.
  ///
  /// - Parameters:
  ///   - name: the check.
  ///   - file: the plugin.
  ///   - seed: for what is random in it.
  ///   - recordPath: the memory where the process that started this one reads how it went.
  package static func run(check name: String, file: String, seed: UInt64, recordPath: String)
    -> Never
  {
    guard let check = CheckTable.check(named: name), let record = CheckRecord(opening: recordPath)
    else { exit(2) }
    let trial = Trial(path: file, record: record, seed: seed)
    // A tool that watches reads the names of functions from the file itself.
    if name == WatchedChecks.life.name { trial.mapping = .file }
    do throws(CheckEnd) {
      try check.run(trial)
      record.ending = .passed
    } catch {
      switch error {
      case .failed(let expected, let happened):
        record.ending = .failed(expected: expected, happened: happened)
      case .skipped(let reason): record.ending = .skipped(reason)
      }
    }
    // The end of the process is a check of its own; in the others nothing of the plugin runs in it.
    if name == ProcessChecks.endsWithProcess { exit(0) }
    _exit(0)
  }
}
