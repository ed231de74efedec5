internal import CHostSystem
internal import Glibc

/// The process of a command that was started.
final class CommandProcess: ProcessPort {
  let token: PortToken
  let canWait: Bool
  private let number: pid_t
  private var exit: Watch?
  private var isReaped = false

  /// - Parameters:
  ///   - number: the process's; it is not reaped by anybody else.
  ///   - exit: readable when it has ended; nil where the system has no such thing.
  ///   - poller: watches that.
  init(number: pid_t, exit: consuming Descriptor?, in poller: Poller) {
    self.number = number
    switch consume exit {
    case .some(let descriptor):
      let watch = Watch(descriptor, in: poller)
      token = watch.token
      canWait = watch.canWait
      self.exit = consume watch
    case .none:
      token = poller.makeToken()
      canWait = false
      self.exit = nil
    }
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

  func askToEnd() {
    _ = host_child_signal(number, SIGTERM)
    _ = host_child_signal(number, SIGCONT)
  }

  func kill() { _ = host_child_signal(number, SIGKILL) }

  func release() {
    if !isReaped { isReaped = host_child_reap(number, false) }
  }

  /// Whoever lets a command go that has not ended ends it: no process and no zombie is left.
  deinit {
    if isReaped { return }
    kill()
    _ = host_child_reap(number, true)
  }
}
