import Foundation
import TestSupport
import Testing

@Suite("A plugin in Rust that panics")
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

  @Test(.needsSandbox) func `is named with the line and the message, and nothing else ends`() throws
  {
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

  @Test func `is named with its line where it is checked, at its end, too`() throws {
    let project = try PluginProject("panics", language: "rust")
    let file = project.folder + "/panics.rs"
    let source = try String(contentsOfFile: file, encoding: .utf8)
    let dropping = "\nimpl Drop for Panel { fn drop(&mut self) { panic!(\"no end\") } }\n"
    try Data((source + dropping).utf8).write(to: URL(filePath: file))
    let built = try Tools.run(["make"], in: project.folder)
    try #require(built.status == 0, "\(built.errors)")
    let checked = try project.statehost(["validate", "--strictness", "1", project.library])
    #expect(checked.status == 1)
    #expect(checked.output.contains("it panicked, in this call, saying \"panicked at panics.rs:"))
    #expect(checked.output.contains("in        destroy() of com.example.panics"))
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

  /// It counts keys, keeps the number, and panics when it is told to.
  private static let counter = #"""
    mod childplugin;
    use childplugin::*;

    struct Counter {
        host: Host,
        count: u8,
    }

    static PLACES: &[Place] = &[Place::new("content", 0, PLACE_INSTEAD_OF_BUNDLED)];

    impl Child for Counter {
        const DESCRIPTOR: Descriptor = Descriptor {
            flags: DESCRIPTOR_TAKES_FOCUS,
            id: Text::of("com.example.panics"),
            name: Text::of("Counter"),
            places: PLACES.as_ptr(),
            place_count: PLACES.len() as u32,
            ..Descriptor::NONE
        };
        const EXTENSIONS: &'static [&'static [u8]] = &[EXTENSION_INPUT, EXTENSION_STATE];

        fn new(host: Host) -> Counter {
            Counter { host, count: 0 }
        }
        fn draw(&mut self, canvas: &Canvas) {
            canvas.text(1, 0, &format!("it has {} keys", self.count), Style::PLAIN);
        }
        fn key(&mut self, key: &Key, _: &str) -> bool {
            match char::from_u32(key.code) {
                Some('k') => self.count += 1,
                Some('p') => panic!("as it was told"),
                _ => return false,
            }
            self.host.invalidate();
            true
        }
        fn save(&mut self) -> Vec<u8> {
            vec![self.count]
        }
        fn restore(&mut self, state: &[u8]) -> bool {
            self.count = state[0];
            true
        }
    }

    #[no_mangle]
    pub extern "C" fn childplugin_entry(_major: u32, _minor: u32) -> *const Plugin {
        plugin::<Counter>()
    }
    """#

  @Test(arguments: ["none", "auto"])
  func `keeps the state that it saved last`(isolation: String) throws {
    let project = try PluginProject("panics", language: "rust")
    try Data(Self.counter.utf8).write(to: URL(filePath: project.folder + "/panics.rs"))
    let built = try Tools.run(["make"], in: project.folder)
    try #require(built.status == 0, "\(built.errors)")
    let command = """
      cd '\(project.folder)' && statehost --isolation \(isolation) --plugins . --remember memory -- seq 3
      """
    func run(_ keys: [String], seeing words: String, first: String) throws {
      let terminal = try TmuxTerminal(columns: 60, rows: 10, command: command)
      try terminal.wait(forText: first)
      for key in keys { try terminal.type(key) }
      try terminal.wait(forText: words)
      try terminal.type("q")
      try terminal.wait(forText: "ended:0")
    }
    try run(["k", "k"], seeing: "it has 2 keys", first: "it has 0 keys")
    try run(["p"], seeing: "as it was told", first: "it has 2 keys")
    try run([], seeing: "it has 2 keys", first: "it has 2 keys")
  }
}
