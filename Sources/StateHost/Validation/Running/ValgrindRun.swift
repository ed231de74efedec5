internal import CHostSystem
internal import Glibc
internal import HostPlugins
internal import HostSystem

/// A worker that valgrind runs, and what it has said of the plugin.
///
/// Valgrind knows most of the sandbox, not all: it keeps a process from reading files or from taking
/// much memory only where it can tell the kernel so.
final class ValgrindRun {
  private let copy: ExecutableCopy
  private let log: MemoryFile
  private let plugin: String
  /// What runs the worker, with its arguments.
  let runner: [String]

  /// The executable that is watched.
  var program: String { copy.path }

  /// - Parameter path: the plugin's.
  /// - Throws: why nothing can be watched.
  init(of path: String) throws(CheckStartError) {
    guard let valgrind = Self.find("valgrind") else {
      throw CheckStartError.lacks("valgrind is not installed")
    }
    guard let plugin = Self.resolved(path) else {
      throw CheckStartError.lacks("the plugin is not there any more")
    }
    self.plugin = plugin
    do throws(SystemError) {
      copy = try ExecutableCopy()
      log = try MemoryFile(name: "statehost-valgrind")
    } catch { throw CheckStartError.lacks("the program cannot be copied: \(error)") }
    let flags = [
      "--quiet", "--leak-check=full", "--show-leak-kinds=definite", "--num-callers=20", "--vgdb=no",
      "--xml=yes", "--xml-file=\(log.path)",
    ]
    runner = ExecutableCopy.environment + [valgrind] + flags
  }

  /// How a check ends whose worker came to a good end.
  func ending(of check: Check) -> CheckOutcome {
    for error in Self.parts(of: log.text, "error") {
      let isLeak = Self.parts(of: error, "kind").first?.hasPrefix("Leak_") == true
      guard isLeak == (check.name == ValgrindChecks.leaks), let place = place(in: error) else {
        continue
      }
      let what = (Self.parts(of: error, "what") + Self.parts(of: error, "text")).first ?? ""
      return .failed(
        expected: isLeak
          ? "everything freed, or still in use, at the end"
          : "no access outside of what is allocated, no use of what is unset", happened: what,
        place: .call(place))
    }
    return .passed
  }

  /// The same where it did not.
  func unable(_ trouble: CheckFailure) -> CheckOutcome {
    .skipped("valgrind cannot watch it (\(trouble.text)); try a longer --timeout")
  }

  /// The plugin's own function that is nearest to an error; nil when it has no part in it.
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

  /// What is between the tags of a name, in XML as valgrind writes it.
  private static func parts(of text: String, _ tag: String) -> [String] {
    text.components(from: "<\(tag)>", to: "</\(tag)>")
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  private static func find(_ name: String) -> String? {
    guard let path = unsafe getenv("PATH") else { return nil }
    return unsafe String(cString: path).split(separator: ":").map { "\($0)/\(name)" }.first {
      unsafe access($0, X_OK) == 0
    }
  }
}

extension String {
  /// The texts between two marks, in their order.
  fileprivate func components(from opening: String, to closing: String) -> [String] {
    var found: [String] = []
    var rest = utf8[...]
    while let start = rest.firstRange(of: opening) {
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: closing) else { break }
      found.append(String(decoding: rest[..<end.lowerBound], as: UTF8.self))
      rest = rest[end.upperBound...]
    }
    return found
  }
}

extension Substring.UTF8View {
  /// Where a text stands first.
  fileprivate func firstRange(of text: String) -> Range<Index>? {
    guard let first = text.utf8.first else { return nil }
    var place = startIndex
    while let start = self[place...].firstIndex(of: first) {
      if self[start...].starts(with: text.utf8) {
        return start..<index(start, offsetBy: text.utf8.count)
      }
      place = index(after: start)
    }
    return nil
  }
}

/// A copy of this program in memory in which no debug information is found: valgrind gives up on
/// some of what Swift writes there.
struct ExecutableCopy: ~Copyable {
  private let file: MemoryFile

  /// Where it can be started from while this process lives.
  var path: String { file.path }

  /// Makes the copy.
  ///
  /// - Throws: that the program's own file cannot be read, or that there is no memory for another.
  init() throws(SystemError) { file = try Self.copy() }

  private static func copy() throws(SystemError) -> MemoryFile {
    var bytes = try Descriptor(opening: "/proc/self/exe", flags: O_RDONLY).readToEnd()
    hideDebugSections(in: &bytes)
    let file = try MemoryFile(name: "statehost")
    try file.write(bytes)
    return file
  }

  /// Gives the sections whose names begin with `.debug` names that nobody looks for.
  private static func hideDebugSections(in bytes: inout [UInt8]) {
    for name in ElfImage(.bytes(bytes))?.sectionNameOffsets ?? [] {
      guard name + 6 <= bytes.count, bytes[name..<name + 6].elementsEqual(".debug".utf8) else {
        continue
      }
      bytes.replaceSubrange(name..<name + 6, with: ".plain".utf8)
    }
  }

  /// What runs the copy so that it finds the Swift runtime beside this program; nothing where there is none.
  ///
  /// The copy does not find it, for the program names it relative to its own file.
  static var environment: [String] {
    let folder = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { room, count in
      guard let start = room.baseAddress else { return }
      count = unsafe Int(host_runtime_folder(start, Int32(room.count)))
    }
    if folder.isEmpty { return [] }
    return ["/usr/bin/env", "LD_LIBRARY_PATH=\(String(decoding: folder, as: UTF8.self))"]
  }
}
