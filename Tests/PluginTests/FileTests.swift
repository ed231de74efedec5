import CHostSystem
import Foundation
import HostSystem
import TestSupport
import Testing

@testable import HostPlugins

extension PluginTests {
  @Suite struct `A plugin's file` {
    private let folder: PluginFolder

    init() throws { folder = try PluginFolder() }

    private var problems: [PluginProblem] { folder.load().failures.map(\.problem) }

    @Test func `that is right is loaded, with what its descriptor says`() throws {
      try folder.compile(
        FixturePlugin(
          places: [
            FixturePlugin.place("content", -3),
            FixturePlugin.place("x", 7, flags: "CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED"),
          ], descriptorFields: ".flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"))
      let catalogue = folder.load()
      #expect(catalogue.failures.isEmpty)
      let type = try #require(catalogue["com.example.right"])
      #expect(catalogue.types == [type])
      #expect(type.name == "Right")
      #expect(type.vendor == "Example")
      #expect(type.version == "1.2.3")
      #expect(type.description == "Shows a word.")
      #expect(type.takesFocus)
      #expect(
        type.places == [
          ChildType.StatePlace(state: "content", place: -3, isInsteadOfBundled: false),
          ChildType.StatePlace(state: "x", place: 7, isInsteadOfBundled: true),
        ])
      let plugin = catalogue.plugin(of: type)
      #expect(plugin.path == folder.path(of: "right.so"))
      #expect(plugin.abiMajor == 1 && plugin.abiMinor == 2)
    }

    @Test(
      arguments: [
        ([], "it is empty"), (Array("hello, this is a text".utf8), "no ELF file"),
        (Array("#!/bin/sh\n".utf8), "a script"), (Array("MZ and more".utf8), "made for Windows"),
        (Array("!<arch>\nlibrary.o".utf8), "an archive of object files"),
        ([0xCF, 0xFA, 0xED, 0xFE], "made for macOS"), ([0xCA, 0xFE, 0xBA, 0xBE], "made for macOS"),
      ] as [([UInt8], String)])
    func `that is no library is told apart`(_ bytes: [UInt8], _ stranger: String) throws {
      try folder.write(bytes, to: "right.so")
      #expect(problems == [.notALibrary(stranger)])
    }

    @Test func `is loaded from a copy that nobody can write to or change the size of`() throws {
      try folder.write(Array("bytes of a library".utf8), to: "bytes")
      let file = unsafe open(folder.path(of: "bytes"), O_RDONLY | O_CLOEXEC)
      defer { close(file) }
      let copy = unsafe host_file_seal_copy(file, "copy", 18)
      try #require(copy >= 0)
      defer { close(copy) }
      #expect(unsafe pwrite(copy, "B", 1, 0) == -1)
      #expect(errno == EPERM)
      #expect(ftruncate(copy, 1) == -1)
      #expect(ftruncate(copy, 100) == -1)
      #expect(unsafe mmap(nil, 18, PROT_READ | PROT_WRITE, MAP_SHARED, copy, 0) == MAP_FAILED)
    }

    @Test(arguments: [
      (18, UInt8(183), "aarch64"), (18, 243, "riscv64"), (18, 40, "arm (32-bit)"),
      (4, 1, "x32"), (18, 250, "machine 250"), (18, 3, "x86 (32-bit)"), (18, 8, "MIPS"),
      (18, 20, "ppc64le"), (18, 21, "ppc64le"), (18, 22, "s390x"), (5, 2, "machine 15872"),
    ]) func `for another machine is named with both`(
      _ offset: Int, _ byte: UInt8, _ machine: String
    ) throws {
      try folder.compile(FixturePlugin())
      var bytes = try folder.read("right.so")
      bytes[offset] = byte
      try folder.write(bytes, to: "right.so")
      #expect(problems == [.otherMachine(file: machine, host: Self.machine)])
    }

    private static var machine: String {
      #if arch(x86_64)
        "x86-64"
      #else
        "aarch64"
      #endif
    }

    @Test func `that is cut short is named, wherever it is cut`() throws {
      try folder.compile(FixturePlugin())
      let bytes = try folder.read("right.so")
      for count in [5, 63, 64, 500, 4096, bytes.count / 2, bytes.count - 1] {
        try folder.write(Array(bytes[..<count]), to: "right.so")
        guard case .cutShort(let there, let needed)? = problems.first else {
          Issue.record("cut at \(count): \(problems)")
          continue
        }
        #expect(there == UInt64(count))
        #expect(needed > there)
      }
    }

    @Test func `with a random header is read without harm`() throws {
      try folder.compile(FixturePlugin())
      let right = try folder.read("right.so")
      let seed = UInt64.random(in: .min ... .max)
      var numbers = SeededGenerator(seed: seed)
      var refused = 0
      for _ in 0..<500 {
        var bytes = right
        for _ in 0..<3 {
          bytes[24 + Int.random(in: 0..<600, using: &numbers)] = .random(
            in: 0...255, using: &numbers)
        }
        try folder.write(bytes, to: "right.so")
        let file = try FileDescriptor(opening: folder.path(of: "right.so"), flags: O_RDONLY)
        do {
          _ = try ElfFile(OpenFile(file), size: UInt64(bytes.count))
        } catch {
          refused += 1
        }
      }
      #expect(refused > 0, "seed \(seed)")
    }

    @Test func `that is an executable or an object file is told apart`() throws {
      try folder.compile("int main(void) { return 0; }", to: "pie.so", flags: ["-pie", "-fPIE"])
      try folder.compile("int main(void) { return 0; }", to: "fixed.so", flags: ["-no-pie"])
      try folder.compile("int x;", to: "object.so", flags: ["-c"])
      #expect(
        folder.load().failures.map(\.problem) == [
          .notShared("an executable"), .notShared("an object file"), .notShared("an executable"),
        ])
    }

    @Test func `that others may change is refused`() throws {
      try folder.compile(FixturePlugin())
      for mode in [0o775, 0o757, 0o666] {
        try folder.setMode(mode, of: "right.so")
        #expect(problems == [.writableByOthers(mode: UInt32(mode))])
      }
      try folder.setMode(0o644, of: "right.so")
      #expect(problems.isEmpty)
    }

    @Test(.enabled(if: geteuid() == 0, "only root may give a file away"))
    func `of another user is refused`() throws {
      try folder.compile(FixturePlugin())
      try #require(unsafe chown(folder.path(of: "right.so"), 12345, 12345) == 0)
      #expect(problems == [.foreignOwner(user: 12345)])
    }

    @Test(arguments: [0, 1]) func `of more than 512 MiB is refused`(more: Int) throws {
      try folder.write(Array("#!".utf8), to: "right.so")
      let file = try FileHandle(forUpdating: URL(filePath: folder.path(of: "right.so")))
      let bytes = (512 << 20) + more
      try file.truncate(atOffset: UInt64(bytes))
      #expect(problems == [more > 0 ? .tooLarge(bytes: bytes) : .notALibrary("a script")])
    }

    @Test func `that is a pipe, or where a link leads nowhere, is named at once`() throws {
      try #require(unsafe mkfifo(folder.path(of: "pipe.so"), 0o600) == 0)
      try folder.link("right.so", to: folder.path(of: "missing"))
      #expect(problems == [.notRegular, .unreadable(code: ENOENT)])
    }

    @Test func `under several names is loaded once, under the first`() throws {
      try folder.compile(FixturePlugin(), to: "b.so")
      try folder.link("a.so", to: folder.path(of: "b.so"))
      try FileManager.default.linkItem(
        atPath: folder.path(of: "b.so"), toPath: folder.path(of: "c.so"))
      let catalogue = folder.load()
      #expect(catalogue.plugins.map(\.path) == [folder.path(of: "a.so")])
      #expect(catalogue.failures.isEmpty)
    }

    @Test func `may be overwritten and truncated while it is in use`() throws {
      let fixture = try LoadedFixture(FixturePlugin(draw: FixturePlugin.drawHello))
      #expect(fixture.drawn() == ["hello", "", ""])
      let path = fixture.folder.path(of: "right.so")
      let size = try fixture.folder.read("right.so").count
      let file = try FileHandle(forUpdating: URL(filePath: path))
      try file.write(contentsOf: [UInt8](repeating: 0xCC, count: size))
      #expect(fixture.drawn() == ["hello", "", ""])
      try file.truncate(atOffset: 0)
      fixture.child.send(.willAppear(animated: true))
      #expect(fixture.drawn() == ["hello", "", ""])
      fixture.child.destroy()
      fixture.catalogue.end()
    }

    @Test func `finds libraries beside itself by its run path`() throws {
      try folder.makeFolder("plugin/parts")
      try folder.library("part", in: "plugin/parts")
      try folder.compile(
        FixturePlugin(
          willAppear: "note_number(\"part\", part());", declarations: "int part(void);"),
        flags: [
          folder.path(of: "plugin/parts/libpart.so"), "-Wl,-rpath,$ORIGIN/plugin/parts",
        ])
      try FileManager.default.moveItem(
        atPath: folder.path(of: "plugin/parts"), toPath: folder.path(of: "plugin/gone"))
      #expect(problems == [.missingLibrary("libpart.so")])
      try FileManager.default.moveItem(
        atPath: folder.path(of: "plugin/gone"), toPath: folder.path(of: "plugin/parts"))
      #expect(problems.isEmpty)
    }

    @Test func `that needs a symbol that is not there, or has no entry, is named with it`() throws {
      try folder.compile(
        FixturePlugin(
          willAppear: "nobody_defines_this();", declarations: "void nobody_defines_this(void);"))
      try folder.compile("int x;", to: "zero.so", flags: ["-shared", "-fPIC"])
      try folder.compile(
        FixturePlugin(id: "com.example.hidden"), to: "hidden.so",
        flags: ["-Wl,--exclude-libs,ALL", "-DCHILDPLUGIN_EXPORT="])
      let failures = folder.load().failures
      #expect(failures.map(\.problem) == [.undefinedSymbol("nobody_defines_this"), .entryMissing])
      #expect(failures.last?.line.contains("childplugin_entry") == true)
    }

    @Test func `that cannot be loaded stops none of the others`() throws {
      try folder.write([], to: "a.so")
      try folder.compile(FixturePlugin(), to: "b.so")
      try folder.write(Array("text".utf8), to: "c.so")
      let catalogue = folder.load()
      #expect(catalogue.types.map(\.id) == ["com.example.right"])
      #expect(catalogue.failures.map(\.path) == [folder.path(of: "a.so"), folder.path(of: "c.so")])
    }
  }
}
