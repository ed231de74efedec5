import Foundation
import TestSupport
import Testing

/// Attempts of a plugin that says that it needs everything.
@Suite(.needsSandbox)
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

  private static let uname = "run=uname (with many programs it can do everything you can)"
  private static let all = ["network", "files:read", "run"]

  private static let readsKey = #"return open("FOLDER/.ssh/id_ed25519", O_RDONLY) < 0;"#

  /// Statements of a C function that returns 0 where it succeeds, and which grants let it; FOLDER
  /// is the user's home.
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
    (["files:read"], readsKey), (["files:read"], #"return opendir("FOLDER") == NULL;"#),
    // As SQLite does: whoever writes waits meanwhile.
    (
      ["files:read"],
      """
      int file = open("FOLDER/.ssh/id_ed25519", O_RDONLY);
      struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_len = 1}, seen = lock;
      return file < 0 || fcntl(file, F_SETLK, &lock) != 0 || fcntl(file, F_OFD_SETLK, &lock) != 0 ||
             fcntl(file, F_SETLKW, &lock) != 0 || fcntl(file, F_OFD_SETLKW, &lock) != 0 ||
             fcntl(file, F_GETLK, &seen) != 0 || fcntl(file, F_OFD_GETLK, &seen) != 0;
      """
    ),
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

  @Test func `is what it may do, and nothing else`() throws {
    try compile(Self.attempts.map(\.body))
    #expect(try succeeded(granting: []) == [])
    for need in Self.all {
      let expected = Self.attempts.indices.filter { Self.attempts[$0].needs.contains(need) }
      #expect(try succeeded(granting: [need]) == expected, "\(need)")
    }
  }

  @Test func `of the network is enough to look up a name`() throws {
    try compile([
      #"struct addrinfo *found = NULL; return getaddrinfo("localhost", "80", NULL, &found);"#
    ])
    #expect(try succeeded(granting: []) == [])
    #expect(try succeeded(granting: ["network"]) == [0])
  }

  /// A statement that locks for writing; the file is open for reading alone.
  private static func lock(_ command: String) -> String {
    """
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};
    return fcntl(open("FOLDER/.ssh/id_ed25519", O_RDONLY), \(command), &lock);
    """
  }

  /// What stays forbidden with every grant.
  static let forbidden = [
    lock("F_SETLK"), lock("F_SETLKW"), lock("F_OFD_SETLK"), lock("F_OFD_SETLKW"),
    #"return flock(open("FOLDER/.ssh/id_ed25519", O_RDONLY), LOCK_EX);"#,
    #"return fcntl(open("FOLDER/.ssh/id_ed25519", O_RDONLY), F_SETLEASE, F_RDLCK);"#,
    #"return open("FOLDER/.ssh/id_ed25519", O_WRONLY) < 0;"#,
    #"return open("FOLDER/.ssh/id_ed25519", O_RDWR) < 0;"#,
    #"return open("/dev/zero", O_RDWR) < 0;"#,
    #"return open("FOLDER/new", O_WRONLY | O_CREAT, 0600) < 0;"#,
    #"return system("echo > FOLDER/new");"#, #"return system("rm FOLDER/.ssh/id_ed25519");"#,
    #"return socket(AF_UNIX, SOCK_STREAM, 0) < 0;"#, #"return socket(AF_INET, SOCK_RAW, 1) < 0;"#,
    #"return opendir("/proc/1") == NULL;"#, #"return open("/dev/tty", O_RDONLY) < 0;"#,
    // Ping, SCTP, UDP-Lite, Multipath TCP.
    "return socket(AF_INET, SOCK_DGRAM, 1) < 0;", "return socket(AF_INET, SOCK_STREAM, 132) < 0;",
    "return socket(AF_INET6, SOCK_SEQPACKET, 0) < 0;",
    "return socket(AF_INET, SOCK_DGRAM, 136) < 0;",
    "return socket(AF_INET6, SOCK_STREAM, 262) < 0;",
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

  @Test func `opens nothing else`() throws {
    try compile(Self.forbidden)
    #expect(try succeeded(granting: Self.all).map { Self.forbidden[$0] } == [])
    #expect(!FileManager.default.fileExists(atPath: home.path + "/new"))
    #expect(FileManager.default.fileExists(atPath: home.path + "/.ssh/id_ed25519"))
  }

  /// Compiles a plugin that tries these in turn and prints the numbers of what it could do.
  private func compile(_ bodies: [String], version: String = "1.0.0") throws {
    let attempts = bodies.indices.map { "attempt_\($0)" }
    let functions = zip(attempts, bodies).map { "static int \($0)(void) { (void)start; \($1) }" }
    var plugin = SmallPlugin()
    plugin.needs = Self.all
    plugin.declarations = """
      #include <dirent.h>
      #include <fcntl.h>
      #include <netdb.h>
      #include <netinet/in.h>
      #include <sched.h>
      #include <signal.h>
      #include <spawn.h>
      #include <sys/file.h>
      #include <sys/ptrace.h>
      #include <sys/socket.h>
      #include <sys/syscall.h>
      #include <sys/wait.h>
      static int start(const char *name) {
        char *words[] = {(char *)name, NULL};
        pid_t process;
        int status;
        return posix_spawnp(&process, name, NULL, NULL, words, NULL) != 0 ||
               waitpid(process, &status, 0) != process || status != 0;
      }
      \(functions.joined(separator: "\n").replacing("FOLDER", with: home.path))
      """
    plugin.version = version
    plugin.create = """
      int (*const attempts[])(void) = { \(attempts.joined(separator: ", ")) };
      char line[200] = "outcome:";
      for (int i = 0; i < \(attempts.count); i += 1)
        if (attempts[i]() == 0) snprintf(line + strlen(line), 12, " %d", i);
      puts(line);
      """
    try plugin.compile(into: folder)
  }

  private func shown(_ arguments: String...) throws -> ProgramRun {
    try run(["--plugins", folder.path, "--snapshot", "-"] + arguments + ["--", "echo", "a row"])
  }

  private func run(_ arguments: [String]) throws -> ProgramRun {
    try ProgramRun.run(
      arguments, environment: ["HOME": home.path])
  }

  /// Which attempts succeed with these grants and no others.
  private func succeeded(granting needs: [String]) throws -> [Int] {
    let kept = home.path + "/.config/statehost/grants.json"
    try? FileManager.default.removeItem(atPath: kept)
    let grant =
      needs.isEmpty ? [] : ["--grant", "com.example.small=" + needs.joined(separator: ",")]
    let shown = try run(
      ["--plugins", folder.path, "--snapshot", "-"] + patientDeadlines + grant
        + ["--", "echo", "a row"])
    #expect(shown.output.contains("a small child"), "\(shown)")
    let line = shown.errors.split(separator: "\n").first { $0.contains("outcome:") }
    let outcome = try #require(line?.components(separatedBy: "outcome:").last, "\(shown)")
    return outcome.split(separator: " ").compactMap { Int($0) }
  }

  /// A part of a need, what it lets a plugin do, and what not.
  static let parts: [(part: String, allowed: String, refused: [String])] = [
    (
      "files:read=FOLDER/open", #"return open("FOLDER/open/a", O_RDONLY) < 0;"#,
      [
        #"return open("FOLDER/.ssh/id_ed25519", O_RDONLY) < 0;"#,
        #"return opendir("FOLDER") == NULL;"#,
      ]
    ),
    (
      "files:read=FOLDER/open/a",
      """
      struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
      return fcntl(open("FOLDER/open/a", O_RDONLY), F_SETLK, &lock);
      """,
      [#"return open("FOLDER/open/b", O_RDONLY) < 0;"#, #"return opendir("FOLDER/open") == NULL;"#]
    ),
    ("run=uname", #"return start("uname");"#, [#"return start("true");"#]),
    ("run=uname", #"return system("uname");"#, [#"return system("/bin/cat /dev/null");"#]),
    ("run=/bin/uname", #"return start("/bin/uname");"#, [#"return start("/bin/true");"#]),
  ]

  @Test(arguments: parts.indices)
  func `may be a part of a need`(_ index: Int) throws {
    let (part, allowed, refused) = Self.parts[index]
    for name in ["a", "b"] { try home.write("open\n", to: "open/\(name)") }
    let grant = part.replacing("FOLDER", with: home.path)
    try compile([allowed] + refused)
    #expect(try succeeded(granting: []) == [])
    #expect(try succeeded(granting: [grant]) == [0])
    let need = try #require(part.split(separator: "=").first)
    let listed = try run(["plugins", "--plugins", folder.path]).output
    let shown = grant.dropFirst(need.count + 1)
    #expect(listed.contains("\(need) (granted for \(shown))"), "\(listed)")
  }

  @Test(arguments: [
    ("files:read=FOLDER/none", "no such file or folder"),
    ("files:read=/", "access to this path cannot be granted"),
    ("files:read=/proc/self/environ", "access to this path cannot be granted"),
  ])
  func `is refused where it would be of nothing, or of too much`(_ part: String, _ said: String)
    throws
  {
    try compile(["return 0;"])
    let grant = "com.example.small=" + part.replacing("FOLDER", with: home.path)
    let refused = try shown("--grant", grant)
    #expect(refused.status == 2)
    #expect(refused.errors.contains("statehost: \(said): --grant \(grant): "), "\(refused.errors)")
  }

  @Test func `may be of a folder in the user's home`() throws {
    try compile(["return 0;"])
    try home.write("open\n", to: "open/a")
    let listed = try run([
      "plugins", "--plugins", folder.path, "--grant", "com.example.small=files:read=~/open",
    ])
    #expect(listed.output.contains("files:read (granted for \(home.path)/open)"), "\(listed)")
  }

  @Test func `is given to several children, and taken back from each`() throws {
    for name in ["one", "two"] {
      var plugin = SmallPlugin()
      plugin.id = "com.example.\(name)"
      plugin.needs = ["network", "run"]
      try plugin.compile(into: folder, as: "\(name).so")
    }
    let (one, two) = ("com.example.one", "com.example.two")
    let none = "network (not granted), run (not granted)"
    let network = "network (granted), run (not granted)"
    let uname = "network (not granted), run (granted for uname)"
    // One is revoked before it is granted something else.
    for (words, lines, ofOne, ofTwo) in [
      (["--grant", one + "=network", "--grant", two + "=run=uname"], 2, network, uname),
      (["--revoke", one, "--grant", one + "=run=uname"], 1, uname, uname),
      (["--revoke", one, "--revoke", two], 0, none, none),
    ] {
      let listed = try run(["plugins", "--plugins", folder.path] + words)
      #expect(listed.status == 0 && listed.errors.split(separator: "\n").count == lines)
      #expect(
        listed.output.contains("\n\(one): \(ofOne)\n\(two): \(ofTwo)\n"), "\(words): \(listed)")
    }
  }

  @Test func `is said as a line with the file, and with what the most means`() throws {
    try compile(["return 0;"])
    func said(_ needs: String) throws -> String {
      try shown("--grant", "com.example.small=" + needs).errors
    }
    let end = ": \(folder.path)/small.so: --revoke com.example.small takes it back\n"
    #expect(try said("network").contains("statehost: com.example.small is granted network" + end))
    #expect(
      try said("run").contains(
        "statehost: com.example.small is granted network, run (it can do everything you can)" + end)
    )
    #expect(try !said("run").contains("is granted"), "nothing is new")
  }

  @Test func `is told once how to get, kept, shown, and taken back`() throws {
    try compile([Self.readsKey])
    let line =
      "statehost: \"Small\" (com.example.small) needs network, files:read, run (it can do "
      + "everything you can), which is not granted: \(folder.path)/small.so: grant the least that "
      + "does: --grant com.example.small=files:read=PATH | network | files:read | run=PROGRAM "
      + "(with many programs it can do everything you can) | run (it can do everything you can)\n"
    #expect(try shown().errors.contains(line))
    let listed = try run([
      "plugins", "--plugins", folder.path, "--grant", "com.example.small=files:read",
    ])
    #expect(
      listed.output.contains(
        "\n\nneeds:\ncom.example.small: network (not granted), files:read (granted), run (not granted)\n"
      ), "\(listed)")
    let later = try shown()
    #expect(later.errors.contains("outcome: 0\n"), "\(later.errors)")
    #expect(
      later.errors.contains(
        "\"Small\" (com.example.small) needs network, run (it can do everything you can), which"))
    #expect(
      try run(["inspect", folder.path + "/small.so"]).output.contains("files:read (granted)"))
    let without = try shown("--revoke", "com.example.small")
    #expect(without.errors.contains("outcome:\n"))
    #expect(try shown("--revoke", "com.example.small").status == 2)
  }

  @Test func `is not what another plugin of the same id has, nor it once it has changed`() throws {
    try compile([Self.readsKey])
    _ = try shown("--grant", "com.example.small=files:read")
    try compile([Self.readsKey], version: "1.0.1")
    #expect(try shown().errors.contains("outcome:\n"))
    let other = try ScratchFolder()
    try FileManager.default.copyItem(
      atPath: folder.path + "/small.so", toPath: other.path + "/small.so")
    func elsewhere(_ words: String...) throws -> ProgramRun {
      try self.run(words + ["--plugins", other.path])
    }
    #expect(try elsewhere("plugins").output.contains("files:read (not granted)"))
    let refused = try elsewhere("plugins", "--renew", "com.example.small").errors
    #expect(refused.contains("the grant is to another file, \(folder.path)/small.so"))
  }

  @Test func `is told when its file has changed, with what is new, and renewed`() throws {
    var plugin = SmallPlugin()
    plugin.needs = ["run"]
    try plugin.compile(into: folder)
    _ = try shown("--grant", "com.example.small=run=uname")
    _ = try run(["plugins", "--plugins", folder.path, "--pin"])
    plugin.needs = ["run", "network"]
    plugin.version = "1.0.1"
    try plugin.compile(into: folder)
    let path = folder.path + "/small.so"
    let refused = try shown().errors
    #expect(refused.contains("run statehost plugins --renew with its path"), "\(refused)")
    let renewed = try run(["plugins", "--plugins", folder.path, "--renew", path])
    #expect(
      renewed.errors == "statehost: pinned as it is now: \(path)\n"
        + "statehost: com.example.small is granted \(Self.uname): \(path): "
        + "--revoke com.example.small takes it back\n")
    #expect(
      renewed.output.contains("run (granted for uname), network (not granted)"), "\(renewed.output)"
    )
    #expect(renewed.output.contains("  pinned  "))
    // The pin is gone, and the file changes again.
    try FileManager.default.removeItem(atPath: home.path + "/.config/statehost/pins.json")
    plugin.version = "1.0.2"
    plugin.needs = ["run", "network", "files:read"]
    try plugin.compile(into: folder)
    #expect(
      try shown().errors.contains(
        "statehost: \"Small\" (com.example.small) was granted run=uname for 1.0.1; 1.0.2 also wants files:read: \(path): "
          + "statehost plugins --renew com.example.small grants \(Self.uname) again; the rest: --grant "
          + "com.example.small=files:read=PATH | files:read\n"))
    #expect(
      try run(["plugins", "--plugins", folder.path]).output.contains(
        "run (granted for 1.0.1, before its file changed), network (not granted), "
          + "files:read (new, not granted)"))
    let again = try run(["plugins", "--plugins", folder.path, "--renew", "com.example.small"])
    #expect(again.status == 0 && again.errors.contains("is granted \(Self.uname): \(path)"))
    for (what, reason) in [
      ("com.example.smal", "no plugin offers this child"),
      ("org.statehost.list", "it is neither pinned nor granted anything"),
    ] {
      let refused = try run(["plugins", "--plugins", folder.path, "--renew", what])
      #expect(refused.status == 2)
      #expect(
        refused.errors.contains("statehost: \(reason): --renew \(what): "), "\(refused.errors)")
    }
  }

  @Test func `may be so to all that its author builds below a folder`() throws {
    let builds = ["--grant", "com.example.small=files:read", "--builds", folder.path]
    try compile([Self.readsKey])
    let granted = try run(["plugins", "--plugins", folder.path] + builds)
    #expect(
      granted.errors
        == "statehost: com.example.small is granted files:read: \(folder.path)/small.so, "
        + "and whatever is built below \(folder.path): --revoke com.example.small takes it back\n")
    try compile([Self.readsKey], version: "1.0.1")
    #expect(try shown().errors.contains("outcome: 0\n"))
    #expect(
      try run(["plugins", "--plugins", folder.path]).output.contains(
        "files:read (granted to what is built below \(folder.path))"))
    // A file of the same id elsewhere is not built there.
    let other = try ScratchFolder()
    try FileManager.default.copyItem(
      atPath: folder.path + "/small.so", toPath: other.path + "/small.so")
    let elsewhere = try run(["--plugins", other.path, "--snapshot", "-", "--", "echo", "a row"])
    #expect(elsewhere.errors.contains("outcome:\n"), "\(elsewhere)")
    for (words, said) in [
      (
        ["--builds", other.path],
        "--builds needs --grant: --builds \(other.path)"
      ),
      (
        builds.dropLast() + [other.path],
        "com.example.small is not built there: --builds \(other.path)"
      ),
      (builds.dropLast() + ["/nowhere"], "no such folder: --builds /nowhere"),
    ] {
      let refused = try run(["plugins", "--plugins", folder.path] + words)
      #expect(refused.status == 2)
      #expect(refused.errors.contains("statehost: \(said): "), "\(refused.errors)")
    }
  }

  @Test(arguments: [
    ("com.example.small=run", "it does not declare the need run"),
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
