import Foundation
import TestSupport
import Testing

/// What a plugin says before it has a child.
@Suite struct `A plugin's own host` {
  private static let begin = """
    char line[200];
    snprintf(line, sizeof line, "begins on %.*s", (int)own->name.length, own->name.bytes);
    own->log(own, CHILDPLUGIN_LOG_WARNING, childplugin_text(line));
    own->invalidate(own);
    """

  @Test(arguments: ["none", "each"])
  func `is told of with the name of its file, in process and in a worker`(
    isolation: String
  ) throws {
    var plugin = SmallPlugin()
    plugin.begin = Self.begin
    let folder = try ScratchFolder()
    let file = try plugin.compile(into: folder)
    let run = try ProgramRun.run([
      "--isolation", isolation, "--plugins", folder.path, "--snapshot", "-",
      "--log", folder.path + "/log", "--", "seq", "9",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let log = try String(contentsOfFile: folder.path + "/log", encoding: .utf8)
      .split(separator: "\n")
    #expect(
      log.filter { $0.contains("begins on statehost") || $0.contains("host.invalidate") } == [
        "warning: \(file): begins on statehost",
        "warning: statehost: the plugin itself: host.invalidate called on the plugin's own host: \(file): "
          + "call it on the host that create gets",
      ], "\(log)")
  }

  @Test func `of a source is told of as what a command prints to its errors`() throws {
    var plugin = SmallPlugin()
    plugin.begin = Self.begin
    plugin.read = """
      childplugin_text_t cell = CHILDPLUGIN_TEXT("a row");
      reading->row(reading, &cell, 1);
      """
    let folder = try ScratchFolder()
    let file = try plugin.compile(into: folder)
    let run = try ProgramRun.run([
      "--plugins", folder.path, "--plain", "--source", "com.example.small",
    ])
    #expect(run.status == 0 && run.output == "a row\n", "\(run.errors)")
    #expect(run.errors.contains("begins on statehost\n"))
    #expect(
      run.errors.contains(
        "the plugin itself: host.invalidate called on the plugin's own host: \(file)"),
      "\(run.errors)")
  }
}
