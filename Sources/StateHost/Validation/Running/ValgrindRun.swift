internal import CHostSystem
internal import Glibc
internal import HostPlugins
internal import HostSystem
internal import HostText

/// A validator worker under valgrind, in the host: the command that starts it, a copy of this
/// program to run, and valgrind's XML log, from which the outcomes of the valgrind checks are read.
///
/// Valgrind supports most of the sandbox: file and memory limits only if passed to the kernel.
final class ValgrindRun {
  private let copy: MemoryFile
  private let log: MemoryFile
  private let plugin: String
  /// The command that runs the worker, with its arguments.
  let runner: [String]

  /// The executable to run.
  var program: String { copy.path }

  /// - Parameter path: the path of the plugin.
  /// - Throws: that the check is skipped, with the reason.
  init(of path: String) throws(CheckOutcome) {
    guard let valgrind = Self.find("valgrind") else {
      throw .skipped("valgrind is not installed")
    }
    guard let plugin = GrantablePath.real(path) else {
      throw .skipped("the plugin is not there any more")
    }
    self.plugin = plugin
    do throws(SystemError) {
      copy = try Self.executableCopy()
      log = try MemoryFile(name: "statehost-valgrind")
    } catch { throw .skipped("the program cannot be copied: \(error)") }
    let flags = [
      "--quiet", "--leak-check=full", "--show-leak-kinds=definite", "--num-callers=20", "--vgdb=no",
      "--xml=yes", "--xml-file=\(log.path)",
    ]
    runner = Self.environment + [valgrind] + flags
  }

  /// The outcome of a check whose worker ended normally.
  func ending(of check: Check) -> CheckOutcome {
    for error in Self.parts(of: log.text, "error") {
      let isLeak = Self.parts(of: error, "kind").first?.hasPrefix("Leak_") == true
      guard isLeak == (check.name == ValgrindChecks.leaks), let place = place(in: error) else {
        continue
      }
      let what = (Self.parts(of: error, "what") + Self.parts(of: error, "text")).first ?? ""
      return .failed(
        expected: isLeak
          ? "all memory freed or still reachable at the end"
          : "no access outside allocated memory, no use of uninitialised memory", happened: what,
        place: .call(place))
    }
    return .passed
  }

  /// The plugin's innermost function in the stack of an error; nil when the plugin is not in it.
  private func place(in error: String) -> String? {
    let frames = Self.parts(of: error, "frame")
    guard let frame = frames.first(where: { Self.parts(of: $0, "obj").first == plugin }) else {
      return nil
    }
    let function = Self.parts(of: frame, "fn").first ?? "a function without a name"
    guard let source = Self.parts(of: frame, "file").first,
      let line = Self.parts(of: frame, "line").first
    else { return function }
    return "\(function) (\(source):\(line))"
  }

  /// The contents of the elements with a tag, in valgrind's XML.
  private static func parts(of text: String, _ tag: String) -> [String] {
    var found: [String] = []
    var rest = text.utf8[...]
    while let start = rest.firstOccurrence(of: "<\(tag)>".utf8) {
      rest = rest[start.upperBound...]
      guard let end = rest.firstOccurrence(of: "</\(tag)>".utf8) else { break }
      found.append(String(decoding: rest[..<end.lowerBound], as: UTF8.self))
      rest = rest[end.upperBound...]
    }
    return found
  }

  private static func find(_ name: String) -> String? {
    guard let path = unsafe getenv("PATH") else { return nil }
    return unsafe String(cString: path).split(separator: ":").map { "\($0)/\(name)" }.first {
      unsafe access($0, X_OK) == 0
    }
  }
}

extension ValgrindRun {
  /// A copy of this program in memory, with debug sections renamed: valgrind cannot read some.
  private static func executableCopy() throws(SystemError) -> MemoryFile {
    var bytes = try FileDescriptor(opening: "/proc/self/exe", flags: O_RDONLY).readToEnd()
    for name in ElfImage(.bytes(bytes))?.sectionNameOffsets ?? []
    where name + 6 <= bytes.count && bytes[name..<name + 6].elementsEqual(".debug".utf8) {
      bytes.replaceSubrange(name..<name + 6, with: ".plain".utf8)
    }
    let file = try MemoryFile(name: "statehost")
    try file.write(bytes)
    return file
  }

  /// The environment in which the copy finds this program's Swift runtime; empty without a runtime.
  ///
  /// The program finds the runtime relative to its own file, which the copy is not.
  private static var environment: [String] {
    let folder = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { room, count in
      guard let start = room.baseAddress else { return }
      count = unsafe Int(host_runtime_folder(start, Int32(room.count)))
    }
    if folder.isEmpty { return [] }
    return ["/usr/bin/env", "LD_LIBRARY_PATH=\(String(decoding: folder, as: UTF8.self))"]
  }
}
