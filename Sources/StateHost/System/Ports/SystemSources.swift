internal import CHostSystem
internal import Glibc

/// The sources of the system: its files, this process's standard input, and commands.
package final class SystemSources: SourceWorld {
  private let poller: Poller
  private var standardInput: Descriptor?

  /// - Parameters:
  ///   - poller: watches what is opened.
  ///   - standardInput: what stands for standard input; nil for the process's own.
  package init(in poller: Poller, standardInput: consuming Descriptor? = nil) {
    self.poller = poller
    self.standardInput = standardInput
  }

  package func openFile(_ path: String) throws(SystemError) -> any FilePort {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY
    return DescriptorPort(try Descriptor(opening: path, flags: flags), in: poller)
  }

  package func openStandardInput() throws(SystemError) -> any FilePort {
    let number = standardInput?.rawValue ?? StandardStream.input.rawValue
    return DescriptorPort(try Descriptor(duplicating: number), in: poller)
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

  package func exists(_ path: String) -> Bool { unsafe host_exists(path) != 0 }
}

extension CommandPorts {
  /// Owns what was started, and feeds it some bytes where it has an input.
  init(_ child: host_child, feeding input: [UInt8] = [], in poller: Poller) {
    let exit = child.exit_fd >= 0 ? Descriptor(owning: child.exit_fd) : nil
    self.init(
      process: CommandProcess(number: child.pid, exit: exit, in: poller),
      input: child.input_fd >= 0
        ? PipeInput(input, into: Descriptor(owning: child.input_fd), in: poller) : nil,
      output: DescriptorPort(Descriptor(owning: child.output_fd), in: poller),
      errors: DescriptorPort(Descriptor(owning: child.error_fd), in: poller))
  }
}
