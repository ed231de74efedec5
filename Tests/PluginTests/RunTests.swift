import Testing

@testable import HostPlugins

extension PluginTests {
  /// Programs as a child in C asks for them.
  @Suite struct `A program of a child` {
    private func fixture(
      _ statements: String, needs: Bool = true, declarations: String = "", atEnd: String = ""
    ) throws -> LoadedFixture {
      var plugin = FixturePlugin(
        willAppear: statements,
        extensions: """
          static const childplugin_run_observer_t observer = {
            .size = sizeof observer, .ended = ended };
          GIVE(RUN, observer)
          """)
      plugin.declarations = """
        static void ended(const childplugin_child_t *child, const childplugin_program_end_t *end) {
          NOTE("%llu %u %d %u %.*s|%.*s", (unsigned long long)end->number, end->kind, end->status,
               end->flags, (int)end->output.length, end->output.bytes, (int)end->errors.length,
               end->errors.bytes);
          \(atEnd)
        }
        \(declarations)
        static const childplugin_text_t needs[] = { CHILDPLUGIN_TEXT(CHILDPLUGIN_NEED_RUN) };
        """
      plugin.descriptorFields = needs ? ".needs = needs, .need_count = 1" : ""
      let fixture = try LoadedFixture(plugin)
      _ = fixture.logged()
      fixture.child.send(.willAppear(animated: false))
      return fixture
    }

    private static let words =
      #"childplugin_text_t words[] = { CHILDPLUGIN_TEXT("rm"), { "\xff\n", 2 }, { NULL, 0 } };"#

    @Test func `is passed on as it is, with a number of its own`() throws {
      let fixture = try fixture(
        """
        \(Self.words)
        childplugin_program_t program = { .size = sizeof program, .words = words, .word_count = 3,
          .flags = ~CHILDPLUGIN_PROGRAM_ON_TERMINAL };
        note_number("rows", (long long)host_run->run(host, &program));
        program.flags = CHILDPLUGIN_PROGRAM_ON_TERMINAL | CHILDPLUGIN_PROGRAM_ROWS_AS_ARGUMENTS;
        note_number("terminal", (long long)host_run->run(host, &program));
        program.flags = 0;
        program.input = (childplugin_text_t){ "a\\0b", 3 };
        note_number("input", (long long)host_run->run(host, &program));
        note_number("cancel", host_run->cancel(host, 1) * 10 + host_run->cancel(host, 2));
        """)
      #expect(fixture.logged().dropFirst() == ["rows 1", "terminal 2", "input 3", "cancel 10"])
      let words = [Array("rm".utf8), [0xFF, 0x0A], []]
      let programs = [
        try ChildProgram(words, rowUse: .all),
        try ChildProgram(words, rowUse: .arguments, usesTerminal: true),
        try ChildProgram(words, input: [0x61, 0, 0x62]),
      ]
      let runs = programs.enumerated().map { index, program in
        var program = program
        program.endsWithNull = true
        return ChildRequest.run(program, number: UInt64(index) + 1)
      }
      #expect(fixture.services.asked == runs + [1, 2].map { .cancel(number: $0) })
      #expect(fixture.services.faults.isEmpty)
    }

    /// Statements that change `program`, and why it is refused then.
    static let refused: [(change: String, why: Refusal)] = [
      ("program.word_count = 0;", .noProgram), ("program.words = NULL;", .noProgram),
      ("words[0].length = 0;", .noProgram), ("program.word_count = 1025;", .noProgram),
      (#"words[1] = (childplugin_text_t){ "a\0b", 3 };"#, .noProgram),
      ("program.input = (childplugin_text_t){ much, (1 << 20) + 1 };", .tooLarge),
      ("words[1] = (childplugin_text_t){ much, (1 << 20) - 1 };", .tooLarge),
      ("program.flags = 2; program.input = words[0];", .twoInputs),
      ("program.flags = 4; program.input = words[0];", .twoInputs),
      ("program.flags = 2 | 4;", .twoInputs),
    ]

    @Test(arguments: refused.indices)
    func `is refused where it is none`(_ index: Int) throws {
      let (change, why) = Self.refused[index]
      let fixture = try fixture(
        """
        static char much[(1 << 20) + 1];
        memset(much, 'x', sizeof much);
        \(Self.words)
        childplugin_program_t program = { .size = sizeof program, .words = words, .word_count = 3 };
        \(change)
        note_number("run", (long long)host_run->run(host, &program));
        """)
      let reason = try #require(why.line(of: .runRun))
      #expect(fixture.logged().dropFirst() == ["run 1", "1 3 0 0 |\(reason)"])
      #expect(fixture.services.asked.allSatisfy { $0 == .draw })
      #expect(fixture.services.faults.map(\.kind) == [.refused(.runRun, why)])
    }

    private static let runOnce = """
      \(words)
      childplugin_program_t program = { .size = sizeof program, .words = words, .word_count = 1 };
      note_number("run", (long long)host_run->run(host, &program));
      """

    @Test func `has to be among its needs`() throws {
      let fixture = try fixture(Self.runOnce, needs: false)
      #expect(fixture.logged().dropFirst().first == "run 1")
      #expect(fixture.services.faults.map(\.kind) == [.refused(.runRun, .notDeclared)])
    }

    @Test func `that is refused is 0, without an end, for a plugin of 1.1`() throws {
      let older = "#undef CHILDPLUGIN_ABI_MINOR\n#define CHILDPLUGIN_ABI_MINOR 1"
      let fixture = try fixture(Self.runOnce, needs: false, declarations: older)
      #expect(fixture.logged().dropFirst() == ["run 0"])
    }

    /// One that asks again at each end waits for a next call each time: the host goes on.
    @Test func `that is refused in the report of an end is reported after the next call`() throws {
      let fixture = try fixture(Self.runOnce, needs: false, atEnd: Self.runOnce)
      #expect(fixture.logged().filter { $0.hasPrefix("run") } == ["run 1", "run 2"])
      _ = fixture.drawn()
      #expect(fixture.logged().filter { $0.hasPrefix("run") } == ["run 3"])
      #expect(fixture.services.asked.allSatisfy { $0 == .draw })
    }

    @Test func `that is not granted is refused with what grants it`() throws {
      let fixture = try fixture(Self.runOnce)
      _ = fixture.logged()
      fixture.services.refusal = .notGranted("run=rm", id: "com.example.right")
      fixture.child.send(.willAppear(animated: false))
      let logged = fixture.logged()
      #expect(logged.first { $0.hasPrefix("run") } == "run 2")
      #expect(
        fixture.services.faults.first?.line.hasSuffix(
          "--grant com.example.right=run=rm (with many programs it can do everything you can) "
            + "grants it")
          == true)
    }

    @Test(arguments: [
      ("git", "run=git"), ("/usr/bin/git", "run=/usr/bin/git"), ("x;rm", "run"), ("a,run", "run"),
      ("two words", "run"), ("\u{202E}tig", "run"), ("$(x)", "run"), ("a=b", "run"), ("é", "run"),
      ("a@b%c+d.e:f/g-h_I9", "run=a@b%c+d.e:f/g-h_I9"),
      (String(repeating: "x", count: 200), "run=" + String(repeating: "x", count: 200)),
      (String(repeating: "x", count: 201), "run"),
    ])
    func `that is not granted is offered alone, where its name can be typed`(
      _ name: String, _ word: String
    ) throws {
      var policy = RequestPolicy()
      let program = try ChildProgram([Array(name.utf8), Array("log".utf8)])
      #expect(throws: Refusal.notGranted(word, id: "com.example.right")) {
        try policy.decide(
          .run(program, number: 1), of: RequestPolicy.Child(id: "com.example.right"),
          during: .other,
          in: RequestPolicy.Circumstances(now: 0, content: nil, isPick: false))
      }
    }

    @Test func `of which the struct is too small is told of once`() throws {
      let fixture = try fixture(
        """
        childplugin_program_t program = { .size = 8 };
        note_number("run", (long long)host_run->run(host, &program));
        note_number("run", (long long)host_run->run(host, &program));
        """)
      #expect(fixture.logged().dropFirst() == ["run 0", "run 0"])
      #expect(fixture.services.faults.map(\.kind) == [.structSize(.runRun)])
    }

    @Test func `ends with all that became of it, which lives for the call`() throws {
      let fixture = try fixture("")
      _ = fixture.logged()
      fixture.child.send(
        .programEnded(
          ProgramEnd(
            7, .exited(3), output: ProgramEnd.Output(Array("out".utf8), isCut: true),
            errors: ProgramEnd.Output(Array("err".utf8)))))
      fixture.child.send(.programEnded(ProgramEnd(8, .killed(signal: 9))))
      fixture.child.send(.programEnded(ProgramEnd(9, notStarted: "why")))
      #expect(fixture.logged() == ["7 1 3 1 out|err", "8 2 9 0 |", "9 3 0 0 |why"])
    }
  }
}
