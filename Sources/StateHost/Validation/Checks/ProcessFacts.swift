internal import Glibc
internal import HostSystem

/// What a process has that all its parts share, as far as a worker can see it.
struct ProcessFacts {
  private let facts: [(name: String, value: String)]

  init() {
    var facts: [(String, String)] = []
    for number in 1..<CInt(65) where number != SIGKILL && number != SIGSTOP {
      facts.append(("the handler of signal \(number)", Self.disposition(number)))
    }
    var mask = sigset_t()
    unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
    facts.append(("the signal mask", Self.text(mask)))
    facts.append(("the working directory", Self.link("/proc/self/cwd")))
    let mode = umask(0o22)
    umask(mode)
    facts.append(("the umask", String(mode, radix: 8)))
    facts.append(
      ("the locale", unsafe setlocale(LC_ALL, nil).map { unsafe String(cString: $0) } ?? ""))
    facts.append(("the environment", Self.environment))
    facts.append(("the rounding mode", String(fegetround())))
    self.facts = facts
  }

  /// The name of the first fact that is another now.
  func firstChange(since before: ProcessFacts) -> String? {
    zip(facts, before.facts).first { $0.value != $1.value }?.0.name
  }

  private static func disposition(_ signal: CInt) -> String {
    var action = sigaction()
    unsafe sigaction(signal, nil, &action)
    return "\(text(action.__sigaction_handler)) \(action.sa_flags)"
  }

  private static func text<Value>(_ value: Value) -> String {
    unsafe withUnsafeBytes(of: value) { bytes in
      unsafe bytes.map { String($0, radix: 16) }.joined(separator: " ")
    }
  }

  private static var environment: String {
    var lines: [String] = []
    var next = unsafe environ
    while let line = unsafe next.pointee {
      lines.append(unsafe String(cString: line))
      unsafe next += 1
    }
    return lines.joined(separator: "\n")
  }

  static func target(of stream: StandardStream) -> String {
    link("/proc/self/fd/\(stream.rawValue)")
  }

  private static func link(_ path: String) -> String {
    var room = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink(path, &room, room.count)
    return String(
      decoding: room.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// How many threads it has: the kernel counts them as links of the folder that lists them, which a
  /// worker may not read.
  static var threadCount: Int {
    var facts = stat()
    return unsafe stat("/proc/self/task", &facts) == 0 ? Int(facts.st_nlink) - 2 : 0
  }

  /// How many descriptors are open.
  static var descriptorCount: Int {
    (0..<getdtablesize()).count { fcntl($0, F_GETFD) >= 0 }
  }
}
