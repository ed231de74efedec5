import TestSupport

/// The files that a program has in its memory while it presents something.
struct MappedFiles {
  /// Their paths, each once, in their order.
  let paths: [String]

  /// - Parameters:
  ///   - program: a `statehost`.
  ///   - flags: its options.
  ///   - file: what is awaited among them, ten seconds at most: a plugin is there once it is shown.
  /// - Throws: what starting it throws.
  init(of program: String, _ flags: [String] = [], awaiting file: String = "") throws {
    // The rows that it presents are its own maps, after one that has its children shown: what they
    // are when nothing changes any more, as a plugin is mapped before the libraries that it needs.
    let script = """
      echo; before=
      for turn in $(seq 100); do
        now=$(cat /proc/$PPID/maps)
        case $now in *"$1"*) [ "$now" = "$before" ] && break ;; esac
        before=$now; sleep 0.1
      done
      echo "$now"
      """
    let run = try ProgramRun.run(
      flags + ["--plain", "--", "sh", "-c", script, "sh", file], program: program)
    let paths = run.output.split(separator: "\n").compactMap { line -> String? in
      guard let slash = line.firstIndex(of: "/") else { return nil }
      return String(line[slash...])
    }
    self.paths = Set(paths).sorted()
  }

  /// Those that belong to the Swift runtime, by their names.
  var runtime: [String] {
    paths.filter { path in
      let name = path.split(separator: "/").last ?? ""
      return ["libswift", "libdispatch", "libBlocksRuntime"].contains { name.hasPrefix($0) }
    }
  }
}
