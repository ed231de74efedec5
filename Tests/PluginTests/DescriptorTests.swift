import HostSurface
import HostText
import Testing

@testable import HostPlugins

extension PluginTests {
  @Suite struct `A descriptor` {
    /// A wrong descriptor: its fields after the right ones, and what is said of it.
    struct Wrong: Sendable {
      let fields: String
      let id: String?
      let problem: DescriptorProblem

      init(_ fields: String, id: String? = "com.example.wrong", _ problem: DescriptorProblem) {
        self.fields = fields
        self.id = id
        self.problem = problem
      }
    }

    private static let wrongs = [
      Wrong(".size = 2", id: nil, .descriptorSize(2)),
      Wrong(".size = 1u << 30", id: nil, .descriptorSize(1 << 30)),
      Wrong(".id = CHILDPLUGIN_TEXT(\"\")", id: nil, .idEmpty),
      Wrong(".id = { NULL, 5 }", id: nil, .textMalformed(field: "id")),
      Wrong(".id = CHILDPLUGIN_TEXT(\"com.a b\")", id: nil, .idCharacter(offset: 5)),
      Wrong(".id = CHILDPLUGIN_TEXT(\"com.\\xC3\\xA9\")", id: nil, .idCharacter(offset: 4)),
      Wrong(".id = { \"a\", 256 }", id: nil, .idTooLong(bytes: 256)),
      Wrong(".id = { \"a\", UINT64_MAX }", id: nil, .idTooLong(bytes: .max)),
      Wrong(".name = CHILDPLUGIN_TEXT(\"\")", .nameEmpty),
      Wrong(".name = CHILDPLUGIN_TEXT(\" \\u2800\\u00A0\\u200D\")", .nameEmpty),
      Wrong(".name = CHILDPLUGIN_TEXT(\"\\xFF\")", .notText(field: "name")),
      Wrong(".vendor = CHILDPLUGIN_TEXT(\"\\xC0\\x80\")", .notText(field: "vendor")),
      Wrong(".version = { NULL, 1 }", .textMalformed(field: "version")),
      Wrong(".description = { \"a\", UINT64_MAX }", .textMalformed(field: "description")),
      Wrong(".place_count = 65, .places = places", .count(.place, 65)),
      Wrong(".place_count = UINT32_MAX, .places = places", .count(.place, .max)),
      Wrong(".place_count = 1, .places = NULL", .missing(.place)),
      Wrong(".place_count = 1, .places = flat", .size(.place, index: 0, 0)),
      Wrong(".place_count = 1, .places = nameless", .stateEmpty(.place, index: 0)),
      Wrong(".place_count = 2, .places = twice", .twice(.place, "x")),
      Wrong(".need_count = 17, .needs = needs", .count(.need, 17)),
      Wrong(".need_count = 1", .missing(.need)),
      Wrong(".need_count = 2, .needs = needs", .needMalformed(index: 1)),
      Wrong(".need_count = 1, .needs = needs + 2", .needMalformed(index: 0)),
      Wrong(".flags = SOURCE", .sourceNotRead),
      Wrong(".flags = SOURCE, .place_count = 1, .places = twice", .sourceIsShown),
      Wrong(".flags = SOURCE, .key_count = 1, .keys = keys", .sourceIsShown),
      Wrong(".key_count = 17, .keys = keys", .count(.key, 17)),
      Wrong(".key_count = 1", .missing(.key)),
      Wrong(".key_count = 1, .keys = small_key", .size(.key, index: 0, 40)),
      Wrong(".key_count = 3, .keys = keys", .twice(.key, "v")),
      Wrong(".key_count = 1, .keys = keys + 3", .stateEmpty(.key, index: 0)),
      Wrong(".key_count = 1, .keys = keys + 4", .keyName(index: 0, "page-upp", .unknown)),
      Wrong(".key_count = 1, .keys = keys + 5", .keyName(index: 0, "ctrl-c", .signal)),
      Wrong(".option_count = 65, .options = options", .count(.option, 65)),
      Wrong(".option_count = 1", .missing(.option)),
      Wrong(".option_count = 1, .options = small_option", .size(.option, index: 0, 80)),
      Wrong(".option_count = 2, .options = options", .twice(.option, "depth")),
      Wrong(".option_count = 1, .options = options + 2", .option(index: 0, .name)),
      Wrong(".option_count = 1, .options = options + 3", .option(index: 0, .range)),
      Wrong(".option_count = 1, .options = options + 4", .option(index: 0, .choices)),
      Wrong(".option_count = 1, .options = options + 5", .option(index: 0, .fallback)),
    ]

    private static let docks = (0..<7).map {
      Wrong(".place_count = 1, .places = docked + \($0)", .placeDock(state: "x"))
    }

    @Test func `that is wrong leaves the others of its file usable`() throws {
      let all = Self.wrongs + Self.docks
      let wrongs = all.map {
        FixturePlugin.descriptor(id: "com.example.wrong", fields: $0.fields)
      }
      var plugin = FixturePlugin(
        furtherDescriptors: wrongs + [FixturePlugin.descriptor(id: "com.example.also")])
      plugin.declarations = """
        \(`Options of a descriptor`.declarations)
        static const childplugin_option_t small_option[] = { { .size = 80 } };
        static const childplugin_place_t flat[] = { { .size = 0 } };
        static const childplugin_place_t nameless[] = { { .size = sizeof(childplugin_place_t) } };
        #define KEY(name, of) { .size = sizeof(childplugin_default_key_t), \
          .key = CHILDPLUGIN_TEXT(name), .state = CHILDPLUGIN_TEXT(of) }
        static const childplugin_default_key_t small_key[] = { { .size = 40 } };
        static const childplugin_default_key_t keys[] = {
          KEY("v", "x"), KEY("f2", "x"), KEY("v", "y"), KEY("v", ""), KEY("page-upp", "x"),
          KEY("ctrl-c", "x") };
        #define DOCK(...) { .size = sizeof(childplugin_place_t), .state = CHILDPLUGIN_TEXT("x"), \
          .edge = CHILDPLUGIN_EDGE_LEFT, .unit = CHILDPLUGIN_UNIT_PERCENT, __VA_ARGS__ }
        static const childplugin_place_t docked[] = {
          DOCK(.extent = 101), DOCK(.extent = 0), DOCK(.extent = 1, .edge = 5),
          DOCK(.extent = 1, .unit = 2), DOCK(.extent = 1, .minimum = 4097),
          DOCK(.extent = 4097, .unit = CHILDPLUGIN_UNIT_CELLS),
          DOCK(.extent = 0, .unit = CHILDPLUGIN_UNIT_CELLS) };
        #define SOURCE CHILDPLUGIN_DESCRIPTOR_SOURCE
        static const childplugin_text_t needs[] = {
          CHILDPLUGIN_TEXT("run"), CHILDPLUGIN_TEXT("run"), CHILDPLUGIN_TEXT("a b") };
        static const childplugin_place_t twice[] = {
          { .size = sizeof(childplugin_place_t), .state = CHILDPLUGIN_TEXT("x") },
          { .size = sizeof(childplugin_place_t), .state = CHILDPLUGIN_TEXT("x") } };
        """
      let catalogue = try PluginFolder.load(plugin)
      #expect(catalogue.types.map(\.id) == ["com.example.right", "com.example.also"])
      #expect(catalogue.failures.count == all.count)
      for (index, (failure, wrong)) in zip(catalogue.failures, all).enumerated() {
        let problem = PluginProblem.child(index: UInt32(index + 1), id: wrong.id, wrong.problem)
        #expect(failure.problem == problem, "\(wrong.fields)")
      }
    }

    @Test func `names its keys, and says which was probably meant where it is none`() throws {
      var plugin = FixturePlugin()
      plugin.declarations = """
        static const childplugin_default_key_t keys[] = {
          { .size = sizeof(childplugin_default_key_t), .key = CHILDPLUGIN_TEXT("ctrl-o"),
            .state = CHILDPLUGIN_TEXT("viewer"), .label = CHILDPLUGIN_TEXT("open") } };
        """
      plugin.descriptorFields = ".keys = keys, .key_count = 1"
      let type = try #require(try PluginFolder.load(plugin).types.first)
      let key = try Key(naming: "ctrl-o")
      #expect(type.keys == [ChildType.DefaultKey(key: key, state: "viewer", label: "open")])
      let (what, remedy) = DescriptorProblem.keyName(index: 2, "page-upp", .unknown).text
      #expect(what == #"key 2 is "page-upp", which no terminal sends"#)
      #expect(remedy == #"did you mean "page-up"?"#)
    }

    @Test(arguments: [1, 3, 256] as [UInt32])
    func `that is NULL is named by its index, of up to 256`(count: UInt32) throws {
      var plugin = FixturePlugin()
      plugin.declarations = "static uint32_t some(void) { return \(count); }"
      plugin.pluginFields = ".descriptor_count = some"
      let catalogue = try PluginFolder.load(plugin)
      #expect(catalogue.types.map(\.id) == ["com.example.right"])
      #expect(
        catalogue.failures.map(\.problem)
          == (1..<count).map { .child(index: $0, id: nil, .noDescriptor) })
    }

    @Test(arguments: [0, 257, .max] as [UInt32])
    func `count that is absurd is refused`(_ count: UInt32) throws {
      let catalogue = try PluginFolder.load(
        FixturePlugin(
          pluginFields: ".descriptor_count = absurd",
          declarations: "static uint32_t absurd(void) { return \(count)u; }"))
      #expect(catalogue.types.isEmpty)
      #expect(catalogue.failures.map(\.problem) == [.childCount(count)])
    }

    @Test func `with an id that its file or an earlier one has is named with that file`() throws {
      let folder = try PluginFolder()
      let others = ["com.example.other", "com.example.other"]
      try folder.compile(FixturePlugin(), to: "a.so")
      try folder.compile(
        FixturePlugin(furtherDescriptors: others.map { FixturePlugin.descriptor(id: $0) }),
        to: "b.so")
      let catalogue = folder.load()
      let (a, b) = (folder.path(of: "a.so"), folder.path(of: "b.so"))
      #expect(catalogue.types.map(\.id) == ["com.example.right", "com.example.other"])
      #expect(catalogue.types.map { catalogue.plugin(of: $0).path } == [a, b])
      #expect(
        catalogue.failures == [
          PluginFailure(
            path: b, problem: .child(index: 0, id: "com.example.right", .idTaken(file: a))),
          PluginFailure(
            path: b, problem: .child(index: 2, id: "com.example.other", .idTaken(file: b))),
        ])
      #expect(catalogue.failures.first?.line.contains("taken by \(a)") == true)
    }

    @Test func `with the longest id and the most places is right`() throws {
      let id = String(repeating: "a", count: 255)
      let places = (0..<64).map { FixturePlugin.place("state\($0)", $0) }
      let catalogue = try PluginFolder.load(FixturePlugin(id: id, places: places))
      #expect(catalogue.failures.isEmpty)
      #expect(catalogue[id]?.places.count == 64)
    }

    @Test func `says where it docks, what it is and what it needs, and is cached so`() throws {
      func dock(_ state: String, _ edge: String, _ fields: String) -> String {
        """
        { .size = sizeof(childplugin_place_t), .state = CHILDPLUGIN_TEXT("\(state)"),
          .edge = CHILDPLUGIN_EDGE_\(edge), \(fields) }
        """
      }
      let flags = ["TAKES_FOCUS", "FOLLOWS_MOUSE", "MODAL", "SOURCE"]
      var plugin = FixturePlugin(
        places: [
          dock("a", "TOP", ".extent = 1"), dock("b", "RIGHT", ".unit = 1, .extent = 100"),
          dock("c", "BOTTOM", ".extent = 4096, .minimum = 2"),
          dock("d", "LEFT", ".unit = 1, .extent = 1, .minimum = 4096"), dock("e", "NONE", ""),
        ], descriptorFields: ".needs = needs, .need_count = 16",
        furtherDescriptors: flags.map {
          FixturePlugin.descriptor(id: $0, fields: ".flags = CHILDPLUGIN_DESCRIPTOR_\($0)")
        }, pluginFields: ".read = read_rows")
      let needs = (0..<15).map { "need:\($0)" } + [String(repeating: "n", count: 64)]
      plugin.declarations = """
        static const childplugin_text_t needs[] = {
          \(needs.map { "CHILDPLUGIN_TEXT(\"\($0)\")" }.joined(separator: ", ")) };
        static bool read_rows(const childplugin_reading_t *reading, childplugin_text_t id) {
          return reading != NULL && id.length > 0;
        }
        """
      let catalogue = try PluginFolder.load(plugin)
      #expect(catalogue.failures == [])
      let types = catalogue.types
      #expect(
        types[0].places.map(\.dock) == [
          Dock(.top, .cells(1)), Dock(.right, .percent(100)),
          Dock(.bottom, .cells(4096), minimum: 2), Dock(.left, .percent(1), minimum: 4096), nil,
        ])
      #expect(types[0].needs == needs)
      for (index, type) in types.enumerated() {
        let isSet = [type.takesFocus, type.followsMouse, type.isModal, type.isSource]
        #expect(isSet == flags.indices.map { $0 + 1 == index }, "\(type.id)")
        let read = try reread(type.write(to:), ChildType.init(from:))
        #expect(read.of(plugin: type.plugin) == type)
      }
    }

    @Test func `with an id of the program's own is refused, but where the program has its plugins`()
      throws
    {
      let folder = try PluginFolder()
      let also = FixturePlugin.descriptor(id: "org.statehosts.x")
      try folder.compile(FixturePlugin(id: "org.statehost.x", furtherDescriptors: [also]))
      let catalogue = folder.load()
      #expect(catalogue.types.map(\.id) == ["org.statehosts.x"])
      let problem = PluginProblem.child(index: 0, id: "org.statehost.x", .idReserved)
      #expect(catalogue.failures.map(\.problem) == [problem])
      let trust = PluginTrust()
      for (own, count) in [(folder.path, 2), ("/", 1)] {
        trust.ownFolder = GrantablePath.real(own)
        #expect(folder.load(by: trust).types.count == count)
      }
      let bundled = PluginSearchPath(bundled: .bundled(folder.path))
      let own = PluginCatalogue(loading: bundled, for: PluginFolder.program)
      #expect(own.types.count == 2 && own.plugins.map(\.ground) == [.own])
      let trusted = try folder.load(by: PluginTrust(exceptions: [folder.path]))
      #expect(trusted.types.count == 1 && trusted.plugins.map(\.ground) == [.trusted])
    }
  }
}
