import Foundation
import TestSupport
import Testing

@Suite struct `Plugins that are scanned` {
  private let folder: ScratchFolder
  private let home: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    home = try ScratchFolder()
  }

  private func plugins(_ arguments: String..., environment: [String: String] = [:]) throws
    -> ProgramRun
  {
    try ProgramRun.run(
      ["plugins", "--plugins", folder.path] + arguments,
      environment: environment.merging(["HOME": home.path]) { given, _ in given })
  }

  @Test func `are remembered with what was wrong, until they are to be looked into anew`() throws {
    var plugin = SmallPlugin()
    plugin.initialise = "if (getenv(\"TZ\") != NULL) abort();"
    try plugin.compile(into: folder)
    let reason =
      "statehost: crashed (SIGABRT) when it was scanned, in init: \(folder.path)/small.so"
    #expect(try plugins(environment: ["TZ": "UTC"]).output.contains(reason))
    #expect(try plugins(environment: ["TZ": "UTC"]).output.contains(reason))
    // Without the variable nothing is wrong, which only another look finds out.
    let without = ["-u", "TZ", BuiltProducts.program, "plugins", "--plugins", folder.path]
    let variables = ["HOME": home.path]
    let kept = try ProgramRun.run(without, program: "/usr/bin/env", environment: variables)
    #expect(kept.output.contains(reason))
    let anew = try ProgramRun.run(
      without + ["--rescan"], program: "/usr/bin/env", environment: variables)
    #expect(!anew.output.contains("not loaded"), "\(anew.output)")
    #expect(anew.output.contains("com.example.small"))
  }

  @Test func `have as long to say what they offer as to be made`() throws {
    var plugin = SmallPlugin()
    plugin.initialise = "usleep(600000);"
    try plugin.compile(into: folder)
    let late = try plugins("--deadline", "create=100ms")
    #expect(late.output.contains("did not come back within 0.1 s"), "\(late.output)")
    // What was found out is kept, whatever a later look would be given.
    #expect(try plugins("--deadline", "create=20s").output.contains("did not come back"))
    let anew = try plugins("--rescan", "--deadline", "create=20s")
    #expect(anew.output.contains("com.example.small"), "\(anew.output)")
  }

  @Test func `say where nothing can be remembered`() throws {
    let run = try plugins(environment: ["XDG_CACHE_HOME": "/proc"])
    #expect(run.status == 0)
    #expect(run.errors.contains("the plugin cache was not written"))
    #expect(run.errors.contains(": /proc/statehost: "))
  }

  @Test(.needsSandbox) func `are not known from what others could change, which is said once`()
    throws
  {
    try SmallPlugin().compile(into: folder)
    #expect(try plugins().errors == "")
    let cache = home.path + "/.cache/statehost"
    for name in ["plugins", "bundled"] {
      let file = "\(cache)/\(name)"
      try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: file)
      let run = try plugins()
      #expect(
        run.errors == """
          statehost: the plugin cache is not used because others could change it: \(cache): \
          it is rebuilt; check its permissions

          """)
      #expect(run.output.contains("com.example.small"))
      let attributes = try FileManager.default.attributesOfItem(atPath: file)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      #expect(try plugins().errors == "")
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: cache)
    #expect(
      try plugins().errors == """
        statehost: the plugin cache was not written (others can change it): \(cache): make it a \
        folder that only you can change

        """)
  }

  @Test(.needsSandbox)
  func `are kept from what the list of the sandbox says`() throws {
    let run = try plugins("--security")
    #expect(run.status == 0 && run.errors.isEmpty)
    for name in ["the loss of privileges", "resource limits", "Landlock", "seccomp"] {
      #expect(run.output.contains("  active   \(name): "), "\(run.output)")
    }
    let json = try plugins("--security", "--json")
    #expect(json.output.contains(#""worker":true"#))
    #expect(json.output.contains(#""lacking":[]"#))
  }

  @Test func `change no variable of the commands that are run`() throws {
    var plugin = SmallPlugin()
    plugin.places = [("never", 1, "0")]
    plugin.declarations = """
      __attribute__((constructor)) static void begin(void) {
        setenv("PATH", "/evil", 1);
        setenv("LD_PRELOAD", "/evil.so", 1);
      }
      """
    try plugin.compile(into: folder)
    let run = try ProgramRun.run([
      "--plugins", folder.path, "--plain", "--", "sh", "-c", "echo $PATH $LD_PRELOAD",
    ])
    #expect(run.status == 0)
    #expect(!run.output.contains("evil"))
    #expect(!run.output.isEmpty)
  }

  @Test func `end with the program, however that ends`() throws {
    var plugin = SmallPlugin()
    plugin.initialise = "for (;;) pause();"
    try plugin.compile(into: folder)
    let run = try RunningProgram(["plugins", "--plugins", folder.path])
    var worker: Int32?
    try wait(for: "the worker") {
      worker = Processes.workers(below: run.processID).first
      return worker != nil
    }
    run.send(SIGKILL)
    _ = run.wait()
    try wait(for: "the worker's end") { !Processes.isWorker(worker ?? 0) }
  }
}
