import Glibc

/// A process that a test started.
///
/// It inherits nothing but its three standard descriptors, so that no other test's pipe is held
/// open by it, and no signal is ignored or blocked in it, however the tests were started.
package final class SpawnedProcess {
  package let number: Int32
  private var ending: Int32?

  /// Where a standard descriptor leads.
  package enum Stream {
    case file(String)
    case descriptor(Int32)
    /// The device of a terminal, which becomes the process's own: it has a session of its own then.
    case terminal(String)
  }

  /// Starts a program found along PATH, with only these variables; `hasOwnGroup`: it leads a group.
  package init(
    _ words: [String], environment: [String: String], input: Stream, output: Stream,
    errors: Stream, hasOwnGroup: Bool = false
  ) throws {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { _ = unsafe posix_spawn_file_actions_destroy(&actions) }
    var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    if hasOwnGroup { flags |= POSIX_SPAWN_SETPGROUP }
    for (number, stream) in [input, output, errors].enumerated() {
      switch stream {
      case .terminal(let path):
        flags |= Self.ownSession
        unsafe posix_spawn_file_actions_addopen(&actions, Int32(number), path, O_RDWR, 0)
      case .file(let path):
        let flags = number == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_APPEND
        unsafe posix_spawn_file_actions_addopen(&actions, Int32(number), path, flags, 0o600)
      case .descriptor(let descriptor):
        unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      }
    }
    if let closeFrom = unsafe Self.closeFrom { _ = unsafe closeFrom(&actions, 3) }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { _ = unsafe posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    unsafe sigfillset(&all)
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      unsafe arguments.forEach { unsafe free($0) }
      unsafe variables.forEach { unsafe free($0) }
    }
    var number: pid_t = 0
    let error = unsafe posix_spawnp(
      &number, words[0], &actions, &attributes, &arguments, &variables)
    guard error == 0 else { throw NotStarted(program: words[0], error: error) }
    self.number = number
  }

  /// `POSIX_SPAWN_SETSID`, which glibc's headers keep to themselves.
  private static let ownSession: Int32 = 0x80

  private typealias CloseFrom =
    @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

  /// `posix_spawn_file_actions_addclosefrom_np`, which glibc's headers keep to themselves.
  private static var closeFrom: CloseFrom? {
    guard let address = unsafe dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else {
      return nil
    }
    return unsafe unsafeBitCast(address, to: CloseFrom.self)
  }

  /// Why a program could not be started.
  package struct NotStarted: Error {
    let program: String
    let error: Int32
  }

  deinit {
    if status == nil {
      send(SIGKILL)
      wait()
    }
  }

  /// Its exit status, 128 + the signal where one ended it; nil while it runs.
  package var status: Int32? {
    collect(WNOHANG)
    return ending
  }

  /// Waits for its end.
  @discardableResult
  package func wait() -> Int32 {
    while ending == nil { collect(0) }
    return ending ?? 0
  }

  private func collect(_ options: Int32) {
    guard ending == nil else { return }
    var status: Int32 = 0
    guard unsafe waitpid(number, &status, options) == number else { return }
    ending = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }

  /// Sends it a signal, unless it has ended.
  package func send(_ signal: Int32) {
    if ending == nil { kill(number, signal) }
  }
}
