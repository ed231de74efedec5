import CHostSystem
import Foundation
import TestSupport
import Testing

/// What docs/isolation.md says of a plugin's process, as a plugin finds it there.
@Suite(.needsSandbox, .needsSecondWall)
struct `The process of a plugin` {
  private let folder: ScratchFolder
  private let home: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    home = try ScratchFolder()
    try home.write("a row\n", to: "file")
  }

  /// A line of numbers and names.
  private static let tell = """
    #include <errno.h>
    #include <sys/prctl.h>
    #include <sys/resource.h>
    #include <sys/stat.h>
    #include <sys/statvfs.h>
    static long long limit(int kind) {
      struct rlimit limit = {0};
      getrlimit(kind, &limit);
      return (long long)limit.rlim_max;
    }
    static void tell(void) {
      static const char *const names[] = {"user", "mnt", "net", "ipc", "pid"};
      char path[64], place[64];
      struct stat output = {0}, errors = {0};
      struct statvfs root = {0};
      fstat(1, &output);
      fstat(2, &errors);
      statvfs("/", &root);
      printf("fact files=%lld threads=%lld signals=%lld queues=%lld core=%lld growth=%lld memory=%lld",
             limit(RLIMIT_NOFILE), limit(RLIMIT_NPROC), limit(RLIMIT_SIGPENDING),
             limit(RLIMIT_MSGQUEUE), limit(RLIMIT_CORE), limit(RLIMIT_FSIZE), limit(RLIMIT_AS));
      printf(" nice=%d session=%d pipes=%d dumpable=%d", getpriority(PRIO_PROCESS, 0),
             getsid(0) == getpid(), S_ISFIFO(output.st_mode) && S_ISFIFO(errors.st_mode),
             prctl(PR_GET_DUMPABLE));
      printf(" empty=%d fixed=%d programs=%d", access("/proc/1", F_OK) != 0,
             (root.f_flag & ST_RDONLY) != 0, access("/bin/sh", F_OK) == 0);
      for (int i = 0; i < 5; i += 1) {
        snprintf(path, sizeof path, "/proc/self/ns/%s", names[i]);
        ssize_t count = readlink(path, place, sizeof place - 1);
        printf(" %s=%.*s", names[i], count < 0 ? 0 : (int)count, place);
      }
      memset(place, 0, sizeof place);
      (void)!readlink("/proc/self/exe", place, sizeof place - 1);
      printf(" executable=%d\\n", strlen(place) > 1);
      fflush(stdout);
    }
    """

  private func plugin(_ change: (inout SmallPlugin) -> Void) throws {
    var plugin = SmallPlugin()
    plugin.needs = ["network", "files:read", "run"]
    plugin.declarations = Self.tell
    change(&plugin)
    try plugin.compile(into: folder)
  }

  /// What it tells in a run on a system that lacks nothing, or this.
  private func facts(_ arguments: [String], without missing: String = "") throws
    -> [Substring: Substring]
  {
    let run = try Kernel.run(
      [BuiltProducts.executable, "--plugins", folder.path] + arguments, without: missing,
      environment: ["HOME": home.path, "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": ""])
    let line = try #require(
      run.errors.range(of: "fact ").map { run.errors[$0.upperBound...] }, "\(run)")
    let facts = line.prefix { $0 != "\n" }.split(separator: " ").map {
      $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    }
    return Dictionary(facts.map { ($0[0], $0[1]) }) { first, _ in first }
  }

  private static let shown = ["--snapshot", "-", "--", "echo", "a row"]

  @Test func `has the limits, the streams and the priority of a worker`() throws {
    try plugin { $0.create = "tell();" }
    let facts = try facts(Self.shown)
    let expected = [
      "files": 64, "threads": 64, "signals": 64, "queues": 0, "core": 0, "growth": 0,
      "session": 1, "pipes": 1,
      "nice": getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) + 5, "executable": 1,
    ]
    for (name, value) in expected { #expect(facts[name[...]] == "\(value)", "\(name): \(facts)") }
    let memory = try #require(facts["memory"].flatMap { UInt64($0) })
    #expect(256 << 20...1 << 30 ~= memory)
  }

  @Test func `has a share of the memory, 256 MiB at least and 1 GiB at most`() {
    let gib: UInt64 = 1 << 30
    for (total, running, limit) in [
      (64 * gib, 0, gib), (4 * gib, 3, gib), (4 * gib, 7, gib / 2), (4 * gib, 100, gib / 4),
      (gib / 8, 0, gib / 4),
    ] as [(UInt64, UInt32, UInt64)] {
      #expect(host_worker_memory_limit(total, running) == limit, "\(total), \(running)")
    }
  }

  /// What is granted or named, and whether the file system is emptied and the network another.
  static let files: [(words: [String], isEmptied: Bool, hasOwnNetwork: Bool)] = [
    ([], true, true), (["network"], true, false), (["reload"], true, true),
    (["files:read"], false, true), (["files:read=FILE"], false, true), (["run"], false, true),
    (["run=uname"], false, true), (["run", "network"], false, false),
  ]

  @Test(arguments: files.indices)
  func `has an empty file system and another network, as far as it is granted neither`(
    index: Int
  ) throws {
    let (words, isEmptied, hasOwnNetwork) = Self.files[index]
    try plugin { $0.create = "tell();" }
    let needs = words.joined(separator: ",").replacing("FILE", with: home.path + "/file")
    let grant = words.isEmpty ? [] : ["--grant", "com.example.small=" + needs]
    let facts = try facts(grant + Self.shown)
    #expect(facts["empty"] == (isEmptied ? "1" : "0"), "\(facts)")
    if isEmptied { #expect(facts["fixed"] == "1" && facts["programs"] == "0", "\(facts)") }
    for (name, isOwn) in [
      ("user", true), ("ipc", true), ("pid", false), ("mnt", isEmptied), ("net", hasOwnNetwork),
    ] {
      #expect((facts[name[...]] != Self.namespace(name)) == isOwn, "\(name): \(facts)")
    }
  }

  @Test func `runs without namespaces, in a sandbox that is complete`() throws {
    try plugin { $0.create = "tell();" }
    let facts = try facts(Self.shown, without: "namespaces")
    #expect(facts["empty"] == "0" && facts["files"] == "64", "\(facts)")
    for name in ["user", "mnt", "net", "ipc"] {
      #expect(facts[name[...]] == Self.namespace(name), "\(name): \(facts)")
    }
    // The limit is of all processes of the account.
    #expect(try #require(facts["threads"].flatMap { Int($0) }) > 64)
  }

  @Test(arguments: [(true, "0"), (false, "1")])
  func `of a source has an empty file system unless its argument is a file`(
    isFile: Bool, isEmptied: Substring
  ) throws {
    try plugin {
      $0.read = "tell(); return reading->bytes(reading, childplugin_text(\"a row\\n\"));"
    }
    let argument = isFile ? home.path + "/file" : "words"
    let facts = try facts(["--source", "com.example.small=\(argument)", "--plain"])
    #expect(facts["empty"] == isEmptied && facts["files"] == "64", "\(facts)")
  }

  @Test func `of the program cannot be traced`() throws {
    try plugin { $0.create = "tell();" }
    #expect(try facts(["--isolation", "none"] + Self.shown)["dumpable"] == "0")
  }

  private static func namespace(_ name: String) -> Substring? {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/\(name)"))?[...]
  }
}
