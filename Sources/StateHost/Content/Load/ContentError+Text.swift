internal import CHostSystem
internal import Glibc
internal import HostSystem

extension ContentError {
  /// What is wrong, in the command's own words where it has some, without a full stop: "exit 7: connect: connection
  /// refused", "killed by SIGSEGV".
  package var message: String {
    guard let words else { return cause }
    return switch kind {
    case .exited(let status): "exit \(status): \(words.text)"
    case .killed: "\(cause): \(words.text)"
    case .notFetched: words.text
    default: cause
    }
  }

  /// What is wrong, without the command's words.
  private var cause: String {
    switch kind {
    case .commandNotFound: "the command was not found"
    case .notExecutable(let number):
      "the command cannot be run: \(SystemError.text(of: number))"
    case .cannotStart(let number):
      "the command could not be started: \(SystemError.text(of: number))"
    case .exited(let status): "the command exited with status \(status)"
    case .killed(let signal): "killed by \(Self.name(ofSignal: signal))"
    case .fetcherNotFound: "\(URLFetch.program) was not found, which fetches URLs"
    case .notFetched: "the URL could not be fetched"
    case .fileNotFound: "there is no such file"
    case .notReadable(let number): "the file cannot be opened: \(SystemError.text(of: number))"
    case .isDirectory: "this is a directory, not a file"
    case .readFailed(let number): "reading failed: \(SystemError.text(of: number))"
    case .standardInputIsTerminal: "standard input is a terminal, so no rows can come from it"
    case .source(let failure): failure.what
    case .stopped: "the command was stopped"
    }
  }

  /// What to do about it, in a few words without a full stop.
  package var remedy: String {
    switch kind {
    case .commandNotFound: "check the name and PATH, or give the path of the program"
    case .notExecutable(ENOEXEC):
      "a script needs a first line such as #!/bin/sh; a program must be built for this machine"
    case .notExecutable: "check the path, and make the file executable: chmod +x"
    case .cannotStart(EMFILE): "allow more open files (ulimit -n), then retry"
    case .cannotStart: "close other programs, then retry"
    case .exited where wroteNothing, .killed where wroteNothing: "it wrote nothing about it; retry"
    case .exited where words?.isFromRows == true, .killed where words?.isFromRows == true:
      "it says so in its rows; retry"
    case .exited, .killed: "see what it wrote, then retry"
    case .fetcherNotFound: "install \(URLFetch.program), then retry"
    case .notFetched(let status): URLFetch.remedy(status: status)
    case .fileNotFound: "check the path"
    case .notReadable: "check who may read it: ls -l"
    case .isDirectory: "give a file, or list it with a command: -- ls -l DIRECTORY"
    case .readFailed: "retry; if it stays so, the file system or the device has a fault"
    case .standardInputIsTerminal: "pipe something into it, or give a file or -- COMMAND"
    case .source(let failure): failure.remedy
    case .stopped: "retry to run it again"
    }
  }

  /// One line in the order of every error of this program: what is wrong: where: what to do.
  ///
  /// The command's words are not in it: where it is written, they have been passed on.
  package var line: String { "\(cause): \(subject): \(remedy)" }

  private static func name(ofSignal signal: Int32) -> String {
    guard let name = unsafe host_signal_name(signal) else { return "signal \(signal)" }
    return unsafe "SIG\(String(cString: name))"
  }
}
