import Foundation
import TestSupport

/// The Swift toolchain of this machine, and a way to do without it.
enum Toolchain {
  /// Where `make build` found the runtime for plugins of others.
  static let runtime =
    (try? Shell.run("readlink -f .build/release/../lib/statehost/runtime"))
    .map { $0.output.trimmingCharacters(in: .newlines) } ?? ""

  /// What is to vanish: the whole of it, unless it lives in /usr with everything else.
  private static var hidden: String {
    let above = URL(filePath: runtime + "/../../..").standardizedFileURL.path
    return above == "/usr" ? "/usr/lib/swift" : above
  }

  /// The program that gives a process mounts of its own, where that is allowed.
  private static let apart: [String]? = [["unshare", "-m"], ["unshare", "-rm"]].first {
    (try? Shell.run("mount -t tmpfs none /mnt", by: $0))?.status == 0
  }

  static let canBeHidden = apart != nil && !runtime.isEmpty

  /// Runs a script where there is no Swift toolchain: an empty folder lies over it.
  static func runWithout(
    _ script: String, _ arguments: [String], in folder: String,
    environment: [String: String] = [:]
  ) throws -> ProgramRun {
    let hiding = """
      mount -t tmpfs none '\(hidden)'
      if test -e '\(runtime)/libswiftCore.so'; then echo 'the toolchain is not hidden' >&2; exit 99; fi
      unset LD_LIBRARY_PATH

      """
    return try Shell.run(
      hiding + script, arguments, in: folder, environment: environment, by: apart ?? [])
  }
}
