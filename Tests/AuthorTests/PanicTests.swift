import Foundation
import TestSupport
import Testing

@Suite("A plugin in Rust that panics", .enabled(if: Tools.have("rustc"), "rustc is not installed"))
struct PanicTests {
  /// The template's plugin, of which the draw begins with something else.
  private func project(drawing statement: String) throws -> PluginProject {
    let project = try PluginProject("panics", language: "rust")
    let file = project.folder + "/panics.rs"
    let source = try String(contentsOfFile: file, encoding: .utf8)
    let begin = "fn draw(&mut self, canvas: &Canvas) {"
    let wrong = source.replacing(begin, with: begin + statement)
    try #require(wrong != source)
    try Data(wrong.utf8).write(to: URL(filePath: file))
    let built = try Tools.run(["make"], in: project.folder)
    try #require(built.status == 0, "\(built.errors)")
    return project
  }

  @Test func `is named with the line and the message, and nothing else ends`() throws {
    let project = try project(drawing: "panic!(\"two\\nlines\");\n#[allow(unreachable_code)]")
    for isolation in ["none", "auto"] {
      let run = try project.statehost([
        "--isolation", isolation, "--plugins", ".", "--snapshot", "-", "Makefile",
      ])
      #expect(run.status == 0)
      #expect(
        run.errors.hasPrefix("statehost: com.example.panics: panicked at panics.rs:")
          && run.errors.hasSuffix(": two lines\n"), "\(isolation): \(run.errors)")
      #expect(run.output.hasPrefix(" panicked at panics.rs:"), "\(isolation): \(run.output)")
    }
  }

  @Test func `is there again when its state comes again`() throws {
    let project = try project(
      drawing: """
        static HAS: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);
        if !HAS.swap(true, std::sync::atomic::Ordering::Relaxed) { panic!("once"); }
        """)
    let file = """
      { "initial": "content", "keys": { "x": "empty", "c": "content" },
        "states": { "loading": [], "content": ["panel"], "empty": [], "error": [] },
        "children": { "panel": { "use": "com.example.panics" } } }
      """
    try Data(file.utf8).write(to: URL(filePath: project.folder + "/states.json"))
    let terminal = try TmuxTerminal(
      columns: 60, rows: 10,
      command: """
        cd '\(project.folder)' && statehost --plugins . --states states.json -- seq 3
        """)
    try terminal.wait(forText: ": once")
    try terminal.press("x")
    try terminal.wait(forText: "no child presents this state")
    try terminal.press("c")
    try terminal.wait(forText: "panics: 3 rows")
  }
}
