import Foundation
import Glibc
import TestSupport
import Testing

@testable import HostSystem

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
