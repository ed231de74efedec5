import Foundation
import HostWorkers
import TestSupport
import Testing

/// Attempts of a plugin that says that it needs everything.
@Suite(
  .enabled(
    if: SandboxReport.probe(program: BuiltProducts.program).lacking == [],
    "the sandbox of a worker is not whole on this system"))
struct `What a plugin is granted` {
  private let folder: ScratchFolder
  private let home: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    home = try ScratchFolder()
    try home.write("secret\n", to: ".ssh/id_ed25519")
    try FileManager.default.createDirectory(
      atPath: home.path + "/.closed", withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0])
  }

  private static let all = ["network", "files:read", "run"]

  /// Statements of a C function that returns 0 where it succeeds, and which grants let it; FOLDER is the
  /// user's home.
  static let attempts: [(needs: [String], body: String)] = [
    (
      ["network"],
      """
      int heard = socket(AF_INET, SOCK_STREAM, 0), made = socket(AF_INET, SOCK_STREAM, 0);
      struct sockaddr_in place = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
      socklen_t size = sizeof place;
      if (heard < 0 || bind(heard, (struct sockaddr *)&place, size) != 0 || listen(heard, 1) != 0 ||
          getsockname(heard, (struct sockaddr *)&place, &size) != 0) return 1;
      return connect(made, (struct sockaddr *)&place, size);
      """
    ),
    (["network"], "return socket(AF_INET6, SOCK_DGRAM, 0) < 0;"),
    // Where names are looked up is known to whom may read files as well.
    (["network", "files:read"], #"return open("/etc/hosts", O_RDONLY) < 0;"#),
    (["files:read"], #"return open("FOLDER/.ssh/id_ed25519", O_RDONLY) < 0;"#),
    (["files:read"], #"return opendir("FOLDER") == NULL;"#),
    (["run"], #"return system("exit 0");"#),
    // As git does at its start.
    (["run"], #"return open("/dev/null", O_RDWR) < 0;"#),
    (
      ["run"],
      """
      FILE *pipe = popen("uname", "r");
      char line[16] = "";
      return pipe == NULL || fgets(line, sizeof line, pipe) == NULL || strcmp(line, "Linux\\n") != 0;
      """
    ),
  ]

  @Test(arguments: attempts.indices)
  func `is what it may do, and nothing else`(_ index: Int) throws {
    let (needs, body) = Self.attempts[index]
    try compile(body)
    #expect(try outcome(granting: []) == "kept from it")
    for need in Self.all {
      let expected = needs.contains(need) ? "it did it" : "kept from it"
      #expect(try outcome(granting: [need]) == expected, "\(need)")
    }
  }

  @Test func `of the network is enough to look up a name`() throws {
    try compile(
      #"struct addrinfo *found = NULL; return getaddrinfo("localhost", "80", NULL, &found);"#)
    #expect(try outcome(granting: []) == "kept from it")
    #expect(try outcome(granting: ["network"]) == "it did it")
  }

  /// What stays forbidden with every grant.
  static let forbidden = [
    #"return open("FOLDER/.ssh/id_ed25519", O_WRONLY) < 0;"#,
    #"return open("FOLDER/.ssh/id_ed25519", O_RDWR) < 0;"#,
    #"return open("/dev/zero", O_RDWR) < 0;"#,
    #"return open("FOLDER/new", O_WRONLY | O_CREAT, 0600) < 0;"#,
    #"return system("echo > FOLDER/new");"#, #"return system("rm FOLDER/.ssh/id_ed25519");"#,
    #"return socket(AF_UNIX, SOCK_STREAM, 0) < 0;"#, #"return socket(AF_INET, SOCK_RAW, 1) < 0;"#,
    #"return opendir("/proc/1") == NULL;"#, #"return open("/dev/tty", O_RDONLY) < 0;"#,
    #"return open("/dev/ptmx", O_RDONLY) < 0;"#, #"return kill(getppid(), SIGCONT);"#,
    """
    char line[64];
    snprintf(line, sizeof line, "kill -CONT %d", getppid());
    return system(line);
    """,
    #"return setsid() < 0;"#, #"return system("setsid true");"#,
    #"return chdir("FOLDER/.closed");"#,
    #"return system("cd FOLDER/.closed");"#, #"return system("unshare -U true");"#,
    #"return syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0) < 0;"#,
    #"return ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) < 0;"#,
  ]

  @Test(arguments: forbidden)
  func `opens nothing else`(_ body: String) throws {
    try compile(body)
    #expect(try outcome(granting: Self.all) == "kept from it")
    #expect(!FileManager.default.fileExists(atPath: home.path + "/new"))
    #expect(FileManager.default.fileExists(atPath: home.path + "/.ssh/id_ed25519"))
  }

  private func compile(_ body: String, name: String = "small.so") throws {
    var plugin = SmallPlugin()
    plugin.needs = Self.all
    plugin.declarations = """
      #include <dirent.h>
      #include <fcntl.h>
      #include <netdb.h>
      #include <netinet/in.h>
      #include <sched.h>
      #include <signal.h>
      #include <sys/ptrace.h>
      #include <sys/socket.h>
      #include <sys/syscall.h>
      static int attempt(void) { \(body.replacing("FOLDER", with: home.path)) }
      """
    plugin.create = #"puts(attempt() == 0 ? "outcome: it did it" : "outcome: kept from it");"#
    try plugin.compile(into: folder, as: name)
  }

  private func shown(_ arguments: String...) throws -> ProgramRun {
    try run(["--plugins", folder.path, "--snapshot", "-"] + arguments + ["--", "echo", "a row"])
  }

  private func run(_ arguments: [String]) throws -> ProgramRun {
    try ProgramRun.run(
      arguments, environment: ["HOME": home.path, "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": ""])
  }

  /// What comes of the attempt with these grants and no others.
  private func outcome(granting needs: [String]) throws -> String? {
    let kept = home.path + "/.config/statehost/grants.json"
    try? FileManager.default.removeItem(atPath: kept)
    let grant =
      needs.isEmpty ? [] : ["--grant", "com.example.small=" + needs.joined(separator: ",")]
    let shown = try run(
      ["--plugins", folder.path, "--snapshot", "-"] + grant + ["--", "echo", "a row"])
    #expect(shown.output.contains("a small child"), "\(shown)")
    return shown.errors.split(separator: "\n").compactMap {
      $0.contains("outcome: ") ? $0.components(separatedBy: "outcome: ").last : nil
    }.first
  }

  @Test func `is told once how to get, kept, shown, and taken back`() throws {
    try compile(Self.attempts[3].body)
    let line =
      "statehost: \"Small\" (com.example.small) needs network, files:read, run, which is not granted: "
      + "\(folder.path)/small.so: --grant com.example.small=network,files:read,run grants it\n"
    #expect(try shown().errors.contains(line))
    let listed = try run([
      "plugins", "--plugins", folder.path, "--grant", "com.example.small=files:read",
    ])
    #expect(
      listed.output.contains(
        "\n\nneeds:\ncom.example.small: network (not granted), files:read (granted), run (not granted)\n"
      ), "\(listed)")
    let later = try shown()
    #expect(later.errors.contains("outcome: it did it"), "\(later.errors)")
    #expect(
      later.errors.contains(
        "\"Small\" (com.example.small) needs network, run, which is not granted"))
    #expect(
      try run(["inspect", folder.path + "/small.so"]).output.contains("files:read (granted)"))
    let without = try shown("--revoke", "com.example.small")
    #expect(without.errors.contains("outcome: kept from it"))
    #expect(try shown("--revoke", "com.example.small").status == 2)
  }

  @Test func `is not what another plugin of the same id has, nor it once it has changed`() throws {
    try compile(Self.attempts[3].body)
    _ = try shown("--grant", "com.example.small=files:read")
    try compile("int changed = 1; (void)changed;" + Self.attempts[3].body)
    #expect(try shown().errors.contains("outcome: kept from it"))
  }

  @Test(arguments: [
    ("com.example.small=run", "it does not say that it needs run"),
    ("com.example.smal=network", "no plugin offers this child"),
  ])
  func `is refused where it means nothing`(_ grant: String, _ reason: String) throws {
    var plugin = SmallPlugin()
    plugin.needs = ["network", "moon"]
    try plugin.compile(into: folder)
    let refused = try shown("--grant", grant)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("statehost: \(reason): --grant \(grant)"), "\(refused.errors)")
    #expect(
      try run(["plugins", "--plugins", folder.path]).output.contains(
        #"com.example.small needs "moon", which this program does not know"#))
  }
}
