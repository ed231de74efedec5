import HostText
import Testing

@testable import HostPlugins

@Suite struct `An option that is declared` {
  private static func type(
    _ kind: OptionDeclaration.Kind, _ range: ClosedRange<Double>? = nil, of choices: [String] = []
  ) throws -> OptionDeclaration {
    try OptionDeclaration(name: "it", kind: kind, choices: choices, range: range)
  }

  @Test func `takes the texts of its kind, and no others`() throws {
    let cases: [(type: OptionDeclaration, takes: [String], refuses: [String])] = [
      (try Self.type(.text), ["", "any \u{1B} text"], []),
      (try Self.type(.flag), ["true", "false"], ["", "1", "yes", "True", "true "]),
      (try Self.type(.integer), ["0", "-7", "9223372036854775807"], ["", "1.0", "1e3", "x"]),
      (try Self.type(.integer, 1...9), ["1", "9"], ["0", "10", "-1"]),
      (try Self.type(.number), ["0", "-1.5", "1e3"], ["", "nan", "inf", "1e999", "x"]),
      (try Self.type(.number, -0.5...0.5), ["-0.5", "0.5"], ["0.51", "-0.6"]),
      (try Self.type(.duration), ["0ms", "1.5s", "60m"], ["", "5", "61m", "-1s", "1 s"]),
      (try Self.type(.duration, 0.1...2), ["100ms", "2s"], ["99ms", "2001ms"]),
      (try Self.type(.choice, of: ["small", "big"]), ["small", "big"], ["", "Big", "bigger"]),
    ]
    for (type, takes, refuses) in cases {
      for text in takes { #expect(type.takes(text), "\(type.kind) \(text)") }
      for text in refuses { #expect(!type.takes(text), "\(type.kind) \(text)") }
    }
  }

  @Test func `takes the value of a states file that is of its kind`() throws {
    let values: [(value: JSONValue, kinds: [OptionDeclaration.Kind])] = [
      (.text("300ms"), [.text, .duration]), (.text("true"), [.text]), (.text("3"), [.text]),
      (.boolean(true), [.flag]), (.integer(3), [.integer, .number]),
      (try JSONValue(parsing: Array("2.5".utf8)), [.number]), (.null, []), (.list([]), []),
    ]
    let kinds: [OptionDeclaration.Kind] = [.text, .flag, .integer, .number, .duration]
    for (value, expected) in values {
      let taking = try kinds.filter { try Self.type($0).takes(value) }
      #expect(taking == expected, "\(value)")
    }
    let choice = try Self.type(.choice, of: ["300ms", "true", "3"])
    #expect(values.filter { choice.takes($0.value) }.map(\.value) == values[..<3].map(\.value))
  }

  @Test(arguments: [1, 63, 64, 65]) func `has up to 64 choices and bytes of its name`(
    count: Int
  ) throws {
    let choices = (0..<count).map(String.init)
    let type = try OptionDeclaration(name: "a", kind: .choice, choices: choices)
    let read = try? reread(type.write(to:), OptionDeclaration.init(from:))
    #expect(read == (count > 64 ? nil : type))
    let named = try? OptionDeclaration(name: String(repeating: "x", count: count), kind: .text)
    #expect((named == nil) == (count > 64))
  }

  @Test func `says in words what it takes`() throws {
    #expect(try Self.type(.flag).wanted == "true or false")
    #expect(try Self.type(.integer, 1...9).wanted == "a whole number from 1 to 9")
    #expect(try Self.type(.number, -0.5...2).wanted == "a number from -0.5 to 2")
    #expect(try Self.type(.duration, 0.1...2).wanted == "a duration such as 300ms from 0.1s to 2s")
    #expect(try Self.type(.duration).wanted == "a duration such as 300ms, an hour at most")
    #expect(try Self.type(.choice, of: ["a", "b"]).wanted == "one of a, b")
    #expect(try Self.type(.choice, of: ["a"]).wanted == "a")
    #expect(try Self.type(.text).wanted == "a text")
  }

  @Test
  func
    `has a name that can be written, choices of which none is there twice, and takes its fallback`()
  {
    #expect(throws: OptionDeclaration.Fault.name) { try OptionDeclaration(name: "", kind: .text) }
    #expect(throws: OptionDeclaration.Fault.name) {
      try OptionDeclaration(name: "a.b", kind: .text)
    }
    #expect(throws: OptionDeclaration.Fault.name) {
      try OptionDeclaration(name: String(repeating: "x", count: 65), kind: .text)
    }
    #expect(throws: OptionDeclaration.Fault.choices) {
      try OptionDeclaration(name: "a", kind: .choice)
    }
    #expect(throws: OptionDeclaration.Fault.choices) {
      try OptionDeclaration(name: "a", kind: .choice, choices: ["b", "b"])
    }
    #expect(throws: OptionDeclaration.Fault.fallback) {
      try OptionDeclaration(name: "a", kind: .integer, fallback: "10", range: 1...9)
    }
    #expect(throws: Never.self) { try OptionDeclaration(name: "a-B_9", kind: .text, fallback: "x") }
  }

  @Test func `is chosen by id and name`() {
    let choice = OptionAssignment("org.example.tree.depth=a=b.c")
    #expect(choice?.id == "org.example.tree" && choice?.name == "depth" && choice?.text == "a=b.c")
    #expect(OptionAssignment("tree.depth=")?.text == "")
    for text in ["depth=3", "a.b", ".depth=3", "a.=3", "a b.c=3", "=.=", ""] {
      #expect(OptionAssignment(text) == nil, "\(text)")
    }
  }
}

extension PluginTests {
  @Suite struct `Options of a descriptor` {
    static let declarations = """
      #define OPTION(called, ...) { .size = sizeof(childplugin_option_t), \
        .name = CHILDPLUGIN_TEXT(called), __VA_ARGS__ }
      #define WORD(text) .fallback = CHILDPLUGIN_TEXT(text)
      static const childplugin_text_t words[] = { CHILDPLUGIN_TEXT("a"), CHILDPLUGIN_TEXT("b") };
      static const childplugin_option_t options[] = {
        OPTION("depth", .kind = CHILDPLUGIN_OPTION_INTEGER, .flags = CHILDPLUGIN_OPTION_RANGE,
          .minimum = 1, .maximum = 9, WORD("3"), .help = CHILDPLUGIN_TEXT("how far")),
        OPTION("depth", .kind = CHILDPLUGIN_OPTION_TEXT),
        OPTION("a b", .kind = CHILDPLUGIN_OPTION_TEXT),
        OPTION("r", .kind = CHILDPLUGIN_OPTION_NUMBER, .flags = CHILDPLUGIN_OPTION_RANGE,
          .minimum = 2, .maximum = 1),
        OPTION("c", .kind = CHILDPLUGIN_OPTION_CHOICE),
        OPTION("f", .kind = CHILDPLUGIN_OPTION_FLAG, WORD("yes")),
        OPTION("mode", .kind = CHILDPLUGIN_OPTION_CHOICE, .choices = words, .choice_count = 2),
        OPTION("new", .kind = 99, WORD("of a later minor")) };
      """

    @Test func `are read as they are declared, and survive the cache`() throws {
      let catalogue = try PluginFolder.load(
        FixturePlugin(
          descriptorFields: ".options = options + 6, .option_count = 2",
          declarations: Self.declarations))
      let type = try #require(catalogue.types.first)
      let expected = [
        try OptionDeclaration(name: "mode", kind: .choice, choices: ["a", "b"]),
        try OptionDeclaration(name: "new", kind: .text, fallback: "of a later minor"),
      ]
      #expect(type.options == expected)
      let number = try OptionDeclaration(
        name: "n", kind: .number, fallback: "1", help: "?", range: -1...1)
      #expect(try reread(number.write(to:), OptionDeclaration.init(from:)) == number)
      let whole = try #require(catalogue.plugins.first?.description)
      let read = try reread(whole.write(to:), PluginDescription.init(from:))
      #expect(whole.agrees(with: read))
      let later = PluginDescription(
        abiMajor: whole.abiMajor, abiMinor: whole.abiMinor + 1, children: whole.children,
        problems: [])
      #expect(!whole.agrees(with: later))
      #expect(read == whole && read.children.map(\.type.options) == [expected])
    }

    @Test func `are read as what they mean, or not at all`() throws {
      let services = RecordingServices()
      services.options = ["on": "true", "depth": "3", "wait": "1.5s"]
      let (_, logged) = try LoadedFixture.appearing(
        """
        bool flag = false; int64_t whole = 7, time = 7; double number = 7;
        note_number("flag", host_options->flag(host, childplugin_text("on"), &flag) && flag);
        note_number("no flag", host_options->flag(host, childplugin_text("depth"), &flag));
        note_number("whole", host_options->integer(host, childplugin_text("depth"), &whole));
        note_number("is", whole);
        note_number("none", host_options->integer(host, childplugin_text("gone"), &whole));
        note_number("number", host_options->number(host, childplugin_text("depth"), &number));
        note_number("is", number);
        note_number("time", host_options->duration(host, childplugin_text("wait"), &time));
        note_number("is", time);
        """, services: services)
      #expect(
        logged == [
          "flag 1", "no flag 0", "whole 1", "is 3", "none 0", "number 1", "is 3", "time 1",
          "is 1500000000",
        ])
      #expect(services.faults.isEmpty)
    }

    @Test func `are remembered where they are declared and have such a value`() throws {
      let fixture = try LoadedFixture(
        FixturePlugin(
          descriptorFields: ".options = options, .option_count = 1",
          willAppear: """
            const char *values[] = { "depth", "7", "depth", "10", "depth", "", "deep", "7" };
            for (int i = 0; i < 8; i += 2)
              note_number(values[i], host_remember->option(host, childplugin_text(values[i]),
                                                           childplugin_text(values[i + 1])));
            """,
          declarations: Self.declarations))
      fixture.child.send(.willAppear(animated: false))
      #expect(Array(fixture.logged().dropFirst()) == ["depth 1", "depth 0", "depth 0", "deep 0"])
      #expect(fixture.services.asked == [.remember(option: "depth", value: "7")])
      #expect(fixture.services.faults.isEmpty)
    }

    @Test func `are remembered with texts of at most 512 bytes`() throws {
      var type = ChildType(id: "a.b")
      type.options = [try OptionDeclaration(name: "title", kind: .text)]
      for count in [0, 512] {
        #expect(type.option("title", taking: String(repeating: "é", count: count / 2)) != nil)
      }
      #expect(type.option("title", taking: String(repeating: "a", count: 513)) == nil)
    }
  }
}
