internal import Glibc

/// What a process has that all its parts share.
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

  static func target(ofDescriptor descriptor: CInt) -> String {
    link("/proc/self/fd/\(descriptor)")
  }

  private static func link(_ path: String) -> String {
    var room = [CChar](repeating: 0, count: 4096)
    let count = unsafe readlink(path, &room, room.count)
    return String(
      decoding: room.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  static var threadCount: Int { entries(of: "/proc/self/task").count }

  static var descriptorCount: Int { entries(of: "/proc/self/fd").count }

  /// The processes that one has started or adopted and not waited for.
  static func children(of process: pid_t) -> [pid_t] {
    entries(of: "/proc/\(process)/task").flatMap { thread in
      text(of: "/proc/\(process)/task/\(thread)/children").split(separator: " ").compactMap {
        pid_t($0)
      }
    }
  }

  /// Whether a process still runs: it is there, and not only waited for.
  static func isRunning(_ process: pid_t) -> Bool {
    // The state comes after the name, which may hold anything, in parentheses.
    let facts = text(of: "/proc/\(process)/stat")
    guard let name = facts.utf8.lastIndex(of: UInt8(ascii: ")")) else { return false }
    return facts[name...].dropFirst(2).first != "Z"
  }

  /// How long a process could have run and did not, because others did; its children's time with it.
  static func keptWaitingNanoseconds(_ process: pid_t) -> Int64 {
    let numbers = text(of: "/proc/\(process)/schedstat").split(separator: " ")
    let own = numbers.count == 3 ? Int64(numbers[1]) ?? 0 : 0
    return children(of: process).reduce(own) { $0 + keptWaitingNanoseconds($1) }
  }

  private static func text(of file: String) -> String {
    let descriptor = unsafe open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var room = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(descriptor, &room, room.count)
    return String(decoding: room.prefix(max(0, count)), as: UTF8.self)
  }

  private static func entries(of directory: String) -> [String] {
    guard let stream = unsafe opendir(directory) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
