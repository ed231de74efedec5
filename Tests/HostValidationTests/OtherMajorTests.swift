import Foundation
import TestSupport
import Testing

/// What the program's commands say of a plugin of another major: the file, what it was built for,
/// what this host offers, who must change.
@Suite("Plugins of another major")
struct OtherMajorTests {
  /// A plugin of which nothing but the eight bytes is there that are the same in every version:
  /// they stand at the end of a page, and the next one may not be touched.
  private static func compile(_ version: (Int, Int), into scratch: ScratchFolder) throws -> String {
    let source = try scratch.write(
      """
      #define _GNU_SOURCE
      #include <stdint.h>
      #include <string.h>
      #include <sys/mman.h>
      __attribute__((visibility("default")))
      const void *childplugin_entry(uint32_t major, uint32_t minor) {
        (void)major; (void)minor;
        static const struct { uint32_t size; uint16_t major, minor; } version = {
          400, \(version.0), \(version.1) };
        char *pages = mmap(0, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        mprotect(pages + 4096, 4096, PROT_NONE);
        return memcpy(pages + 4096 - sizeof version, &version, sizeof version);
      }
      """, to: "other.c")
    let library = scratch.path + "/other.so"
    let run = try ProgramRun.run(["-shared", "-fPIC", "-o", library, source], program: "cc")
    try #require(run.status == 0, "\(run.errors)")
    return library
  }

  /// The version that the header says it is.
  private static let offered: String = {
    let header = BuiltProducts.repository + "/Sources/ChildPluginAPI/include/childplugin.h"
    let text = (try? String(contentsOfFile: header, encoding: .utf8)) ?? ""
    return text.matches(of: /_ABI_M\w+ (\d+)\n/).map { String($0.1) }.joined(separator: ".")
  }()

  private static let versions = [
    (2, 3, "update statehost, or build the plugin with the \(offered) header"),
    (0, 9, "build the plugin with the \(offered) header"),
  ]

  @Test(.needsSandbox, arguments: versions)
  func `are told apart by every command`(major: Int, minor: Int, remedy: String) throws {
    let scratch = try ScratchFolder()
    let library = try Self.compile((major, minor), into: scratch)
    let what = "built for plugin ABI \(major).\(minor), this host offers \(Self.offered)"

    let list = try ProgramRun.run(["plugins", "--plugins", scratch.path])
    #expect(list.status == 0)
    let said = list.output + list.errors
    #expect(said.contains(what) && said.contains(library) && said.contains(remedy))

    let inspected = try ProgramRun.run(["inspect", library])
    let told = inspected.output + inspected.errors
    #expect(told.contains(what) && told.contains(library) && told.contains(remedy))

    let (file, status) = try Verdict.of(library)
    let check = try #require(file.checks.first { $0.name == "abi-version" })
    #expect(file.bad == ["abi-version"] && status == 1)
    #expect(check.happened?.contains("\(major).\(minor)") == true)

    // The program goes on without it, and says so.
    let shown = try ProgramRun.run([
      "--plugins", scratch.path, "--snapshot", "-", "--size", "40x5", "--", "echo", "a row",
    ])
    #expect(shown.output.contains("a row"))
    #expect(shown.errors == "statehost: \(what): \(library): \(remedy)\n")
  }
}
