import Foundation
import TestSupport
import Testing

@Suite("A plugin in Rust that panics")
struct PanicTests {
  @Test(.enabled(if: Tools.have("rustc"), "rustc is not installed"))
  func `is named with the line and the message`() throws {
    let project = try PluginProject("panics", language: "rust")
    let file = project.folder + "/panics.rs"
    let source = try String(contentsOfFile: file, encoding: .utf8)
    let wrong = source.replacing(
      "canvas.text(1, 0, &self.summary(),", with: "panic!(\"two\\nlines\");\n//")
    try #require(wrong != source)
    try Data(wrong.utf8).write(to: URL(filePath: file))
    let built = try Tools.run(["make"], in: project.folder)
    try #require(built.status == 0, "\(built.errors)")
    let run = try project.statehost(["--plugins", ".", "--snapshot", "-", "Makefile"])
    #expect(run.status == 0)
    #expect(
      run.errors.contains(
        "child com.example.panics: crashed (SIGABRT) in draw, saying \"panicked at panics.rs:")
        && run.errors.contains(": two lines\": ./panics.so: "), "\(run.errors)")
  }
}
