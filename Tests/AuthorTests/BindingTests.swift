import Foundation
import TestSupport
import Testing

/// What a plugin reads through a binding and prints: the same in both, in process and in a worker.
@Suite struct `A binding` {
  private static let rust = #"""
    mod childplugin;
    use childplugin::*;

    struct Reader {
        host: Host,
        cells: Cells,
    }

    static BEGUN_IN: std::sync::OnceLock<&'static str> = std::sync::OnceLock::new();

    static PLACES: &[Place] = &[Place::new("content", 0, PLACE_INSTEAD_OF_BUNDLED)];

    fn shown<Value: std::fmt::Debug>(value: Option<Value>) -> String {
        value.map_or("none".to_string(), |value| format!("{value:?}"))
    }

    impl Child for Reader {
        const DESCRIPTOR: Descriptor = Descriptor {
            id: Text::of("com.example.reader"),
            name: Text::of("Reader"),
            places: PLACES.as_ptr(),
            place_count: PLACES.len() as u32,
            ..Descriptor::NONE
        };
        const EXTENSIONS: &'static [&'static [u8]] =
            &[EXTENSION_CONTENT, EXTENSION_SELECTION, EXTENSION_VIEW];

        fn begin(host: PluginHost) -> Result<(), String> {
            BEGUN_IN.set(host.program().0).map_err(|_| "it has begun before".to_string())
        }

        fn new(host: Host) -> Reader {
            assert!(BEGUN_IN.get().is_some_and(|name| !name.is_empty()), "it has not begun");
            Reader { host, cells: Cells::default() }
        }

        fn will_appear(&mut self, _animated: bool) {
            self.content_changed();
        }

        fn content_changed(&mut self) {
            if self.host.content().is_none_or(|content| content.rows < 4) {
                return;
            }
            let (selection, view) = (self.host.selection().unwrap(), self.host.view().unwrap());
            selection.set_row(1);
            selection.mark(0, 1, true);
            selection.mark(2, 2, true);
            view.show(Some(&RowFilter::new("pl")), Some(Sort::new(SORT_NUMBER, 1, 0)));
        }

        fn draw(&mut self, canvas: &Canvas) {
            let host = &self.host;
            let Some(content) = host.content().filter(|content| content.rows >= 4) else { return };
            let pause = host.duration("pause").map(|pause| pause.as_millis());
            let options = [
                shown(host.flag("is")), shown(host.integer("count")), shown(host.number("part")),
                shown(pause), shown(host.option("word", 99)), shown(host.integer("word")),
                shown(host.option("other", 99)),
            ];
            let (selection, view) = (host.selection().unwrap(), host.view().unwrap());
            view.cells(&[3, 9, 1, 0], 0, 3, 5, &mut self.cells);
            let cells: Vec<Vec<&str>> = (self.cells.iter())
                .map(|row| row.map(|cell| std::str::from_utf8(cell).unwrap()).collect())
                .collect();
            assert!(self.cells.get(2, 0) == b"pears");
            let lines = [
                options.join(" "),
                format!(
                    "{} {} {} {} {}", content.rows, content.columns, host.column_name(1, 9),
                    host.cell(1, 0, 99), host.row(1).unwrap().length
                ),
                host.cell(3, 0, 99),
                format!(
                    "{} {} {:?} {} {}", shown(selection.row()), selection.marked_count(),
                    selection.marked_rows(1, 9), selection.is_marked(0), selection.is_marked(1)
                ),
                format!(
                    "{} {:?} {} {} {:?} {}", view.info().unwrap().rows, view.rows(0, 9),
                    shown(view.place(0)), shown(view.place(1)), view.matches(0, 0),
                    view.filter_text()
                ),
                format!("{cells:?}"),
            ];
            for (row, line) in lines.iter().enumerate() {
                canvas.text(0, row as i32, line, Style::PLAIN);
            }
        }
    }

    struct Rows;

    impl Source for Rows {
        const DESCRIPTOR: Descriptor = Descriptor {
            flags: DESCRIPTOR_SOURCE,
            id: Text::of("com.example.rows"),
            name: Text::of("Rows"),
            ..Descriptor::NONE
        };

        fn read(reading: &Reading) -> bool {
            let argument = String::from_utf8_lossy(reading.argument()).into_owned();
            if argument.is_empty() {
                return reading.fail("nothing is named", "name it");
            }
            if argument == "panic" {
                panic!("no rows");
            }
            reading.columns(&["name", "left"]);
            reading.progress(0.5);
            let pause = reading.duration("pause").map(|pause| pause.as_millis());
            let options = [
                shown(reading.flag("is")), shown(reading.integer("count")),
                shown(reading.number("part")), shown(pause), shown(reading.option("word", 99)),
                shown(reading.integer("word")), shown(reading.option("other", 99)),
            ];
            let options = options.join(" ");
            for (name, left) in [
                ("apples", "40"), ("pears", "7"), ("plums", "12"),
                (options.as_str(), argument.as_str()),
            ] {
                if !reading.row(&[name, left]) {
                    return true;
                }
            }
            true
        }
    }

    #[no_mangle]
    pub extern "C" fn childplugin_entry(_major: u32, _minor: u32) -> *const Plugin {
        plugin::<(Reader, Reads<Rows>)>()
    }
    """#

  private static let swift = #"""
    import ChildPluginAPI
    import ChildPluginKit

    private func shown<Value>(_ value: Value?) -> String {
      switch value {
      case nil: "none"
      case let text as String: "\"\(text)\""
      case let some?: "\(some)"
      }
    }

    private func milliseconds(_ duration: Duration?) -> Int64? {
      duration.map { $0.components.seconds * 1000 + $0.components.attoseconds / 1_000_000_000_000_000 }
    }

    final class Reader: ChildPlugin, ContentChild, SelectionChild, ViewChild {
      static let descriptor = ChildDescriptor(
        id: "com.example.reader", name: "Reader",
        places: [ChildPlace("content", insteadOfBundled: true)])
      private let host: Host
      private var text = TextBuffer()
      private var cells = CellBatch()
      init?(host: Host) { self.host = host }

      func willAppear(animated: Bool) { contentDidChange() }

      func contentDidChange() {
        guard host.content?.rows ?? 0 >= 4, let selection = host.selection else { return }
        _ = selection.select(1)
        _ = selection.mark(0..<1)
        _ = selection.mark(2..<4)
        _ = host.view?.show(View.Filter("pl"), sort: View.Sort(by: .number, column: 1))
      }
      func selectionDidChange() {}
      func viewDidChange() {}

      private func cell(_ row: Int, _ column: Int) -> String {
        _ = host.content?.read(row: row, column: column, into: &text, limit: 99)
        return text.string
      }

      func draw(on canvas: borrowing Canvas) {
        guard let content = host.content, let selection = host.selection, let view = host.view
        else { return }
        let options = [
          shown(host.flag("is")), shown(host.integer("count")), shown(host.number("part")),
          shown(milliseconds(host.duration("pause"))), shown(host.option("word")),
          shown(host.integer("word")), shown(host.option("other")),
        ]
        _ = content.column(1, name: &text)
        let name = text.string
        var rows: [Int] = []
        view.read(from: 0, limit: 9, into: &rows)
        var matches: [Range<Int>] = []
        view.matches(row: 0, column: 0, into: &matches)
        let ranges = matches.map { "\($0.lowerBound)..\($0.upperBound)" }.joined(separator: ", ")
        content.read(rows: [3, 9, 1, 0], columns: 0..<3, limit: 5, into: &cells)
        let those = (0..<cells.rows).map { row in
          (0..<3).map { column in
            cells.copy(row: row, column: column, into: &text)
            return text.string
          }
        }
        let lines = [
          options.joined(separator: " "),
          "\(content.rows) \(content.columns) \(name) \(cell(1, 0)) \(content.row(1)?.length ?? 0)",
          cell(3, 0),
          "\(shown(selection.row)) \(selection.markedCount) \(selection.markedRows(from: 1, limit: 9))"
            + " \(selection.isMarked(0)) \(selection.isMarked(1))",
          "\(view.rows) \(rows) \(shown(view.place(of: 0))) \(shown(view.place(of: 1)))"
            + " [\(ranges)] \(view.filter?.text ?? "")",
          "\(those)",
        ]
        for (row, line) in lines.enumerated() { canvas.put(line, column: 0, row: row) }
      }
    }

    enum Rows: SourcePlugin {
      static let descriptor = SourceDescriptor(id: "com.example.rows", name: "Rows")

      static func read(_ reading: Reading) throws(SourceFailure) {
        guard !reading.argument.isEmpty else {
          throw SourceFailure("nothing is named", remedy: "name it")
        }
        reading.columns(["name", "left"])
        reading.progress(0.5)
        let options = [
          shown(reading.flag("is")), shown(reading.integer("count")), shown(reading.number("part")),
          shown(milliseconds(reading.duration("pause"))), shown(reading.option("word")),
          shown(reading.integer("word")), shown(reading.option("other")),
        ].joined(separator: " ")
        for cells in [["apples", "40"], ["pears", "7"], ["plums", "12"], [options, reading.argument]]
        where !reading.row(cells) { return }
      }
    }

    @c @implementation
    public func childplugin_entry(_ major: UInt32, _ minor: UInt32) -> PluginEntry {
      exportPlugin(Reader.self, sources: [Rows.self])
    }
    """#

  /// A plugin of a language that prints what it reads.
  private func project(_ language: String) throws -> PluginProject {
    let project = try PluginProject("reader", language: language)
    let (source, ending) = language == "rust" ? (Self.rust, "rs") : (Self.swift, "swift")
    try Data(source.utf8).write(to: URL(filePath: "\(project.folder)/reader.\(ending)"))
    try project.build(language == "swift" ? [PluginProject.sharedKit] : [])
    // Alone, for the program's own list puts the user on a row too while it is loaded.
    let states = """
      { "initial": "content",
        "states": { "loading": [], "content": ["r"], "empty": [], "error": ["e"] },
        "children": { "r": { "use": "com.example.reader" }, "e": { "use": "org.statehost.error" } } }
      """
    try Data(states.utf8).write(to: URL(filePath: project.folder + "/states.json"))
    return project
  }

  /// A terminal that shows what it prints of the rows of its source, which is given an argument.
  private func terminal(
    _ project: PluginProject, isolation: String, _ argument: String
  ) throws -> TmuxTerminal {
    let options = [
      "reader.is=true", "reader.count=-7", "reader.part=2.5", "reader.pause=1.5s",
      "reader.word='a b'", "rows.is=false", "rows.count=70", "rows.part=-0.25", "rows.pause=20ms",
      "rows.word=ü",
    ].map { "-o com.example." + $0 }
    return try TmuxTerminal(
      columns: 90, rows: 9,
      command: """
        cd '\(project.folder)' && statehost --isolation \(isolation) --plugins . \
          --states states.json --source com.example.rows\(argument) \(options.joined(separator: " "))
        """)
  }

  @Test(arguments: ["rust", "swift"])
  func `reads options, content, selection and view as they are`(language: String) throws {
    let project = try project(language)
    for isolation in ["none", "auto"] {
      let terminal = try terminal(project, isolation: isolation, "=all")
      try terminal.wait(for: "what was read, \(language) \(isolation)") {
        $0.prefix(6) == [
          "true -7 2.5 1500 \"a b\" none none",
          "4 2 left pears 7",
          "false 70 -0.25 20 \"ü\" none none",
          // The filter hides row 1: the user is on the next row that it shows.
          "2 3 [2, 3] true false",
          "2 [2, 0] 1 none [2..4] pl",
          "[[\"false\", \"all\", \"\"], [\"\", \"\", \"\"], [\"pears\", \"7\", \"\"], [\"apple\", \"40\", \"\"]]",
        ]
      }
    }
    try terminal(project, isolation: "auto", "").wait(forText: "nothing is named")
    guard language == "rust" else { return }
    try terminal(project, isolation: "auto", "=panic").wait(forText: "panicked at reader.rs:")
  }
}
