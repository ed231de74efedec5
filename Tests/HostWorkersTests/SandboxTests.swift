import Foundation
import HostPlugins
import TestSupport
import Testing

/// Something that a plugin tries while it is scanned: a C function body that returns 0 where it
/// succeeds, else the error number.
struct Attempt: Sendable, CustomTestStringConvertible {
  let name: String
  let body: String
  var testDescription: String { name }

  init(_ name: String, _ body: String) {
    self.name = name
    self.body = body
  }

  /// A call that fails with -1.
  static func call(_ name: String, _ call: String) -> Attempt {
    Attempt(name, "return \(call) < 0 ? errno : 0;")
  }
}

@Suite(.needsSandbox)
struct `A plugin that is scanned` {
  /// In place of FOLDER stands the user's home.
  static let forbidden: [Attempt] = [
    .call("reads a key of the user's", #"open("FOLDER/.ssh/id_ed25519", O_RDONLY)"#),
    .call("reads it through /proc", #"open("/proc/self/root/FOLDER/.ssh/id_ed25519", O_RDONLY)"#),
    .call("lists the user's home", #"open("FOLDER", O_RDONLY | O_DIRECTORY)"#),
    .call("reads the accounts", #"open("/etc/passwd", O_RDONLY)"#),
    Attempt(
      "reads the host's variables",
      """
      char name[64];
      snprintf(name, sizeof name, "/proc/%d/environ", getppid());
      return open(name, O_RDONLY) < 0 ? errno : 0;
      """),
    .call("writes to .bashrc", #"open("FOLDER/.bashrc", O_WRONLY | O_APPEND)"#),
    .call("makes a file", #"open("FOLDER/new", O_WRONLY | O_CREAT, 0600)"#),
    .call("makes a folder", #"mkdir("FOLDER/new", 0700)"#),
    .call("removes a file", #"unlink("FOLDER/.bashrc")"#),
    .call("renames a file", #"rename("FOLDER/.bashrc", "FOLDER/new")"#),
    .call("cuts a file short", #"truncate("FOLDER/.bashrc", 0)"#),
    .call("changes permissions", #"chmod("FOLDER/.bashrc", 0777)"#),
    .call("makes a link", #"symlink("/etc/passwd", "FOLDER/new")"#),
    .call("opens the terminal", #"open("/dev/tty", O_RDWR)"#),
    .call("makes a TCP socket", "socket(AF_INET, SOCK_STREAM, 0)"),
    .call("makes a UDP socket", "socket(AF_INET6, SOCK_DGRAM, 0)"),
    .call("makes a unix socket", "socket(AF_UNIX, SOCK_STREAM, 0)"),
    .call("runs a shell", #"execl("/bin/sh", "sh", "-c", "exit", (char *)NULL)"#),
    Attempt(
      "starts a shell",
      """
      pid_t child;
      char *const words[] = {"sh", "-c", "exit", NULL};
      return posix_spawn(&child, "/bin/sh", NULL, NULL, words, NULL);
      """),
    .call("forks", "fork()"),
    .call("forks as the kernel does", "syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0)"),
    .call("leaves its session", "setsid()"),
    .call("traces the host", "ptrace(PTRACE_ATTACH, getppid(), NULL, NULL)"),
    // EFAULT: it may look, but not there.
    Attempt(
      "looks into the host's memory",
      """
      char byte;
      struct iovec part = {&byte, 1};
      return process_vm_readv(getppid(), &part, 1, &part, 1, 0) < 0 && errno != EFAULT ? errno : 0;
      """),
    .call("kills the host", "kill(getppid(), SIGKILL)"),
    .call("kills all that it can", "kill(-1, SIGKILL)"),
    .call("kills the host's thread", "syscall(SYS_tgkill, getppid(), getppid(), SIGKILL)"),
    Attempt(
      "looks at the host",
      """
      struct rlimit limit;
      struct sched_param values;
      cpu_set_t processors;
      const pid_t other = getppid();
      if (getpgid(other) >= 0 || getsid(other) >= 0 || sched_getscheduler(other) >= 0 ||
          sched_getparam(other, &values) == 0 ||
          sched_getaffinity(other, sizeof processors, &processors) == 0 ||
          prlimit(other, RLIMIT_NOFILE, NULL, &limit) == 0)
        return 0;
      for (int kind = PRIO_PROCESS; kind <= PRIO_USER; kind += 1) {
        errno = 0;
        getpriority(kind, kind == PRIO_USER ? 0 : other);
        if (errno == 0) return 0;
      }
      return errno;
      """),
    .call(
      "reads the processor time of the host",
      "clock_gettime((clockid_t)(~(unsigned)getppid() << 3 | 2), &(struct timespec){0})"),
    .call(
      "sets a timer by the processor time of the host",
      "timer_create((clockid_t)(~(unsigned)getppid() << 3 | 2), NULL, &(timer_t){0})"),
    .call("takes hold of the host", "syscall(SYS_pidfd_open, getppid(), 0)"),
    .call("has signals sent to the host", "fcntl(3, F_SETOWN, getppid())"),
    .call("outlives the host", "prctl(PR_SET_PDEATHSIG, 0)"),
    .call("raises its limits", "setrlimit(RLIMIT_NOFILE, &(struct rlimit){1024, 1024})"),
    .call("goes where only capabilities lead", #"chdir("FOLDER/.closed")"#),
    Attempt(
      "could gain privileges", "return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? EPERM : 0;"),
    .call("makes namespaces", "unshare(CLONE_NEWUSER)"),
    .call("mounts", #"mount("none", "/", NULL, MS_REMOUNT, NULL)"#),
    .call("becomes somebody else", "setuid(65534)"),
    Attempt(
      "makes a ring of calls",
      "char ring[256] = {0}; return syscall(SYS_io_uring_setup, 1, ring) < 0 ? errno : 0;"),
    Attempt(
      "opens 100 files",
      """
      for (int i = 0; i < 100; i += 1) if (open("/dev/null", O_RDONLY) < 0) return errno;
      return 0;
      """),
    Attempt("sees LD_PRELOAD", #"return getenv("LD_PRELOAD") == NULL ? ENOENT : 0;"#),
    Attempt("sees the user's home", #"return getenv("HOME") == NULL ? ENOENT : 0;"#),
    Attempt(
      "finds an open file of the host's",
      "for (int i = 4; i < 1024; i += 1) if (fcntl(i, F_GETFD) >= 0 && i != OWN) return 0; return EBADF;"
    ),
  ]

  @Test(arguments: forbidden) func `is kept from it`(attempt: Attempt) throws {
    let home = try home()
    try expectKeptFrom(attempt, home: home)
    let bashrc = try String(contentsOfFile: home.path + "/.bashrc", encoding: .utf8)
    #expect(bashrc == "# mine\n")
    let entries = try FileManager.default.contentsOfDirectory(atPath: home.path)
    #expect(Set(entries) == [".bashrc", ".closed", ".ssh"])
  }

  /// What the namespaces of workers hide.
  static let hidden: [Attempt] = [
    .call("asks whether a file is there", #"access("FOLDER/.bashrc", F_OK)"#),
    Attempt(
      "asks where a link leads",
      #"char target[8]; return readlink("FOLDER/link", target, sizeof target) < 0 ? errno : 0;"#),
    .call("sees other processes", #"access("/proc/1", F_OK)"#),
    Attempt(
      "knows the working directory",
      #"char name[512]; return getcwd(name, 512) != NULL && strcmp(name, "/") != 0 ? 0 : ENOENT;"#),
    Attempt(
      "makes 100 timers",
      """
      timer_t timer;
      struct sigevent event = {.sigev_notify = SIGEV_NONE};
      for (int i = 0; i < 100; i += 1)
        if (timer_create(CLOCK_MONOTONIC, &event, &timer) < 0) return errno;
      return 0;
      """),
  ]

  @Test(.needsSecondWall, arguments: hidden)
  func `is kept from it by namespaces`(attempt: Attempt) throws {
    let home = try home()
    try FileManager.default.createSymbolicLink(
      atPath: home.path + "/link", withDestinationPath: "secret")
    try expectKeptFrom(attempt, home: home)
  }

  /// What happens where the list of system calls is missing; a socket's network has nothing in it.
  static let allowedWithoutList: Set<String> = [
    "makes a TCP socket", "makes a UDP socket", "makes a unix socket", "forks",
    "forks as the kernel does", "leaves its session", "outlives the host", "makes a ring of calls",
    "takes hold of the host", "looks at the host", "has signals sent to the host",
    "reads the processor time of the host", "sets a timer by the processor time of the host",
  ]

  /// Without the list, only Landlock, and not in every version, keeps signals in.
  static let attemptsAtWalls = forbidden.filter { !$0.name.hasPrefix("kills") }

  @Test(.needsSecondWall, arguments: attemptsAtWalls, ["landlock", "seccomp", "namespaces"])
  func `is kept from it where a wall is missing, by another one`(
    attempt: Attempt, missing: String
  ) throws {
    let isAllowed = missing == "seccomp" && Self.allowedWithoutList.contains(attempt.name)
    let folder = try ScratchFolder()
    let home = try home()
    try write(attempt, home: home, into: folder)
    let run = try Kernel.run(
      [BuiltProducts.program, "plugins", "--weaker-sandbox", "--plugins", folder.path],
      without: missing, environment: ["HOME": home.path])
    #expect(
      run.output.contains("constructor: " + (isAllowed ? "it did it" : "kept from it")),
      "\(run.output)\(run.errors)")
  }

  @Test func `is kept from more memory than a worker may have`() throws {
    try expectKeptFrom(Self.memory, home: try home())
  }

  private static let memory = Attempt(
    "takes 2 GiB of memory",
    "void *memory = malloc((size_t)2 << 30); return memory == NULL ? errno : 0;")

  private func expectKeptFrom(_ attempt: Attempt, home: ScratchFolder) throws {
    let line = try line(of: attempt, home: home)
    #expect(line.contains("init refuses, saying \"constructor: kept from it"), "\(line)")
  }

  static let allowed: [Attempt] = [
    Attempt(
      "starts a thread",
      """
      pthread_t thread;
      int error = pthread_create(&thread, NULL, work, NULL);
      if (error == 0) pthread_join(thread, NULL);
      return error;
      """),
    Attempt(
      "looks at itself",
      """
      struct rlimit limit;
      struct sched_param values;
      cpu_set_t processors;
      pthread_t thread;
      void *failure = NULL;
      clockid_t clock;
      struct timespec time;
      if (clock_getcpuclockid(getpid(), &clock) != 0 || clock_gettime(clock, &time) != 0 ||
          pthread_getcpuclockid(pthread_self(), &clock) != 0 || clock_gettime(clock, &time) != 0 ||
          clock_gettime(CLOCK_BOOTTIME, &time) != 0 || clock_getres(CLOCK_MONOTONIC, &time) != 0)
        return errno;
      errno = 0;
      getpriority(PRIO_PROCESS, 0);
      if (errno != 0 || getpgid(0) < 0 || getsid(getpid()) < 0 || sched_getscheduler(0) < 0 ||
          sched_getparam(0, &values) != 0 || getrlimit(RLIMIT_NOFILE, &limit) != 0 ||
          sched_getaffinity(getpid(), sizeof processors, &processors) != 0)
        return errno;
      /* The stack of a thread, as collectors of garbage need it. */
      int error = pthread_create(&thread, NULL, look, NULL);
      return error != 0 ? error : (pthread_join(thread, &failure), (int)(long)failure);
      """),
    .call("reads data of the system", #"open("/usr/share", O_RDONLY | O_DIRECTORY)"#),
    Attempt(
      "loads a library of the system",
      #"return dlopen("libstdc++.so.6", RTLD_NOW) == NULL ? ENOENT : 0;"#),
    .call("signals itself", "raise(SIGCONT)"),
    Attempt(
      "sleeps", "struct timespec time = {0, 1000}; return nanosleep(&time, NULL) < 0 ? errno : 0;"),
  ]

  @Test(arguments: allowed) func `can do it`(attempt: Attempt) throws {
    let line = try line(of: attempt, home: try home())
    #expect(line.contains("init refuses, saying \"constructor: it did it"), "\(line)")
  }

  /// A home with a key, a .bashrc and a folder that is closed to all.
  private func home() throws -> ScratchFolder {
    let home = try ScratchFolder()
    try home.write("secret\n", to: ".ssh/id_ed25519")
    try home.write("# mine\n", to: ".bashrc")
    try FileManager.default.createDirectory(
      atPath: home.path + "/.closed", withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0])
    return home
  }

  /// What is said of a plugin that tries it in a constructor.
  private func line(of attempt: Attempt, home: ScratchFolder) throws -> String {
    let folder = try ScratchFolder()
    try write(attempt, home: home, into: folder)
    let catalogue = try PluginCatalogue(scanning: folder)
    return try #require(catalogue.failures.first?.line)
  }

  /// Writes a plugin that tries it: the one that tries all, with the attempt's number and the home.
  private func write(_ attempt: Attempt, home: ScratchFolder, into folder: ScratchFolder) throws {
    var (library, otherHome) = try Self.compiled.get()
    let mark = try #require(library.range(of: Data("the attempt\0".utf8)))
    let number = try #require(Self.attempts.firstIndex { $0.name == attempt.name })
    library[mark.upperBound] = UInt8(number)
    while let place = library.range(of: Data(otherHome.utf8)) {
      library.replaceSubrange(place, with: home.path.utf8)
    }
    let path = folder.path + "/small.so"
    try library.write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
  }

  private static let attempts = forbidden + hidden + allowed + [memory]

  /// A plugin that tries all, compiled once, and its home, whose path is as long as any other's.
  private static let compiled = Result {
    let home = try ScratchFolder()
    let path = try plugin(home: home.path).compile(into: home)
    return (try Data(contentsOf: URL(filePath: path)), home.path)
  }

  private static func plugin(home: String) -> SmallPlugin {
    let functions = attempts.enumerated().map { number, attempt in
      "static int attempt_\(number)(void) { \(attempt.body.replacing("FOLDER", with: home)) }"
    }
    var plugin = SmallPlugin()
    plugin.declarations = """
      #include <dlfcn.h>
      #include <errno.h>
      #include <fcntl.h>
      #include <pthread.h>
      #include <sched.h>
      #include <signal.h>
      #include <spawn.h>
      #include <sys/mount.h>
      #include <sys/prctl.h>
      #include <sys/ptrace.h>
      #include <sys/resource.h>
      #include <sys/socket.h>
      #include <sys/stat.h>
      #include <sys/syscall.h>
      #include <sys/uio.h>
      #include <time.h>
      #define OWN own_file()
      static char said[200];
      /* What is handed over to be loaded is still open. */
      static int own_file(void) {
        char name[64], target[64] = "";
        for (int i = 4; i < 64; i += 1) {
          snprintf(name, sizeof name, "/proc/self/fd/%d", i);
          if (readlink(name, target, sizeof target - 1) > 0 && strstr(target, "memfd:") != NULL) return i;
        }
        return -1;
      }
      static void *look(void *nothing) {
        pthread_attr_t attributes;
        (void)nothing;
        return (void *)(long)pthread_getattr_np(pthread_self(), &attributes);
      }
      static void *work(void *nothing) { return nothing; }
      \(functions.joined(separator: "\n"))
      static int (*const attempts[])(void) = {
        \(attempts.indices.map { "attempt_\($0)" }.joined(separator: ", "))};
      static const volatile struct { char mark[12]; unsigned char number; } chosen = {"the attempt", 0};
      __attribute__((constructor)) static void begin(void) {
        int error = attempts[chosen.number]();
        if (error == 0) snprintf(said, sizeof said, "constructor: it did it");
        else snprintf(said, sizeof said, "constructor: kept from it, %s", strerror(error));
      }
      """
    plugin.initialise = "*reason = childplugin_text(said); return false;"
    return plugin
  }
}
