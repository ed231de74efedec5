internal import Glibc
internal import HostPlugins

/// What only a tool that watches every access of memory can see; skipped where there is none.
enum WatchedChecks {
  static var all: [Check] {
    [
      Check(
        "invalid-accesses", level: 9, runsAlone: true,
        "valgrind sees no invalid access in a whole life"
      ) {
        trial throws(CheckEnd) in
        let report = try ValgrindReport(watching: life.name, in: trial)
        try expect(
          report.accesses == nil, "no access outside of what is allocated, no use of what is unset",
          else: report.accesses ?? "")
      },
      Check(
        "leaks", level: 9, runsAlone: true, "valgrind sees no memory that nothing leads to any more"
      ) {
        trial throws(CheckEnd) in
        let report = try ValgrindReport(watching: life.name, in: trial)
        try expect(
          report.leaks == nil, "everything freed, or still in use, at the end",
          else: report.leaks ?? "")
      },
    ]
  }

  /// What is done while the tool watches; not a check of its own.
  static var life: Check {
    Check("life-under-watch", level: 10, "a whole life of every child in each of its states") {
      trial throws(CheckEnd) in
      for type in try trial.types() {
        for state in type.places.isEmpty ? ["content"] : type.places.map(\.state) {
          let child = try trial.child(type, content: .fitting(state))
          if let saved = child.savedBytes() { _ = child.restore(saved) }
          child.liveAndEnd()
        }
      }
      try trial.plugin().end()
    }
  }
}

/// What valgrind says of a plugin.
struct ValgrindReport {
  /// The first invalid access in which the plugin has a part; nil without one.
  private(set) var accesses: String?
  /// The first leak in which it has a part.
  private(set) var leaks: String?

  /// Runs a check under valgrind; skips the one that asks where that cannot be done.
  init(watching name: String, in trial: Trial) throws(CheckEnd) {
    guard let valgrind = Self.find("valgrind") else {
      throw .skipped("valgrind is not installed")
    }
    guard let check = CheckTable.check(named: name), let program = PlainProgram(),
      let file = Self.resolved(trial.path)
    else { throw .skipped("the program's own file cannot be read") }
    if let folder = PlainProgram.runtimeFolder { unsafe setenv("LD_LIBRARY_PATH", folder, 1) }
    let log = MemoryFile(name: "statehost-valgrind")
    let runs = CheckProgram(
      program.path,
      runner: [
        valgrind, "--quiet", "--leak-check=full", "--show-leak-kinds=definite", "--num-callers=20",
        "--xml=yes", "--xml-file=/proc/\(getpid())/fd/\(log.descriptor)",
      ], file: file, seed: trial.seed,
      limitNanoseconds: trial.watch.record.limitNanoseconds / 10 * 9)
    guard let result = runs.run(check)?.result else { throw .skipped(CheckProgram.noMemory) }
    guard result.outcome == .passed else {
      throw .skipped("valgrind cannot watch it (\(result.happened)); try a longer --timeout")
    }
    for error in Self.parts(of: log.text, "error") {
      guard let place = Self.place(in: error, of: file) else { continue }
      let what = (Self.parts(of: error, "what") + Self.parts(of: error, "text")).first ?? ""
      let told = "\(what), in \(place)"
      if Self.parts(of: error, "kind").first?.hasPrefix("Leak_") == true {
        leaks = leaks ?? told
      } else {
        accesses = accesses ?? told
      }
    }
  }

  /// The plugin's own function that is nearest to an error; nil when it has no part in it.
  private static func place(in error: String, of file: String) -> String? {
    let frames = parts(of: error, "frame")
    guard let frame = frames.first(where: { parts(of: $0, "obj").first == file }) else {
      return nil
    }
    let function = parts(of: frame, "fn").first ?? "a function without a name"
    guard let source = parts(of: frame, "file").first, let line = parts(of: frame, "line").first
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
