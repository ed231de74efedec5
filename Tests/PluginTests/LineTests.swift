import Glibc
import Testing

@testable import HostPlugins

@Suite struct `A line for the user` {
  @Test(arguments: [
    (
      "libfoo.so.1: cannot open shared object file: No such file or directory",
      PluginProblem.missingLibrary("libfoo.so.1")
    ),
    ("/.//proc/self/fd/7: undefined symbol: foo_bar", .undefinedSymbol("foo_bar")),
    ("//proc/self/fd/7: undefined symbol: foo, version FOO_1", .undefinedSymbol("foo")),
    (
      "/lib/libc.so.6: version `GLIBC_2.99' not found (required by //proc/self/fd/7)",
      .missingVersion("GLIBC_2.99", of: "/lib/libc.so.6")
    ),
    (
      "/.//proc/self/fd/7: cannot allocate memory in static TLS block",
      .refusedByLoader("cannot allocate memory in static TLS block")
    ),
    (
      "//proc/self/fd/7: cannot open shared object file: Too many open files",
      .refusedByLoader("cannot open shared object file: Too many open files")
    ),
    ("something new", .refusedByLoader("something new")),
  ]) func `reads what the dynamic loader says`(_ message: String, _ problem: PluginProblem) {
    #expect(LoaderMessage(message).problem == problem)
  }

  @Test(arguments: [
    PluginProblem.directoryMissing, .notADirectory, .directoryEmpty,
    .directoryUnreadable(code: 13), .directoryUnreadable(code: 24), .noProcessFiles,
    .unreadable(code: 38), .folderOfOtherUser("/p", user: 5),
    .folderWritableByOthers("/p", mode: 0o777),
    .changedSincePinned, .libraryUnsafe(path: "/p/l.so", what: "w", remedy: "r"),
    .unreadable(code: 13),
    .notRegular, .foreignOwner(user: 5), .writableByOthers(mode: 0o666), .changedWhileRead,
    .notALibrary("no ELF file"), .notShared("an executable"), .otherMachine(file: "a", host: "b"),
    .cutShort(bytes: 1, needed: 2), .missingLibrary("a"), .missingVersion("a", of: "b"),
    .undefinedSymbol("a"), .refusedByLoader("a\nb"), .entryMissing, .entryRefused,
    .otherVersion(major: 2, minor: 0), .pluginTableSize(1), .pluginFunctionMissing("init"),
    .initRefused(reason: "\u{1B}[31mno"), .initRefused(reason: ""), .childCount(0),
    .child(index: 3, id: nil, .noDescriptor), .child(index: 0, id: "a", .idTaken(file: "b")),
  ]) func `names what, where and what to do`(_ problem: PluginProblem) {
    let line = PluginFailure(path: "/some/file.so", problem: problem).line
    let parts = line.split(separator: ": /some/file.so: ")
    #expect(parts.count == 2, "\(line)")
    #expect(line.hasPrefix("statehost: "))
    #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
  }

  @Test(arguments: [
    (EFBIG, "there is no room for a copy of the plugin: /p/a.so: allow larger files (ulimit -f)"),
    (
      ENOSPC,
      "there is no memory for a copy of the plugin: /p/a.so: make room, or allow more (ulimit -v)"
    ),
    (
      EMFILE,
      "the plugin cannot be read (Too many open files): /p/a.so: allow more open files (ulimit -n)"
    ),
  ]) func `does not blame a file for what the system lacks`(_ code: Int32, _ line: String) {
    #expect(
      PluginFailure(path: "/p/a.so", problem: .unreadable(code: code)).line == "statehost: " + line)
  }

  @Test func `tells a writable plugin its mode and the remedy`() {
    let failure = PluginFailure(path: "/p/a.so", problem: .writableByOthers(mode: 0o757))
    #expect(
      failure.line
        == "statehost: others can change it (mode 0757): /p/a.so: "
        + "chmod go-w it, after checking that it is what you installed")
  }

  @Test(arguments: [
    (PluginChild.CreationError.refused, "create returns NULL", "see the plugin's log"),
    (
      .tableSize(7), "its table has no possible size (7)",
      "set size to sizeof(childplugin_child_t)"
    ),
    (.functionMissing("draw"), "its table has no function draw", "set draw, it is required"),
    (
      .notLoaded(.entryMissing), PluginProblem.entryMissing.text.what,
      PluginProblem.entryMissing.text.remedy
    ),
  ]) func `says of a child that was not made whose it is, why, where and what to do`(
    _ error: PluginChild.CreationError, _ what: String, _ remedy: String
  ) {
    #expect(
      error.line(child: "c", file: "/p/a.so") == "statehost: child c: \(what): /p/a.so: \(remedy)")
  }
}
