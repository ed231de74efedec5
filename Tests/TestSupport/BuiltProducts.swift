import Foundation

/// Where this build put the program and the plugin libraries: beside the test bundle.
public enum BuiltProducts {
  /// The folder that holds `statehost` and the plugin libraries.
  public static let folder: String = {
    var folder = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
    for _ in 0..<4 {
      if FileManager.default.isExecutableFile(
        atPath: folder.appendingPathComponent("statehost").path)
      {
        return folder.path
      }
      folder.deleteLastPathComponent()
    }
    return repository + "/.build/debug"
  }()

  /// Where the program that is played is, with its plugins: `make test` has what is shipped played;
  /// by default it is that of this build.
  public static let programFolder =
    ProcessInfo.processInfo.environment["STATEHOST_PROGRAMS"] ?? folder

  /// The program's own file.
  public static let executable = programFolder + "/statehost"

  /// The program as tests play it: where the sandbox is incomplete, third-party plugins run anyway.
  public static let program =
    Sandbox.isComplete ? executable : Sandbox.weakerFolder.path + "/statehost"

  /// The repository's own folder.
  public static let repository: String = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
}
