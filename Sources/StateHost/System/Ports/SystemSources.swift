internal import CHostSystem
internal import Glibc

/// The real `SourceWorld`: opens files and standard input, and starts commands as processes.
package final class SystemSources: SourceWorld {
  private let poller: Poller
  private var standardInput: FileDescriptor?
  /// The offset at which standard input was first opened, from which a file is read again.
  private var standardInputStart: Int?

  /// `standardInput` replaces the process's own.
  package init(in poller: Poller, standardInput: consuming FileDescriptor? = nil) {
    self.poller = poller
    self.standardInput = standardInput
  }

  package func open(_ origin: FileOrigin) throws(SystemError) -> any FilePort {
    switch origin {
    case .path(let path):
      let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY
      return FileDescriptorPort(try FileDescriptor(opening: path, flags: flags), in: poller)
    case .standardInput:
      let number = standardInput?.rawValue ?? StandardStream.input.rawValue
      let input = try FileDescriptor(duplicating: number)
      let start = standardInputStart ?? input.position
      standardInputStart = start
      input.seek(to: start)
      return FileDescriptorPort(input, in: poller)
    }
  }

  package func start(_ words: [String]) throws(SystemError) -> CommandPorts {
    try spawn(CStringList(words), reading: [])
  }

  package func startProgram(
    _ words: [[UInt8]], reading input: [UInt8]
  ) throws(SystemError) -> CommandPorts {
    try spawn(CStringList(words), reading: input)
  }

  private func spawn(
    _ words: consuming CStringList, reading input: [UInt8]
  ) throws(SystemError) -> CommandPorts {
    var child = host_child()
    let error = unsafe host_child_spawn(&words.pointers, !input.isEmpty, &child)
    guard error == 0 else { throw SystemError(call: "posix_spawn", code: error) }
    return CommandPorts(child, feeding: input, in: poller)
  }

  package func watchGrowth(of path: String) throws(SystemError) -> any FileWatchPort {
    let watch = try FileWatch(in: poller, seesWrites: true)
    watch.watch(path)
    return watch
  }

  package func exists(_ path: String) -> Bool { unsafe host_exists(path) != 0 }
}

extension CommandPorts {
  /// Takes ownership of a process and its pipes, and writes `input` to its standard input.
  init(_ child: host_child, feeding input: [UInt8] = [], in poller: Poller) {
    self.init(
      process: CommandProcess(child, in: poller),
      input: child.input_fd >= 0
        ? PipeInput(input, into: FileDescriptor(owning: child.input_fd), in: poller) : nil,
      output: FileDescriptorPort(FileDescriptor(owning: child.output_fd), in: poller),
      errors: FileDescriptorPort(FileDescriptor(owning: child.error_fd), in: poller))
  }
}

/// The process of a command, a program of a plugin's child or a worker that reads a data source, on
/// the real system: polls its status, signals its process group and reaps it; a process that is not
/// reaped when the object is freed is killed.
final class CommandProcess: ProcessPort {
  let token: PortToken
  let canWait: Bool
  private let number: pid_t
  /// Readable when the process has ended.
  private var exit: Watch?
  private var isReaped = false

  /// Takes ownership of a process, to reap it, and of its pidfd, if the kernel has them.
  init(_ child: host_child, in poller: Poller) {
    number = child.pid
    exit = child.exit_fd >= 0 ? Watch(FileDescriptor(owning: child.exit_fd), in: poller) : nil
    token = exit?.token ?? poller.makeToken()
    canWait = exit?.canWait ?? false
  }

  func checkStatus() -> ProcessStatus {
    var value: CInt = 0
    switch Int(unsafe host_child_status(number, &value)) {
    case HOST_CHILD_RUNNING: return .running
    case HOST_CHILD_KILLED:
      exit = nil
      return .killed(signal: value)
    default:
      exit = nil
      return .exited(value)
    }
  }

  var hasStopped: Bool { host_child_has_stopped(number) }

  var hasGroup: Bool { host_child_signal(number, 0) == 0 }

  func terminate() {
    _ = host_child_signal(number, SIGTERM)
    _ = host_child_signal(number, SIGCONT)
  }

  func kill() { _ = host_child_signal(number, SIGKILL) }

  func release() {
    if !isReaped { isReaped = host_child_reap(number, false) }
  }

  // A command that is released while it runs is killed and reaped.
  deinit {
    if isReaped { return }
    kill()
    _ = host_child_reap(number, true)
  }
}

/// A real file, pipe or device that is open for reading without blocking, as a `FilePort`.
final class FileDescriptorPort: FilePort {
  let token: PortToken
  let canWait: Bool
  private var watch: Watch?

  init(_ descriptor: consuming FileDescriptor, in poller: Poller) {
    let watch = Watch(descriptor, in: poller)
    token = watch.token
    canWait = watch.canWait
    self.watch = consume watch
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult {
    unsafe watch?.descriptor.readArrived(into: buffer) ?? .end
  }

  func close() { watch = nil }

  var facts: FileFacts? { watch?.facts }

  var position: Int { watch?.descriptor.position ?? 0 }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Result<Int, SystemError> {
    unsafe watch?.descriptor.read(into: buffer, at: offset) ?? .success(0)
  }

  func makeReader() throws(SystemError) -> any FileReader {
    guard let number = watch?.number else { throw SystemError(call: "fcntl", code: EBADF) }
    return OpenFile(try FileDescriptor(duplicating: number))
  }
}

extension OpenFile: FileReader {
  package var facts: FileFacts? { FileFacts(of: descriptor) }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Result<Int, SystemError> {
    unsafe descriptor.read(into: buffer, at: offset)
  }
}

/// The pipe to the standard input of a program that a plugin's child runs, with the bytes that wait
/// until the program accepts them; never blocks.
package final class PipeInput {
  package let token: PortToken
  private var watch: Watch?
  private var outgoing = OutgoingBytes()

  init(_ bytes: [UInt8], into descriptor: consuming FileDescriptor, in poller: Poller) {
    let watch = Watch(descriptor, in: poller)
    watch.watch(writing: true)
    token = watch.token
    self.watch = consume watch
    outgoing.append(bytes.span)
  }

  /// Writes what fits now; `.gone` when the command has closed it.
  package func flush() -> WriteResult { watch?.flush(&outgoing) ?? .gone }

  /// Closes it and stops watching it.
  package func close() { watch = nil }
}

extension Watch {
  fileprivate var facts: FileFacts? { FileFacts(of: descriptor) }
  fileprivate func flush(_ outgoing: inout OutgoingBytes) -> WriteResult {
    outgoing.flush(to: descriptor)
  }
}
