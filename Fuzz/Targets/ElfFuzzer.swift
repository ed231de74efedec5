internal import CHostSystem
internal import Glibc
internal import HostSystem

@testable internal import HostPlugins

/// Files that may be libraries: what is said of them lies in them.
enum ElfFuzzer {
  static func take(_ bytes: [UInt8]) {
    if let symbols = LibrarySymbols(.bytes(bytes)) {
      for name in symbols.exported + symbols.needed + symbols.libraries + [symbols.runPath] {
        check(name, isIn: bytes)
      }
      expect(symbols.exported == symbols.exported.sorted(), "names without an order")
      let strong = Set(symbols.exportedStrongly)
      expect(strong.isSubset(of: symbols.exported), "a strong name that is not exported")
    }
    if let image = ElfImage(.bytes(bytes)) {
      expect(image.sectionNameOffsets.allSatisfy { $0 >= 0 }, "a name before the file")
    }
    checkFile(bytes)
  }

  /// The same as a file, which is how a plugin's is read.
  private static func checkFile(_ bytes: [UInt8]) {
    FuzzFolder.only.write(bytes, to: "fuzzed.so")
    let path = FuzzFolder.only.path + "/fuzzed.so"
    guard let file = try? FileDescriptor(opening: path, flags: O_RDONLY) else {
      fatalError("\(path) cannot be opened")
    }
    do throws(PluginProblem) {
      let elf = try ElfFile(OpenFile(file), size: UInt64(bytes.count))
      for name in elf.neededLibraries + elf.runPath { check(name, isIn: bytes) }
      let runPath = RunPath(of: elf, at: path)
      expect(runPath.folders.allSatisfy { !$0.contains("\0") }, "a folder with an end in it")
      for name in elf.neededLibraries {
        let found = runPath.find(name)
        expect(found.map { $0.hasSuffix("/" + name) } ?? true, "\(name) is found elsewhere")
      }
    } catch {
      let line = PluginFailure(path: "fuzzed.so", problem: error).line
      expect(line.isHarmlessLine, "a line that does harm: \(Array(line.utf8))")
    }
  }

  /// A name is a run of the file's bytes up to a NUL, with what is not UTF-8 repaired.
  private static func check(_ name: String, isIn bytes: [UInt8]) {
    expect(!name.utf8.contains(0), "a name with an end in it")
    let count = name.unicodeScalars.count { $0 != "\u{FFFD}" }
    expect(count <= bytes.count, "a name of \(count) letters in a file of \(bytes.count) bytes")
  }
}
