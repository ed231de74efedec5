import Foundation
import Glibc
import TestSupport
import Testing

@testable import HostSystem

@Suite struct `A folder that is kept between runs` {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func code(_ body: () throws -> Void) -> CInt? {
    do {
      try body()
      return nil
    } catch {
      return (error as? SystemError)?.code ?? -1
    }
  }

  /// Modes, and what keeps a folder or a file of that mode from being used.
  private static let modes: [(mode_t, CInt?)] = [
    (0o700, nil), (0o755, nil), (0o720, EPERM), (0o702, EPERM), (0o777, EPERM),
  ]

  @Test(arguments: modes)
  func `is used where nobody else can write to it, and so are its files`(
    mode: mode_t, refusal: CInt?
  ) throws {
    let path = try scratch.write("what is kept", to: "folder/file")
    #expect(unsafe chmod(scratch.path + "/folder", 0o700) == 0 && chmod(path, mode) == 0)
    let folder = try PrivateFolder(scratch.path + "/folder", isMade: false)
    #expect(code { _ = try folder.read("file", limit: 100) } == refusal)
    #expect(unsafe chmod(scratch.path + "/folder", mode) == 0)
    #expect(code { _ = try PrivateFolder(scratch.path + "/folder", isMade: true) } == refusal)
  }

  @Test func `is made with its parents, for the user alone, where that is asked for`() throws {
    let path = scratch.path + "/a/b/c"
    #expect(code { _ = try PrivateFolder(path, isMade: false) } == ENOENT)
    let folder = try PrivateFolder(path, isMade: true)
    #expect(FileFacts(at: scratch.path + "/a")?.permissions == 0o700)
    #expect(FileFacts(at: path)?.permissions == 0o700)
    #expect(try folder.read("file", limit: 9) == nil)
    for text in ["first, and longer", "second"] {
      try folder.replace("file", with: Array(text.utf8))
      #expect(try folder.read("file", limit: 17) == Array(text.utf8))
    }
    #expect(FileFacts(at: path + "/file")?.permissions == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["file"])
  }

  @Test func `has files up to a limit, and none that is a link or something else`() throws {
    #expect(unsafe chmod(try scratch.write("12345", to: "five"), 0o600) == 0)
    #expect(unsafe symlink("five", scratch.path + "/link") == 0)
    #expect(unsafe mkdir(scratch.path + "/folder", 0o700) == 0)
    let folder = try PrivateFolder(scratch.path, isMade: false)
    #expect(try folder.read("five", limit: 5) == Array("12345".utf8))
    #expect(code { _ = try folder.read("five", limit: 4) } == EFBIG)
    #expect(code { _ = try folder.read("link", limit: 5) } == ELOOP)
    #expect(code { _ = try folder.read("folder", limit: 1 << 20) } == EPERM)
  }

  @Test func `has files that are created, and not opened where they are there`() throws {
    let path = try scratch.write("what was there", to: "file")
    #expect(code { try OutputFile(creating: path).writeAll("new".utf8.span) } == EEXIST)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "what was there")
    let other = scratch.path + "/other"
    #expect(code { try OutputFile(creating: other).writeAll("new".utf8.span) } == nil)
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "new")
  }

  @Test(
    arguments: [
      [], [0x61], [0x80], [0xFF], [0xC3], [0xC3, 0xA9], [0xE2, 0x82], [0xED, 0xA0, 0x80],
      [0xF4, 0x8F, 0xBE, 0x80], [0xF4, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80, 0x61],
    ] as [[UInt8]])
  func `has names of any bytes, which are the same again after they were text`(name: [UInt8]) {
    let text = Folder.text(ofName: (name + [0])[...])
    #expect(Folder.name(ofText: text) == name + [0])
    if let valid = String(validating: name, as: UTF8.self), name.first != 0xF4 {
      #expect(text == valid)
    }
  }
}

@Suite struct `A file that is watched` {
  /// A link is reported when its target changes; a write at once only where that is asked for.
  @Test(arguments: [false, true])
  func `is told of under its own path, whatever else changes beside it`(seesWrites: Bool) throws {
    let scratch = try ScratchFolder()
    let target = try scratch.write("", to: "elsewhere/target")
    let (first, link) = (try scratch.write("", to: "first"), scratch.path + "/link")
    #expect(unsafe symlink(target, link) == 0)
    let watch = try FileWatch(in: Poller(), seesWrites: seesWrites)
    for path in [first, link, scratch.path + "/missing"] { watch.watch(path) }
    try scratch.write("", to: "beside")
    #expect(watch.takeChanges() == [])
    do {
      let file = OutputFile(owning: try FileDescriptor(opening: target, flags: O_WRONLY | O_APPEND))
      #expect(file.writeAll("a".utf8.span) == nil)
      #expect(watch.takeChanges() == (seesWrites ? [link] : []))
      withExtendedLifetime(file) {}
    }
    #expect(watch.takeChanges() == [link])
    #expect(unsafe rename(scratch.path + "/beside", scratch.path + "/missing") == 0)
    try scratch.write("", to: "first")
    #expect(watch.takeChanges() == [first, scratch.path + "/missing"])
    #expect(unsafe rename(first, scratch.path + "/beside") == 0)
    #expect(watch.takeChanges() == (seesWrites ? [first] : []))
  }
}

@Suite struct `A file that is replaced` {
  /// In a process of its own, whose files cannot grow.
  @Test func `stays what it was where the new one cannot be written whole`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      let folder = try ScratchFolder()
      let path = try folder.write("what was there", to: "file")
      let place = try FileLocation(of: FileDescriptor(opening: path, flags: O_RDONLY))
      try place.replace(with: "another".utf8.span)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "another")
      var limit = rlimit(rlim_cur: 8, rlim_max: rlim_t.max)
      try #require(unsafe setrlimit(__rlimit_resource_t(1), &limit) == 0)
      #expect(throws: SystemError(call: "write", code: EFBIG)) {
        try place.replace(with: "longer than 8 bytes".utf8.span)
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "another")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
    }
  }
}
