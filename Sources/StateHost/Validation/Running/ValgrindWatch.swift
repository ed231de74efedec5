internal import Glibc
internal import HostSystem

/// A worker that valgrind runs, and what it has said of the plugin.
///
/// Valgrind knows most of the sandbox, not all: it keeps a process from reading files or from taking
/// much memory only where it can tell the kernel so.
final class ValgrindWatch {
  private let copy: PlainProgram
  private let log: MemoryFile
  private let plugin: String
  /// What runs the worker, with its arguments.
  let runner: [String]

  /// The executable that is watched.
  var program: String { copy.path }

  /// - Parameter path: the plugin's.
  /// - Throws: why nothing can be watched.
  init(of path: String) throws(CheckNotStarted) {
    guard let valgrind = Self.find("valgrind") else {
      throw CheckNotStarted.lacks("valgrind is not installed")
    }
    guard let plugin = Self.resolved(path) else {
      throw CheckNotStarted.lacks("the plugin is not there any more")
    }
    self.plugin = plugin
    do throws(SystemError) {
      copy = try PlainProgram()
      log = try MemoryFile(name: "statehost-valgrind")
    } catch {
      throw CheckNotStarted.lacks("the program cannot be copied: \(error)")
    }
    let flags = [
      "--quiet", "--leak-check=full", "--show-leak-kinds=definite", "--num-callers=20",
      "--vgdb=no", "--xml=yes", "--xml-file=\(log.path)",
    ]
    runner = PlainProgram.environment + [valgrind] + flags
  }

  /// How a check ends whose worker came to a good end.
  func ending(of check: Check) -> CheckEnding {
    for error in Self.parts(of: log.text, "error") {
      let isLeak = Self.parts(of: error, "kind").first?.hasPrefix("Leak_") == true
      guard isLeak == (check.name == WatchedChecks.leaks), let place = place(in: error) else {
        continue
      }
      let what = (Self.parts(of: error, "what") + Self.parts(of: error, "text")).first ?? ""
      return .failed(
        expected: isLeak
          ? "everything freed, or still in use, at the end"
          : "no access outside of what is allocated, no use of what is unset",
        happened: what, place: .call(place))
    }
    return .passed
  }

  /// The same where it did not.
  func unable(_ trouble: CheckTrouble) -> CheckEnding {
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
    return unsafe String(cString: path).split(separator: ":").map { "\($0)/\(name)" }
      .first { unsafe access($0, X_OK) == 0 }
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
