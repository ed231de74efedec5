import Foundation
import HostSystem
import TestSupport
import Testing

@testable import HostPlugins
@testable import HostWorkers

@Suite struct `A scan` {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `says of a plugin what loading it says`() throws {
    var plugin = SmallPlugin()
    plugin.places = [("content", 7, "CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED"), ("empty", -3, "0")]
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    try plugin.compile(into: folder)
    let scanned = try PluginCatalogue(scanning: folder)
    let loaded = PluginCatalogue(
      loading: PluginSearchPath(flags: [folder.path], environment: nil, home: nil, bundled: nil),
      for: HostIdentity(version: "1"))
    #expect(scanned.types == loaded.types)
    #expect(scanned.plugins.map(\.abiMinor) == loaded.plugins.map(\.abiMinor))
    #expect(scanned.plugins.map(\.isOpen) == [false])
    #expect(loaded.plugins.map(\.isOpen) == [true])
  }

  /// The step in which C breaks (`entry`, a constructor, else `init`), the C, and the reported end.
  private static let breaking: [(step: String, code: String, how: String)] = [
    ("dlopen, while it was loaded", "abort();", "crashed (SIGABRT)"),
    ("childplugin_entry", "exit(3);", "ended its process with status 3"),
    ("init", "_exit(0);", "ended its process with status 0"),
    ("init", #"puts("no more"); *(volatile int *)8 = 1;"#, "crashed (SIGSEGV)"),
    ("init", "for (;;) pause();", "did not come back within 0.5 s"),
    ("init", "for (;;) puts(\"flood\");", "did not come back within 0.5 s"),
    ("init", "if (write(3, \"nonsense\", 8) != 8) return false;", "sent an invalid message"),
    ("init", "close(3);", ""),
    ("init", "for (;;) if (write(3, much, 60000) < 0) break;", "sent an invalid message"),
    ("init", "for (;;) if (write(3, much, 100000) < 0) break;", "sent an invalid message"),
    (
      "init",
      """
      int brought = 3;
      char bytes[] = "\\4", room[CMSG_SPACE(sizeof brought)] = {0};
      struct iovec part = { bytes, 1 };
      struct msghdr message = { .msg_iov = &part, .msg_iovlen = 1, .msg_control = room,
        .msg_controllen = sizeof room };
      struct cmsghdr *header = CMSG_FIRSTHDR(&message);
      header->cmsg_level = SOL_SOCKET;
      header->cmsg_type = SCM_RIGHTS;
      header->cmsg_len = CMSG_LEN(sizeof brought);
      memcpy(CMSG_DATA(header), &brought, sizeof brought);
      if (sendmsg(3, &message, 0) < 0) return false;
      """, "sent an invalid message"
    ),
  ]

  @Test(arguments: breaking.indices)
  func `names who breaks, where and how, and goes on with the others`(index: Int) throws {
    let (step, code, how) = Self.breaking[index]
    try SmallPlugin().compile(into: folder, as: "a.so")
    var plugin = SmallPlugin()
    plugin.id = "com.example.wrong"
    plugin.declarations = """
      #include <sys/socket.h>
      __attribute__((unused)) static char much[100000];
      """
    switch step {
    case "init": plugin.initialise = code
    case "childplugin_entry": plugin.entry = code
    default:
      plugin.declarations += "\n__attribute__((constructor)) static void begin(void) { \(code) }"
    }
    try plugin.compile(into: folder, as: "b.so")
    try folder.compile("last")
    let catalogue = try PluginCatalogue(scanning: folder, nanosecondsForFile: 500_000_000)
    #expect(catalogue.types.map(\.id) == ["com.example.small", "com.example.last"])
    #expect(catalogue.failures.map(\.path) == [folder.path + "/b.so"])
    let said = try #require(catalogue.failures.first?.line)
    #expect(said.contains("\(how) when it was scanned, in \(step)"), "\(said)")
    #expect(said.contains("saying \"no more\"") == code.contains("no more"), "\(said)")
  }

  @Test func `blames no plugin for what one before it has left behind`() throws {
    var plugin = SmallPlugin()
    plugin.declarations = """
      #include <pthread.h>
      static void *work(void *nothing) {
        usleep(20000);
        *(volatile int *)8 = 1;
        return nothing;
      }
      """
    plugin.initialise = """
      pthread_t thread;
      if (pthread_create(&thread, NULL, work, NULL) == 0) pthread_detach(thread);
      """
    try plugin.compile(into: folder, as: "a.so")
    try folder.compile("slow") { $0.initialise = "usleep(200000);" }
    let catalogue = try PluginCatalogue(scanning: folder)
    #expect(catalogue.failures.map(\.line) == [])
    #expect(catalogue.types.map(\.id) == ["com.example.small", "com.example.slow"])
  }

  /// What a worker says of a plugin whose child has this id.
  private func finding(_ id: String) -> [UInt8] {
    let child = PluginDescription.Child(index: 0, type: ChildType(id: id, name: "A lie"))
    let description = PluginDescription(abiMajor: 1, abiMinor: 1, children: [child], problems: [])
    var writer = ByteWriter()
    ScanResult.described(description).write(to: &writer)
    // The only part of a message.
    return [0] + WorkerMessage.scanned(writer.bytes[...]).bytes
  }

  /// When it answers for those after it: at once, or on a thread that goes on.
  @Test(arguments: [false, true])
  func `hears of each plugin from its own process alone`(isLater: Bool) throws {
    let lie = finding("com.example.lie").map(String.init).joined(separator: ",")
    var liar = SmallPlugin()
    liar.id = "com.example.liar"
    liar.declarations = """
      #include <fcntl.h>
      #include <pthread.h>
      static const unsigned char lie[] = {\(lie)};
      static void *answer(void *nothing) {
        for (int round = 0; round < (nothing == NULL ? 1000 : 3); round += 1) {
          for (int i = 3; i < 64; i += 1)
            if (fcntl(i, F_GETFD) >= 0 && write(i, lie, sizeof lie) < 0) continue;
          if (nothing == NULL) usleep(1000);
        }
        return nothing;
      }
      """
    liar.initialise =
      isLater
      ? "pthread_t thread; if (pthread_create(&thread, NULL, answer, NULL) != 0) return false;"
      : "answer(&host);"
    try liar.compile(into: folder, as: "a.so")
    for name in ["b", "c", "d", "e", "f"] {
      try folder.compile(name) { $0.initialise = "usleep(30000);" }
    }
    let catalogue = try PluginCatalogue(scanning: folder)
    let ids = catalogue.types.map(\.id)
    #expect(ids.suffix(5) == ["b", "c", "d", "e", "f"].map { "com.example.\($0)" }, "\(ids)")
    #expect(ids.count == 6 && catalogue.failures.isEmpty, "\(catalogue.failures)")
  }

  @Test func `looks into each plugin in a process that has opened no other`() throws {
    for name in ["a", "b", "c", "d"] {
      // What the one before it has left in its process, and what it has of that.
      try folder.compile(name) {
        $0.initialise = """
          static char others[200];
          if (getenv("SEEN") != NULL) snprintf(others, sizeof others, "after %s", getenv("SEEN"));
          setenv("SEEN", "\(name)", 1);
          if (others[0] != 0) { *reason = childplugin_text(others); return false; }
          """
      }
    }
    let catalogue = try PluginCatalogue(scanning: folder)
    #expect(catalogue.failures.map(\.line) == [])
    #expect(catalogue.types.count == 4)
  }

  @Test(.needsSandbox) func `leaves nothing running`() throws {
    var plugin = SmallPlugin()
    plugin.initialise = """
      printf("%d\\n", getpid());
      if (fork() == 0) for (;;) pause();
      if (daemon(0, 0) == 0) for (;;) pause();
      for (;;) pause();
      """
    try plugin.compile(into: folder)
    let catalogue = try PluginCatalogue(scanning: folder, nanosecondsForFile: 300_000_000)
    let line = try #require(catalogue.failures.first?.line)
    let words = line.components(separatedBy: "\"")
    let number = try #require(words.count == 3 ? Int32(words[1]) : nil, "\(line)")
    // It is killed with its worker; whoever adopts it takes note of that in a moment.
    try wait(for: "its end") { kill(number, 0) == -1 && errno == ESRCH }
    #expect(kill(-number, 0) == -1 && errno == ESRCH)
  }

  @Test func `gives a plugin the libraries that it brings along, but no other file`() throws {
    let part = try folder.write("int part(void) { return 3; }", to: "sources/parts/part.c")
    let library = folder.path + "/sources/parts/libpart.so"
    try cc(["-shared", "-fPIC", "-Wl,-soname,libpart.so", "-o", library, part])
    var plugin = SmallPlugin()
    plugin.declarations = "int part(void);"
    plugin.initialise = "if (part() != 3) return false;"
    try plugin.compile(
      into: folder,
      flags: ["-L" + folder.path + "/sources/parts", "-lpart", "-Wl,-rpath,$ORIGIN/sources/parts"])
    let catalogue = try PluginCatalogue(scanning: folder)
    #expect(catalogue.types.map(\.id) == ["com.example.small"], "\(catalogue.failures)")
    // What a run path names is no library: it stays unread.
    try folder.write("a key", to: "sources/parts/libpart.so")
    let missing = try #require(try PluginCatalogue(scanning: folder).failures.first?.line)
    #expect(missing.contains("needs the library"), "\(missing)")
  }

  @Test func `needs a worker, and says so where there is none`() throws {
    try SmallPlugin().compile(into: folder)
    let catalogue = try PluginCatalogue(scanning: folder, by: "/bin/true")
    let line = try #require(catalogue.failures.first?.line)
    #expect(line.hasPrefix("statehost: the plugin cannot be scanned: no worker can be started ("))
  }

  private func cc(_ arguments: [String]) throws {
    let run = try ProgramRun.run(["cc"] + arguments, program: "/usr/bin/env")
    try #require(run.status == 0, "\(run.errors)")
  }
}
